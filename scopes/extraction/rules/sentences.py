"""A turn's text as sentences, and the language of each."""

import re

__all__ = ["has_han", "sentences"]

_HAN = re.compile(r"[\u3400-\u9fff]")
_END = re.compile(
    r"(?<=[。！？!?；])(?![?!？！”」』\"')）])\s*|(?<=[.…])(?<!\b[A-Z]\.)(?<!\b(?:Mr|Dr|Ms|St|"
    r"vs)\.)(?<!\b(?:Mrs|etc)\.)\s+(?=[A-Z\"'(\u3400-\u9fff]|i\b|i')"
    r"|(?<=[^\W_]{2}\.)(?<!\b(?:etc|esp|min|max)\.)(?<!\bapprox\.)\s+(?=[a-z])"
    r"|\s*\n+\s*(?:[-*•]\s+|\d+[.)、]\s*)?"
)
_BLANKS = re.compile(r"[^\S\n]{2,}")  # a long run of them would be tried from each of its places
_EMOJI = re.compile(r"[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+")
_AFTER_EMOJI = re.compile(r"(?<=[\w)）])\s*[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+\s*(?=[\w(（])")
_ASIDE = re.compile(
    r"\s?[（(](?:[^）)]{0,80}[?？]|[^）)]{41,120}|[^）)\w]*|(?:lol|haha\w*|笑|哈+|狗头|雾|bushi|不是))[）)]"
)
_MOST = 400


def has_han(text: str) -> bool:
    """Whether there is a Chinese character in it."""
    return _HAN.search(text) is not None


def sentences(text: str) -> list[str]:
    """The sentences, in their order, without pictograms, long asides and asides that ask; one too long to be a
    statement is left out."""
    text = _BLANKS.sub(" ", text)
    if not text.isascii():
        text = _EMOJI.sub(" ", _AFTER_EMOJI.sub("\n", text))
    if "(" in text or "（" in text:
        text = _ASIDE.sub("", text)
    return [found for part in _END.split(text) if 2 <= len(found := part.strip(" \t-*•")) <= _MOST]
