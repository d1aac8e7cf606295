"""The fallbacks that a data directory has, whoever asks: a worker, or a command without a server."""

from ops.first_start import FILE as FIRST_KEYS
from ops.first_start import first_keys_present
from scopes.model import Degraded


def degraded_by_first_keys(directory: str, since: str) -> list[Degraded]:
    """The secrets of the first start, as long as they lie in the data directory."""
    if not first_keys_present(directory):
        return []
    return [
        Degraded(
            component="first-keys",
            wanted="secrets kept by their owners alone",
            used=FIRST_KEYS,
            reason="the keys of the first start still lie in the data directory",
            since=since,
            remedy="store them elsewhere and run `muniment keys adopt-first`",
        )
    ]
