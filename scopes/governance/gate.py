"""Decides in a few microseconds that a text has nothing the notary could want to look at."""

import re

from scopes.governance import additions, credentials, markup, surroundings
from scopes.governance import unicode_tables as tables
from scopes.governance.code_points import ASTRAL, character_class, coarse
from scopes.governance.invisible import FILLERS, FOREIGN_LINE_ENDS, REMOVED
from scopes.governance.oddities import LOOKALIKES, PRIVATE_USE
from scopes.governance.rules import BUILT_IN, NotaryRules

_NOTICED = (
    *(table for _, table in REMOVED),
    PRIVATE_USE,
    "d800-dfff",
    "fffc 2800",
    tables.UNASSIGNED,
    tables.MARK,
    tables.COMPATIBLE,
)
# Tag openings and the first characters of what the readings of `views` resolve.
_OPENERS = r"<&%\\"
_RANGES = dict.fromkeys(entry for table in (*_NOTICED, ASTRAL) for entry in coarse(table).split())
_CHARACTER = re.compile("[" + _OPENERS + FILLERS + FOREIGN_LINE_ENDS + LOOKALIKES + character_class(*_RANGES) + "]")


def is_plain(text: str, rules: NotaryRules = BUILT_IN) -> bool:
    """Whether no rule can apply; False says only that the stages have to look."""
    if _CHARACTER.search(text) or surroundings.hinted(text):
        return False
    together = "".join(text.split())
    if credentials.hinted(together) or markup.touches(together):
        return False
    return rules == BUILT_IN or not additions.redact(text, rules)
