"""A word that was never there before, written into a scope made for it and looked for everywhere else.

That scope is gone afterwards, without a trace in ledger or figures, also when the search fails.
"""

import contextlib
import os
import shutil
import stat
import time
from collections.abc import Generator, Iterator

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.errors import IntegrityError
from scopes.governance.finding import Finding
from scopes.lines import chat, wiki
from scopes.model import ScopeIds
from scopes.paths import relative_path
from scopes.registry import Registry
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.scope import Scope
from scopes.storage.batch import Author
from scopes.storage.journal import mint_id

_AUTHOR = Author("isolation")
_GRAIN_SECONDS = 2.0
_WAIT_SECONDS = 30.0
_PIECE = 1024 * 1024


def look_for_a_word(registry: Registry, others: list[ScopeIds]) -> tuple[list[Finding], int]:
    """What was found of it where it must not be, and how many files of the other scopes were read for it."""
    word, started = f"canary{mint_id()}", time.time() - _GRAIN_SECONDS
    with _temporary(registry.engine.config) as canary:
        _write(canary, word)
        findings = [] if _answers(canary, word) else [_lost()]
        findings += [_found(relative_path(ids)) for ids in others if _answers(Scope(registry.engine, ids), word)]
        searched = 0
        for path, of_scope in _files(registry.engine.config.data, canary.room.layout.root, started):
            searched += of_scope
            if _holds(path, word.encode()):
                findings.append(_found(os.path.relpath(path, registry.engine.config.data)))
    return findings, searched


def _lost() -> Finding:
    return Finding("canary_lost", "the word is not found through its own scope: nothing was shown")


def _found(path: str) -> Finding:
    return Finding("canary_found", "a word written in one scope is found in another place", file=path)


@contextlib.contextmanager
def _temporary(config: EngineConfig) -> Generator[Scope]:
    """A scope of an app that nobody has, counted for no quota and gone at the end whatever happens."""
    engine = Engine(config)
    scope = Scope(engine, ScopeIds(f"isolation-{mint_id()}", "canary"))
    try:
        yield scope
    finally:
        engine.close()
        _remove(config.data, scope, engine.gate_paths(scope.ids))


def _remove(data: str, scope: Scope, gates: tuple[str, str]) -> None:
    trash = f"{data}/trash/{mint_id()}"
    os.makedirs(os.path.dirname(trash), mode=0o700, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):
        os.rename(scope.room.layout.root, trash)
        shutil.rmtree(trash)
    for path in (scope.room.lock_path, *gates):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
    for path in (scope.room.layout.root, scope.room.lock_path):
        with contextlib.suppress(OSError):
            while (path := os.path.dirname(path)) not in (f"{data}/scopes", f"{data}/locks"):
                os.rmdir(path)


def _write(scope: Scope, word: str) -> None:
    config = scope.room.config
    item = wiki.NewItem("canary", word, f"{word} sings")
    request = chat.MemorizeRequest((chat.Message("user", f"{word} speaks"),), extract="none")
    scope.write(lambda batch: wiki.put(batch, item, config), author=_AUTHOR).result(_WAIT_SECONDS)
    scope.write(chat.memorize(request, config, mint_id()), author=_AUTHOR).result(_WAIT_SECONDS)


def _answers(scope: Scope, word: str) -> bool:
    try:
        view = scope.read()
    except IntegrityError:
        return False  # it can't be read at all; `verify` says why
    result = Retriever().retrieve(view, view.index, RetrieveQuery(query=word, threshold=0))
    return any(word in hit.content or word in hit.address for hit in result.hits)


def _files(data: str, besides: str, since: float) -> Iterator[tuple[str, bool]]:
    """(path, whether it is of a scope) of what is read: all of the other scopes, and of the rest what changed since.

    What the service keeps outside of scopes, and was not changed since the word was made, can't hold it.
    """
    for folder, folders, names in os.walk(data):
        folders[:] = [name for name in folders if os.path.join(folder, name) != besides]
        of_scope = f"{folder}/".startswith(f"{data}/scopes/")
        for name in names:
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                state = os.lstat(path)
                if stat.S_ISREG(state.st_mode) and (of_scope or state.st_ctime >= since):
                    yield path, of_scope


def _holds(path: str, word: bytes) -> bool:
    """Whether a file holds the word, read in pieces that overlap by its length."""
    before = b""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        while piece := file.read(_PIECE):
            if word in before + piece:
                return True
            before = piece[-len(word) :]
    return False
