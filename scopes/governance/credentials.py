"""Replaces credentials by `[REDACTED:<rule>]`: a constant, without a digest or the last four digits.

The formats of `formats` are sought in the text and in the readings of `views`; what is found in a reading is
replaced in the text itself, and a field in which that is impossible is refused.
"""

from collections.abc import Iterator

from scopes.errors import InvalidError
from scopes.governance import blocks, wrapped
from scopes.governance.formats import matches, possible
from scopes.governance.plausible import is_credible
from scopes.governance.rewrite import Edit, merged
from scopes.governance.views import READINGS


def hinted(text: str) -> bool:
    """Whether the text may have a credential, whitespace not looked at; cheap, and never wrongly False."""
    return blocks.hinted(text) or bool(possible(text))


def redact(text: str, field: str) -> list[Edit]:
    """The replacements that take every recognised credential out of the text.

    Raises InvalidError naming the field when a credential shows only in another reading and its ends fall inside
    one character of the text.
    """
    found = list(_find(text))
    lost = False
    for view in filter(None, (reading(text) for reading in READINGS)):
        for rule, start, end in _find(view.text):
            span = view.exact(start, end)
            if span:
                found.append((rule, *span))
            else:
                lost = True
    found += wrapped.find(text)
    if lost and not found:
        raise InvalidError("a credential is hidden in characters that can't be told apart from it", field=field)
    return merged(Edit(start, end, f"[REDACTED:{rule}]", rule) for rule, start, end in found)


def _find(text: str) -> Iterator[tuple[str, int, int]]:
    for entry in possible(text):
        for match in matches(entry.pattern, text):
            if is_credible(entry, match):
                yield entry.rule, *match.span("secret" if "secret" in match.re.groupindex else 0)
    for start, end in blocks.spans(text):
        yield "private-key", start, end
