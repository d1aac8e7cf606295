"""An Ed25519 signature is checked with the public key alone; without the library it is an HMAC and said to be less."""

import os
import stat

import pytest

from ops import signing
from ops.signing import Signer, is_ours, is_signed_by, read_public_key
from scopes.errors import IntegrityError, InvalidError
from scopes.storage.journal import ChainKey

BODY = b'{"id":"x"}'
KEY = ChainKey("k", {"k": b"secret"})


@pytest.fixture
def signer(tmp_path):
    return Signer(str(tmp_path), KEY)


def test_the_public_key_alone_checks_a_signature_and_refuses_another_body(signer):
    signature = signer.sign(BODY)
    public = read_public_key(signer.public_key())
    assert (signature.kind, signature.public_key) == ("ed25519", public.hex())
    assert is_signed_by(BODY, signature, public)
    assert not is_signed_by(BODY + b" ", signature, public)
    assert not is_signed_by(BODY, signature, bytes(32))


def test_the_key_is_made_once_and_for_its_owner_alone(signer, tmp_path):
    first = signer.public_key()
    assert stat.S_IMODE(os.stat(tmp_path / "signing.key").st_mode) == 0o600
    assert Signer(str(tmp_path), KEY).public_key() == first


def test_a_key_beside_the_data_is_told_and_one_elsewhere_is_not(signer, tmp_path):
    assert "inside the data directory" in signer.degraded("now").used
    elsewhere = Signer(str(tmp_path / "data"), KEY, str(tmp_path / "keys/signing.key"))
    assert elsewhere.degraded("now") is None and elsewhere.public_key()
    assert not (tmp_path / "data/signing.key").exists()


def test_without_the_library_it_is_an_hmac_and_listed_as_a_fallback(signer, monkeypatch):
    monkeypatch.setattr(signing, "can_sign", lambda: False)
    signature = signer.sign(BODY)
    assert (signature.kind, signature.key, signer.public_key()) == ("hmac-sha256", "k", None)
    assert is_ours(BODY, signature, KEY) and not is_ours(BODY + b" ", signature, KEY)
    assert signer.degraded("now").used == "an HMAC with the audit key"
    with pytest.raises(InvalidError):
        is_signed_by(BODY, signature, bytes(32))


def test_a_public_key_is_read_from_hex_and_from_a_file_of_hex_or_pem(signer, tmp_path):
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public = bytes.fromhex(signer.public_key())
    pem = Ed25519PublicKey.from_public_bytes(public).public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for name, content in (("hex", public.hex().encode() + b"\n"), ("pem", pem)):
        (tmp_path / name).write_bytes(content)
        assert read_public_key(str(tmp_path / name)) == public
    for wrong in ("", "zz" * 32, "00", str(tmp_path)):
        with pytest.raises(InvalidError):
            read_public_key(wrong)


def test_a_damaged_key_file_is_no_reason_to_make_a_new_key(signer, tmp_path):
    (tmp_path / "signing.key").write_text("nothing")
    with pytest.raises(IntegrityError):
        signer.sign(BODY)
    assert (tmp_path / "signing.key").read_text() == "nothing"
