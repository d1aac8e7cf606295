"""What a skill is called when nobody says: the same task gets the same name, whoever comes first."""

import hashlib
import re
import unicodedata

from scopes.retrieval.stopwords import is_english_stop
from scopes.storage.front_matter import NAME_CHARACTERS

__all__ = ["TAKEN", "name_of"]

TAKEN = frozenset({"traces"})
"""What no skill is called: traces are sent to `/v1/skills/traces`."""

_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_MOST_WORDS, _DIGEST = 6, 8


def name_of(task: str) -> str:
    """A name of `a-z0-9-` out of the words of a task; what they can't say of it, or not in full, a digest does.

    Function words, case and punctuation don't matter: "Deploy the blog" and "deploy blog!" are one task. They are what
    tells two tasks apart that are made of nothing else: "Do it" and "Do this", or two emoji.
    """
    folded = " ".join(unicodedata.normalize("NFKC", task).casefold().replace("’", "'").split())
    found = [word.replace("'", "") for word in _WORD.findall(folded) if not is_english_stop(word)]
    shown = "-".join(found[:_MOST_WORDS])[: NAME_CHARACTERS - _DIGEST - 1].strip("-")
    others = "".join(character for character in folded if character > "\x7f" and character.isalnum())
    if shown and shown == "-".join(found) and not others and shown not in TAKEN:
        return shown
    told = [*found, others] if found or others else _WORD.findall(folded) or [folded]
    digest = hashlib.sha256("\x1f".join(told).encode()).hexdigest()[:_DIGEST]
    return f"{shown or 'skill'}-{digest}"
