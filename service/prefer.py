"""The `Prefer` header (RFC 7240): how long to wait for an outcome, and whether text may be altered."""

import re

import msgspec

from service.headers import Headers, header_values

_WAIT = re.compile(r"\d{1,6}", re.ASCII)


class Preferences(msgspec.Struct, frozen=True):
    """`wait`: seconds to wait for the outcome, None to answer at once. `strict`: refuse (422) rather than scrub."""

    wait: float | None = None
    strict: bool = False

    def applied(self) -> dict[str, str]:
        """The `Preference-Applied` header of the answer, if there is anything to say."""
        said = [] if self.wait is None else [f"wait={self.wait:g}"]
        said += ["strict"] if self.strict else []
        return {"Preference-Applied": ", ".join(said)} if said else {}


def read_preferences(headers: Headers, longest_wait: float) -> Preferences:
    """The preferences of a request; one that is unknown or malformed is ignored, as the RFC asks.

    The first of a repeated preference counts; a wait is cut to `longest_wait`.
    """
    given: dict[str, str] = {}
    for part in ",".join(header_values(headers, "Prefer")).split(","):
        name, _, value = part.partition(";")[0].partition("=")
        given.setdefault(name.strip().lower(), value.strip().strip('"'))
    wait = given.get("wait", "")
    granted = min(float(wait), longest_wait) if _WAIT.fullmatch(wait) else None
    return Preferences(granted, "strict" in given)
