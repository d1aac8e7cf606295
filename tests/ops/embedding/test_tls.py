"""Over TLS the endpoint's certificate is checked: a stranger gets neither the text nor the key."""

import datetime as dt
import ipaddress
import ssl

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from scopes.errors import UnavailableError


@pytest.fixture
def certificate(tmp_path):
    """A file with a certificate that signs itself, for 127.0.0.1, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "certificate.pem"
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(private + made.public_bytes(Encoding.PEM))
    return path


@pytest.fixture
def secure(endpoint, certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    endpoint.socket = context.wrap_socket(endpoint.socket, server_side=True)
    return endpoint.url.replace("http:", "https:")


def test_a_certificate_that_nobody_vouches_for_is_refused(secure, endpoint, embedder):
    with pytest.raises(UnavailableError, match="SSLCertVerificationError"):
        embedder(url=secure, key="k3y").query("where")
    assert not endpoint.asked


def test_one_that_the_operator_vouches_for_is_taken_and_kept_open(secure, endpoint, embedder, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    model = embedder(url=secure, query_deadline_ms=2000)
    for word in "abc":
        assert model.query(word).shape == (4,)
    assert len({said["peer"] for said in endpoint.asked}) == 1


def test_a_server_that_does_not_speak_tls_is_named(endpoint, embedder, within):
    with within(1), pytest.raises(UnavailableError):
        embedder(url=endpoint.url.replace("http:", "https:")).query("where")
