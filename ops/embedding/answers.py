"""Reading what an endpoint answered: nothing of it is believed before it was checked."""

import base64
import binascii

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.errors import UnavailableError

__all__ = ["read_rows", "to_unit"]

_MOST_NUMBERS = 16_384


class _Row(msgspec.Struct):
    index: int
    embedding: list[float] | str


class _Answer(msgspec.Struct):
    data: list[_Row]


_DECODER = msgspec.json.Decoder(_Answer)


def read_rows(body: bytes, count: int, dim: int) -> NDArray[np.float32]:
    """The rows of an answer in the order of `index`, (count, dim), of length 1; a `dim` of 0 takes any.

    UnavailableError for an answer that is not one row for each text, of one length, finite and not null.
    """
    try:
        rows = sorted(_DECODER.decode(body).data, key=lambda row: row.index)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise UnavailableError("the endpoint's answer is no list of vectors") from None
    if [row.index for row in rows] != list(range(count)):
        raise UnavailableError(f"the endpoint answered {len(rows)} vectors, or others, to {count} texts")
    vectors = [_numbers(row.embedding) for row in rows]
    wanted = dim or len(vectors[0])
    if not 0 < wanted <= _MOST_NUMBERS or any(len(vector) != wanted for vector in vectors):
        found = next((len(vector) for vector in vectors if len(vector) != wanted), wanted)
        raise UnavailableError(f"the endpoint's vectors have {found} numbers", limit=dim or _MOST_NUMBERS)
    return to_unit(np.stack(vectors))


def to_unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of length 1; UnavailableError for a row that is not finite, or null and so without a direction."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))
    if not np.isfinite(lengths).all() or not lengths.all():
        raise UnavailableError("a vector of the model is not finite, or null")
    return (rows / lengths[:, None]).astype(np.float32)


def _numbers(embedding: list[float] | str) -> NDArray[np.float32]:
    """The numbers of one row: a list, or base64 of little-endian float32."""
    if isinstance(embedding, list):
        with np.errstate(over="ignore"):  # what float32 can't hold becomes infinite, and that is refused
            return np.array(embedding, np.float64).astype(np.float32)
    try:
        return np.frombuffer(base64.b64decode(embedding, validate=True), "<f4")
    except (binascii.Error, ValueError):
        raise UnavailableError("the endpoint's vectors are neither lists nor base64") from None
