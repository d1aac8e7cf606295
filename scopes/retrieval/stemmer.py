"""English stems: Porter2 as Snowball 3.1 defines it, behind a table of irregular forms that no suffix rule can reach.

Source of the rules: https://snowballstem.org/algorithms/english/stemmer.html.
"""

import re

from scopes.retrieval.irregular import IRREGULAR

__all__ = ["porter2", "stem"]

_VOWELS = "aeiouy"
_VOWEL_CONSONANT = re.compile(r"[aeiouy][^aeiouy]")
_CONSONANT_Y = re.compile(r"(^|[aeiouy])y")
_LONG_R1 = re.compile(r"arsen|commun|emerg|gener|inter|later|organ|past|univers")
_SHORT_SYLLABLE = re.compile(r"(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$")
_DOUBLES = frozenset(("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt"))

_WHOLE_WORDS = {
    "skis": "ski",
    "skies": "sky",
    "idly": "idl",
    "gently": "gentl",
    "ugly": "ugli",
    "early": "earli",
    "only": "onli",
    "singly": "singl",
} | {word: word for word in ("sky", "news", "howe", "atlas", "cosmos", "bias", "andes")}
_NOT_PARTICIPLES = frozenset(("inning", "outing", "canning", "herring", "earring", "evening"))
_KEEP_EED = frozenset(("proc", "exc", "succ"))

_POSSESSIVE = re.compile(r"(?:'s'|'s|')$")
_STEP_1B = re.compile(r"(?:eedly|eed|edly|ed|ingly|ing)$")
_STEP_2_ENDINGS = {
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "abli": "able",
    "entli": "ent",
    "izer": "ize",
    "ization": "ize",
    "ational": "ate",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "aliti": "al",
    "alli": "al",
    "fulness": "ful",
    "ousli": "ous",
    "ousness": "ous",
    "iveness": "ive",
    "iviti": "ive",
    "biliti": "ble",
    "bli": "ble",
    "ogist": "og",
    "ogi": "og",
    "fulli": "ful",
    "lessli": "less",
    "li": "",
}
_STEP_3_ENDINGS = {
    "tional": "tion",
    "ational": "ate",
    "alize": "al",
    "icate": "ic",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
    "ative": "",
}
_STEP_2 = re.compile(f"(?:{'|'.join(_STEP_2_ENDINGS)})$")
_STEP_3 = re.compile(f"(?:{'|'.join(_STEP_3_ENDINGS)})$")
_STEP_4 = re.compile(r"(?:al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ism|ate|iti|ous|ive|ize|(?P<ion>ion))$")


def stem(word: str) -> str:
    """The stem under which a lower-case English word is indexed: `went`, `going` and `goes` are all `go`."""
    return porter2(IRREGULAR.get(word, word))


def porter2(word: str) -> str:
    """The Porter2 stem of a lower-case word."""
    if word in _WHOLE_WORDS:
        return _WHOLE_WORDS[word]
    if len(word) < 3:
        return word
    word = _CONSONANT_Y.sub(r"\1Y", word.removeprefix("'"))
    r1, r2 = _regions(word)
    word = _past_or_participle(_plural(word), r1)
    word = _final_y(word)
    word = _derived(_STEP_2, _STEP_2_ENDINGS, word, r1, r2)
    word = _derived(_STEP_3, _STEP_3_ENDINGS, word, r1, r2)
    word = _residual(word, r2)
    return _final_e_or_l(word, r1, r2).lower()


def _regions(word: str) -> tuple[int, int]:
    """Where R1 and R2 begin: after the first and the second consonant that follows a vowel."""
    found = _LONG_R1.match(word) or _VOWEL_CONSONANT.search(word)
    r1 = found.end() if found else len(word)
    found = _VOWEL_CONSONANT.search(word, r1)
    return r1, found.end() if found else len(word)


def _has_vowel(part: str) -> bool:
    return any(letter in _VOWELS for letter in part)


def _plural(word: str) -> str:
    word = _POSSESSIVE.sub("", word)
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _has_vowel(word[:-2]):
        return word[:-1]
    return word


def _past_or_participle(word: str, r1: int) -> str:
    found = _STEP_1B.search(word)
    if found is None or word in _NOT_PARTICIPLES:
        return word
    root = word[: found.start()]
    if found[0].startswith("eed"):
        return root + "ee" if len(root) >= r1 and root not in _KEEP_EED else word
    if found[0] == "ing" and len(root) == 2 and root[1] == "y" and root[0] not in _VOWELS:
        return root[0] + "ie"
    return _mended(root, r1) if _has_vowel(root) else word


def _mended(root: str, r1: int) -> str:
    """The root of a word that lost -ed or -ing, with the e put back or the doubled consonant halved."""
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if root[-2:] in _DOUBLES:
        return root if len(root) == 3 and root[0] in "aeo" else root[:-1]
    return root + "e" if len(root) == r1 and _SHORT_SYLLABLE.search(root) else root


def _final_y(word: str) -> str:
    if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS:
        return word[:-1] + "i"
    return word


def _derived(pattern: re.Pattern[str], endings: dict[str, str], word: str, r1: int, r2: int) -> str:
    found = pattern.search(word)
    if found is None or found.start() < r1:
        return word
    ending, root = found[0], word[: found.start()]
    if ending == "li" and root[-1:] not in tuple("cdeghkmnrt"):
        return word
    if (ending == "ogi" and not root.endswith("l")) or (ending == "ative" and len(root) < r2):
        return word
    return root + endings[ending]


def _residual(word: str, r2: int) -> str:
    found = _STEP_4.search(word)
    if found is None or found.start() < r2:
        return word
    root = word[: found.start()]
    return word if found["ion"] and not root.endswith(("s", "t")) else root


def _final_e_or_l(word: str, r1: int, r2: int) -> str:
    root = word[:-1]
    if word.endswith("e"):
        gone = len(root) >= r2 or (len(root) >= r1 and not _SHORT_SYLLABLE.search(root))
        return root if gone else word
    return root if word.endswith("ll") and len(root) >= r2 else word
