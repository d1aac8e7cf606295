"""The Chinese dictionary: rjieba where it is installed, jieba otherwise, nothing where neither can load.

Both give the same words for a run of Han characters (HMM off); rjieba is about ten times as fast and half the size.
"""

import importlib
import logging
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from scopes.model import Degraded, iso, utc_now

__all__ = ["Cut", "Segmenter", "warm"]

Cut = Callable[[str], Iterable[str]]

_log = logging.getLogger(__name__)
_LOAD_ERRORS = (ImportError, OSError, SyntaxError, ValueError, EOFError)


class Segmenter(msgspec.Struct, frozen=True):
    """How a run of Han characters is cut into dictionary words; without `cut`, `degraded` says why.

    `cut` gives the words within words too, `cut_once` doesn't; `knows` tells whether the dictionary has a word.
    """

    name: str
    cut: Cut | None = None
    cut_once: Cut | None = None
    knows: Callable[[str], object] | None = None
    degraded: Degraded | None = None

    def long_words(self, texts: Sequence[Sequence[str]]) -> list[list[str]]:
        """Of each text, given as its runs of Han characters, what `cut` gives of three and more; cut all at once."""
        found: list[list[str]] = [[] for _ in texts]
        if self.cut_once is None or self.knows is None:
            return found
        cut = self.cut_once("\n".join(map(" ".join, texts)))
        number = 0
        for word in [word for word in cut if len(word) > 2 or word == "\n"]:
            if word == "\n":
                number += 1
                continue
            found[number].append(word)
            if len(word) > 3:
                found[number] += filter(self.knows, (word[at : at + 3] for at in range(len(word) - 2)))
        return found


_loaded: Segmenter | None = None


def warm(cache_dir: str | None = None) -> Segmenter:
    """Load the dictionary once a process; call it before the fork, so that the workers share its pages.

    jieba unmarshals a cache file from `cache_dir`, which therefore must belong to the service alone; without one it
    works in a private folder that is gone afterwards. Never raises: a dictionary that can't load is reported.
    """
    global _loaded
    if _loaded is None:
        _loaded = _load(cache_dir)
    return _loaded


def _load(cache_dir: str | None) -> Segmenter:
    try:
        return _load_rjieba()
    except ImportError:
        pass
    try:
        return _load_jieba(cache_dir)
    except _LOAD_ERRORS as error:
        _log.warning("no Chinese dictionary", extra={"reason": type(error).__name__})
        return Segmenter("none", degraded=_without_dictionary(error))


def _load_rjieba() -> Segmenter:
    rjieba: Any = importlib.import_module("rjieba")
    rjieba.cut("词典", False)

    def cut(run: str) -> Iterable[str]:
        return rjieba.cut_for_search(run, False)

    def cut_once(run: str) -> Iterable[str]:
        return rjieba.cut(run, False)

    return Segmenter("rjieba", cut, cut_once, rjieba.has_word)


def _load_jieba(cache_dir: str | None) -> Segmenter:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its source has invalid escapes, and asks for pkg_resources
        jieba: Any = importlib.import_module("jieba")
    jieba.setLogLevel(logging.CRITICAL)
    private = _private_folder()
    try:
        jieba.dt.tmp_dir = cache_dir or private
        jieba.dt.initialize()
    finally:
        shutil.rmtree(private, ignore_errors=True)

    def cut(run: str) -> Iterable[str]:
        return jieba.dt.cut_for_search(run, HMM=False)

    def cut_once(run: str) -> Iterable[str]:
        return jieba.dt.cut(run, HMM=False)

    return Segmenter("jieba", cut, cut_once, jieba.dt.FREQ.get)


def _private_folder() -> str:
    """A new folder of this process alone; where none can be made, a path that jieba can't use and does without."""
    try:
        return tempfile.mkdtemp(prefix="muniment-jieba-")
    except OSError:
        return os.devnull


def _without_dictionary(error: Exception) -> Degraded:
    return Degraded(
        component="segmenter",
        wanted="the jieba dictionary",
        used="characters and pairs of characters",
        reason=type(error).__name__,
        since=iso(utc_now()),
        remedy="reinstall jieba, or install the extra: pip install 'muniment[rjieba]'",
    )
