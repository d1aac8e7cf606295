"""Text as bytes: the one check that a string can be written at all."""

from scopes.errors import InvalidError


def utf8_size(text: str, field: str) -> int:
    """Bytes of the text in UTF-8. InvalidError for a lone surrogate: two ids or names must never share their bytes."""
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise InvalidError(f"{field} holds a lone surrogate", field=field) from None
