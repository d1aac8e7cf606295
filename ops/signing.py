"""Who signs receipts: an Ed25519 key, whose signatures anyone can check, or else the audit key, which only we can ask.

Ed25519 takes the extra `muniment[signing]`. What is signed is a document's canonical form (RFC 8785) behind a word
that says what it is, so that a signature of something else never passes as one of a receipt.
"""

import base64
import hashlib
import hmac
import importlib.util
import os
from typing import TYPE_CHECKING, Literal

import msgspec

from ops.private_files import make_private_directory, service_lock, write_private
from scopes.errors import IntegrityError, InvalidError
from scopes.model import Degraded
from scopes.storage.journal import ChainKey

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE = "signing.key"
DOMAIN = b"muniment-receipt-2\0"
ED25519, HMAC = "ed25519", "hmac-sha256"


class Signature(msgspec.Struct, frozen=True, omit_defaults=True):
    """A signature and the key to check it with; `public_key` is hex, and there for Ed25519 alone."""

    kind: Literal["ed25519", "hmac-sha256"]
    key: str
    value: str
    public_key: str | None = None


class Signer:
    """Signs for one data directory; its key is made on first use."""

    def __init__(self, data: str, key: ChainKey, key_file: str | None = None) -> None:
        self._data, self._key = data, key
        self._path = key_file or f"{data}/{FILE}"

    def sign(self, body: bytes) -> Signature:
        """The signature of a document's canonical form."""
        if not can_sign():
            return Signature(HMAC, self._key.kid, self._key.mac(DOMAIN + body))
        private = self._private_key()
        public = private.public_key().public_bytes_raw()
        value = base64.b64encode(private.sign(DOMAIN + body)).decode()
        return Signature(ED25519, key_id(public), value, public.hex())

    def public_key(self) -> str | None:
        """The public key in hex; None where an HMAC is all there is."""
        return self._private_key().public_key().public_bytes_raw().hex() if can_sign() else None

    def degraded(self, since: str) -> Degraded | None:
        """What a signature lacks: outsiders can't check an HMAC, and a key beside the data is had with it."""
        wanted = "receipts that outsiders can check, signed with a key kept away from the data"
        if not can_sign():
            return Degraded(
                component="receipt-signature",
                wanted=wanted,
                used="an HMAC with the audit key",
                reason="the extra muniment[signing] is not installed",
                since=since,
                remedy="install muniment[signing]",
            )
        if not os.path.abspath(self._path).startswith(os.path.abspath(self._data) + "/"):
            return None
        return Degraded(
            component="receipt-signature",
            wanted=wanted,
            used=f"an Ed25519 key inside the data directory ({FILE})",
            reason="audit.signing_key_file is not set, or points into the data directory",
            since=since,
            remedy=f"move {FILE} elsewhere and name it in audit.signing_key_file (MUNIMENT_AUDIT_SIGNING_KEY_FILE)",
        )

    def _private_key(self) -> "Ed25519PrivateKey":
        raw = _read(self._path)
        if raw is None:
            with service_lock(self._data, "signing-key"):
                raw = _read(self._path) or _make(self._path)
        return _parse(raw)


def can_sign() -> bool:
    """Whether the library for Ed25519 is there."""
    return importlib.util.find_spec("cryptography") is not None


def key_id(public: bytes) -> str:
    """The short name of a public key."""
    return hashlib.sha256(public).hexdigest()[:16]


def is_signed_by(body: bytes, signature: Signature, public: bytes) -> bool:
    """Whether an Ed25519 signature over a canonical form is by this public key. InvalidError without the extra."""
    if not can_sign():
        raise InvalidError("an Ed25519 signature is checked with muniment[signing]", field="signature")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(base64.b64decode(signature.value), DOMAIN + body)
    except (InvalidSignature, ValueError):
        return False
    return signature.kind == ED25519 and signature.key == key_id(public)


def is_ours(body: bytes, signature: Signature, key: ChainKey) -> bool:
    """Whether an HMAC signature is by the audit key. IntegrityError when that key is not here."""
    return signature.kind == HMAC and hmac.compare_digest(key.mac(DOMAIN + body, signature.key), signature.value)


def read_public_key(given: str) -> bytes:
    """The 32 bytes of a public key given in hex, or as a file that holds hex or PEM. InvalidError for anything else."""
    text = given
    if os.path.isfile(given):
        try:
            with open(given, encoding="ascii", errors="replace") as file:
                text = file.read()
        except OSError as error:
            raise InvalidError(f"the file can't be read: {given}: {error.strerror}", field="public-key") from None
    try:
        return _from_pem(text) if "-----BEGIN" in text else bytes.fromhex(_checked_length(text.strip()))
    except ValueError:
        raise InvalidError(
            "a public key is 64 hex digits, or a file with these or with PEM", field="public-key"
        ) from None


def _checked_length(text: str) -> str:
    if len(text) != 64:
        raise ValueError(text)
    return text


def _from_pem(text: str) -> bytes:
    if not can_sign():
        raise InvalidError("PEM is read with muniment[signing]; give the key in hex", field="public-key")
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    loaded = load_pem_public_key(text.encode())
    if not isinstance(loaded, Ed25519PublicKey):
        raise ValueError(text)
    return loaded.public_bytes_raw()


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _make(path: str) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    raw = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    make_private_directory(os.path.dirname(os.path.abspath(path)))
    write_private(path, raw)
    return raw


def _parse(raw: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        loaded = load_pem_private_key(raw, None)
    except (ValueError, TypeError):
        loaded = None
    if not isinstance(loaded, Ed25519PrivateKey):
        raise IntegrityError("the signing key file holds no Ed25519 key", field="audit.signing_key_file")
    return loaded
