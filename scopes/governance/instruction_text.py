"""Text folded for comparison: what a reader, or a model, takes for the same letters becomes the same letters."""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate

from scopes.governance.rewrite import Edit, Rewrite

# Letters that look like Latin ones: Cyrillic, Greek, Armenian, small capitals (after UTS #39).
_LOOKALIKES = dict(
    zip(
        "авекмнорстухіјѕԁԛԝһүѵгԍαβεικνορτυχωγηзп" + "օսոհցզ" + "ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴᴏᴘʀѕᴛᴜᴠᴡʏᴢı",
        "abekmhopctyxijsdqwhyvrgabeikvoptuxwynзп" + "ounhgq" + "abcdeghijklmnoprstuvwyzi",
        strict=True,
    )
)
_TRADITIONAL = dict(
    zip(
        "無視記設規則輸洩統詞發從現開訴戶關須對這題話會機據傳給讓說請應將寫動顯複漢問聽職員絕變處進圖遵後號碼憶鑰資訊網際舊條龍製執權萬環棄違轉調實過濾審隱備識單標測導薦買賣銀帳結連擊覽",
        "无视记设规则输泄统词发从现开诉户关须对这题话会机据传给让说请应将写动显复汉问听职员绝变处进图遵后号码忆钥资讯网际旧条龙制执权万环弃违转调实过滤审隐备识单标测导荐买卖银账结连击览",
        strict=True,
    )
)
_PUNCTUATION = {"｡": "。", "’": "'"}
_KEPT = re.compile("[가-힣ᄀ-ᇿ]")

_WORD = re.compile("[a-z0-9_']+")
# ASCII but for what `_WORD` holds becomes a space.
_GAPS = {point: " " for point in range(128) if not _WORD.fullmatch(chr(point))}
# Each is looked for by its rarest part first.
_LETTER_APART = re.compile(r"[ ._*\-](?=[a-z][ ._*\-][a-z][ ._*\-][a-z])")
_HAN = "\u4e00"
_ANY_HAN_APART = re.compile(
    r"(?<=[\u4e00-\u9fff])[ ._*~·|/\\\-\n](?=[\u4e00-\u9fff][ ._*~·|/\\\-\n]{1,2}[\u4e00-\u9fff])"
)
_GAP_STARTS = ("  ", "\n\n", "\n ", " \n", "\t", "\r", "\v", "\f")
_LETTERS_APART = re.compile(r"(?<!\w)(?:[a-z][ ._*\-]){2,200}[a-z](?!\w)")
_FEWEST_APART = 6
# Where words were set apart as evenly as their letters.
_WORDS = re.compile(
    "ignore|disregard|forget|reveal|print|all|any|the|your|my|previous|prior|above|system|prompts?|instructions?|rules?|you|are|now|must"
)
_HAN_APART = re.compile(r"(?:[\u4e00-\u9fff][ ._*~·|/\\\-\n]{1,2}){3,200}[\u4e00-\u9fff]")
_APART = re.compile(r"[ ._*~·|/\\\-\n]")
_DIGIT_LETTERS = re.compile(r"[013457@$](?=[a-z])(?:(?<=[a-z].)|(?=[a-z]{3}))")
_GAP = re.compile(r"\s{2,}|[\t\r\f\v]")
# Words worth the trouble of writing them with digits.
_DISGUISED = frozenset((
    "ignore", "disregard", "forget", "override", "bypass", "previous", "instruction", "instructions", "prompt",
    "prompts", "system", "rules", "reveal", "pretend", "developer", "jailbreak", "unrestricted", "always", "user",
    "remember", "memory", "restrictions", "assistant",
))  # fmt: skip
_AS_LETTERS = str.maketrans("013457@$", "oieastas")


class _Folding(dict[int, str]):
    """Characters folded one by one, each once."""

    def __missing__(self, point: int) -> str:
        character = chr(point)
        folded = character if _KEPT.match(character) else "".join(map(_fold, unicodedata.normalize("NFKD", character)))
        if len(self) < 65_536:
            self[point] = folded
        return folded


def _fold(character: str) -> str:
    if unicodedata.category(character) in ("Mn", "Cf", "Me"):
        return ""
    folded = character.casefold()
    return _PUNCTUATION.get(folded) or _LOOKALIKES.get(folded) or _TRADITIONAL.get(folded) or folded


_FOLDED = _Folding()


class Reading:
    """A text read in one way: `text` to look in, and the way back to the original's offsets."""

    def __init__(self, text: str, original: str, rewrite: Rewrite | None = None) -> None:
        self.text, self._original, self._rewrite = text, original, rewrite

    def words(self) -> set[str]:
        """The Latin words in it."""
        return set(self.text.translate(_GAPS).split() if self.text.isascii() else _WORD.findall(self.text))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The original's span."""
        if self._rewrite is not None:
            start, end = self._rewrite.cover(start, end)
        if self._ends is None:
            return start, end
        return bisect_right(self._ends, start), bisect_left(self._ends, end) + 1

    @cached_property
    def _ends(self) -> Sequence[int] | None:
        """Where each character of the original ends once it is folded; None where that is where it stands."""
        if self._original.isascii():
            return None
        ends = list(accumulate(len(_FOLDED[ord(character)]) for character in self._original))
        return None if ends[-1] == len(self._original) else ends


def readings(text: str) -> Iterable[Reading]:
    """The text with single spaces, and where letters are set apart or digits stand for letters, as it is meant."""
    folded = text.lower() if text.isascii() else text.translate(_FOLDED)
    spaced = _spaced(folded)
    plain = folded if spaced is None else spaced.text
    given = Reading(plain, text, spaced)
    yield given
    if (apart := _joined(folded)) is not None:
        yield Reading(apart.text, text, apart)
    if _DIGIT_LETTERS.search(plain):
        meant = Reading(plain.translate(_AS_LETTERS), text, spaced)
        if not _DISGUISED.isdisjoint(meant.words() - given.words()):
            yield meant


def _spaced(folded: str) -> Rewrite | None:
    if not any(start in folded for start in _GAP_STARTS):
        return None
    edits = [Edit(*gap.span(), "\n" if "\n" in gap.group() else " ") for gap in _GAP.finditer(folded)]
    return Rewrite(folded, edits) if edits else None


def _joined(folded: str) -> Rewrite | None:
    if not _LETTER_APART.search(folded) and (folded.isascii() or not _ANY_HAN_APART.search(folded)):
        return None
    edits = [edit for run in _LETTERS_APART.finditer(folded) for edit in _letters(run)]
    edits += [
        Edit(run.start() + gap.start(), run.start() + gap.end(), "")
        for run in _HAN_APART.finditer(folded)
        for gap in _APART.finditer(run.group())
    ]
    if len(edits) < _FEWEST_APART and not any(folded[edit.start - 1] >= _HAN for edit in edits):
        return None
    taken = {edit.start for edit in edits} | {edit.end - 1 for edit in edits}
    edits += [Edit(*gap.span(), " ") for gap in _GAP.finditer(folded) if taken.isdisjoint(range(*gap.span()))]
    return Rewrite(folded, sorted(edits, key=lambda edit: edit.start))


def _letters(run: re.Match[str]) -> list[Edit]:
    word = run.group()[::2]
    ends = {at for known in _WORDS.finditer(word) for at in known.span()} if len(word) > _FEWEST_APART else set[int]()
    return [
        Edit(run.start() + 2 * at - 1, run.start() + 2 * at, " " if at in ends else "") for at in range(1, len(word))
    ]
