"""Every kind of write that a fault is tried on: `name -> Kind(prepare, act)`; add a line for a new one."""

import functools
import io
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from unittest.mock import patch

from ops import private_files
from ops.archive import export
from ops.archive.importing import Importer
from ops.archive.limits import ImportLimits
from ops.erasures import Erasures
from ops.keys import KeyRing, NewKey
from ops.ledger import Ledger, Receipt
from ops.principal import Grant
from ops.spans import ErasureRequest
from scopes.config import EngineConfig
from scopes.engine import read_chain_key
from scopes.governance.erase import Evidence, select_item
from scopes.lines import chat, diary, files, preferences, wiki, workspace
from scopes.lines.precondition import Always
from scopes.model import ScopeIds
from scopes.registry import Registry
from tests.faults.workload import AUTHOR, Change, Erase, idempotency, submit

IDS = ScopeIds("app", "alice", "bot")
FILE = "# f\n\n## one\n\n1\n\n## two\n\n2\n"
Act = Callable[[Registry], object]


def held(registry: Registry) -> object:
    """What a scope holds, but for ids and times; None for nothing: a scope that was just made is as good as none."""
    scope = registry.scope(IDS)
    if not scope.exists():
        return None
    items = [item for item in scope.snapshot().items.values() if item.file != "later"]
    wiki_items = sorted((item.address, item.content) for item in items if item.layer == "wiki")
    others = sorted((item.layer, item.content) for item in items if item.layer != "wiki")
    shown = wiki_items, others, scope.snapshot().settings.diary
    return None if shown == ([], [], True) else shown


class Kind(NamedTuple):
    """A write, what is to be there before it, how to tell what is there, and whether a person's edit waits in it."""

    prepare: Act
    act: Act
    state: Callable[[Registry], object] = held
    config: Mapping[str, Any] = MappingProxyType({})
    by_hand: bool = False


def write(change: Change, number: int = 1, *, keyed: bool = False) -> Act:
    """Do a write and wait for it."""
    return lambda registry: submit(registry.scope(IDS), change, idempotency(number) if keyed else None).result(20)


def add(file: str, name: str, content: str = "text") -> Change:
    return lambda batch, room: wiki.put(batch, wiki.NewItem(file, name, content), room.config).item.id


def memorize(*, extract: str, **more: Any) -> Change:
    messages = tuple(chat.Message("user", f"turn {number}", f"m{number}") for number in range(2))
    request = chat.MemorizeRequest(messages, "talk", extract=extract, **more)
    return lambda batch, room: chat.memorize(request, room.config, "o1")(batch).id


def patched(**fields: Any) -> Change:
    def change(batch, room):
        return wiki.patch(batch, _id(batch), wiki.ItemPatch(**fields), Always(), room.config).item.id

    return change


def archived(batch, room):
    return wiki.archive(batch, _id(batch), None, room.config).id


def erased(evidence: Evidence) -> Erase:
    return Erase(lambda batch: select_item(batch, _id(batch), evidence))


def put_file(text: str) -> Change:
    return lambda batch, room: files.put(batch, "chat/wiki/f.md", text, Always(), room.config).id


def remove_file(batch, room):
    return files.archive(batch, "chat/wiki/f.md", Always(), room.config).id


def enter(batch, room):
    return diary.append(batch, diary.NewEntry("an entry", at="2026-07-01T10:00:00Z"), room.config).id


def no_diary(batch, room):
    return str(preferences.patch(batch, preferences.SettingsPatch(diary=False), room).diary)


def put_page(text: str) -> Change:
    new = workspace.NewFile("f.md", workspace.digest_of(text.encode()), len(text), "text/markdown", "markdown", text)
    return lambda batch, room: workspace.put(batch, new, Always(), room.config).document.id


PAGE = put_page("# One\n\nfirst\n\n# Two\n\nsecond\n")
removed_page = Erase(lambda batch: workspace.select(batch, ["f.md"]))


def _id(batch) -> str:
    return batch.addresses.get("a:x") or ""


def nothing(registry: Registry) -> None:
    """Not even a scope."""


def unsealed(registry: Registry) -> None:
    """A scope of several files, whose last writes stand in pending."""
    for change in (add("a", "x", "see [[b:y]]"), add("b", "y", "see [[a:x]]"), put_file(FILE), enter):
        write(change)(registry)
    checkpoint(registry)
    write(add("b", "z"))(registry)
    write(memorize(extract="verbatim"), 7, keyed=True)(registry)


def with_page(registry: Registry) -> None:
    """The same, and a page under the seal."""
    unsealed(registry)
    write(PAGE)(registry)
    checkpoint(registry)


def checkpoint(registry: Registry) -> None:
    registry.scope(IDS).close()


def sealed(registry: Registry) -> None:
    """The same, all of it under a seal."""
    unsealed(registry)
    checkpoint(registry)


def sealing(registry: Registry) -> None:
    """A write with the checkpoint behind it."""
    write(add("b", "w"))(registry)
    checkpoint(registry)


def edited(registry: Registry) -> None:
    """The same, and a person has changed a file since."""
    sealed(registry)
    path = Path(registry.scope(IDS).room.layout.root) / "chat/wiki/a.md"
    path.write_text(path.read_text() + "\n## by hand\n\nmine\n")


def erase(registry: Registry) -> object:
    return Erasures(registry, _ledger(registry)).erase(ErasureRequest(span="scope"), IDS, AUTHOR)


def _ledger(registry: Registry) -> Ledger:
    return Ledger(registry.engine.config.data, registry.engine.key, registry.engine.files)


def _keys(registry: Registry) -> KeyRing:
    return KeyRing(registry.engine.config.data)


def with_keys(registry: Registry) -> None:
    _keys(registry).create(NewKey(app="app", grants=(Grant(("read",)),)))


def private(change: Callable[[Registry], object]) -> Act:
    """An act on the service's own files, through the registry's file calls."""

    def act(registry: Registry) -> object:
        with patch.object(private_files, "_FILES", registry.engine.files):
            return change(registry)

    return act


def new_key(registry: Registry) -> object:
    return _keys(registry).create(NewKey(app="other", grants=(Grant(("write",)),)))


def revoke(registry: Registry) -> object:
    keys = _keys(registry)
    return keys.revoke(next(iter(keys.content().keys)))


def keys_known(registry: Registry) -> object:
    found = _keys(registry).content()
    return sorted(found.apps), sorted(record.revoked is not None for record in found.keys.values())


def enter_line(registry: Registry) -> None:
    _ledger(registry).append("note", id=None, actor="a", request=None)


def keep_receipt(registry: Registry) -> object:
    receipt = Receipt(
        id="a" * 16, scope="s", what="scope", at="now", actor=None, counts={}, layers=(), digests={}, limits="",
        complete=True,
    )  # fmt: skip
    return _ledger(registry).keep(receipt, None)


def ledger_lines(registry: Registry) -> object:
    """The number of lines; the chain must stand."""
    lines, findings = _ledger(registry).verify()
    return lines, tuple(finding["kind"] for finding in findings if finding.get("file") == "ledger.jsonl")


def new_audit_key(registry: Registry) -> object:
    config = registry.engine.config
    return read_chain_key(type(config)(data=f"{config.data}/deeper/down"), registry.engine.files)


def exported(prepare: Act) -> bytes:
    """The archive of a scope that another service has prepared."""
    with tempfile.TemporaryDirectory() as data:
        registry = Registry(EngineConfig(data=data))
        prepare(registry)
        made = export.begin(registry.scope(IDS).room, _ledger(registry), AUTHOR, 0)
        try:
            return b"".join(made)
        finally:
            made.close()
            registry.close()


_archive = functools.cache(exported)


def bring_in(registry: Registry, ids: ScopeIds, archive: bytes, **how: bool) -> object:
    importer = Importer(registry.engine, _ledger(registry), ImportLimits(2**20, 2**20, 2**20, 100, 100))
    return importer.bring_in(registry.scope(ids), io.BytesIO(archive), AUTHOR, **how)


def import_scope(registry: Registry) -> object:
    return bring_in(registry, IDS, _archive(unsealed))


def merge(registry: Registry) -> object:
    return bring_in(registry, IDS, _archive(unsealed), merge=True)


def merged(registry: Registry) -> object:
    """What a scope holds, and what verify says, once the merge, which may have been begun, was repeated."""
    merge(registry)
    return held(registry), registry.scope(IDS).verify().findings


GIVEN = {"items": [{"file": "a", "name": "g", "content": "given"}], "diary": "met"}
SMALL = {"journal_segment_bytes": 1_000}
KINDS: dict[str, Kind] = {
    "memorize verbatim": Kind(sealed, write(memorize(extract="verbatim"), keyed=True)),
    "memorize given": Kind(unsealed, write(memorize(extract="given", **GIVEN))),
    "add": Kind(sealed, write(add("a", "new"))),
    "replace": Kind(unsealed, write(add("a", "x", "a new version"))),
    "edit": Kind(sealed, write(patched(content="edited"))),
    "rename": Kind(sealed, write(patched(name="renamed"))),
    "soft delete": Kind(sealed, write(archived)),
    "hard delete": Kind(sealed, write(erased("keep"))),
    "erase an item": Kind(unsealed, write(erased("erase"), keyed=True)),
    "whole file": Kind(sealed, write(put_file("# f\n\n## two\n\n3\n\n## three\n\n3\n"))),
    "remove file": Kind(sealed, write(remove_file)),
    "diary": Kind(sealed, write(enter)),
    "workspace put": Kind(unsealed, write(PAGE, keyed=True)),
    "workspace put again": Kind(with_page, write(put_page("# One\n\nfirst\n\n# Two\n\nother\n"))),
    "workspace remove": Kind(with_page, write(removed_page, keyed=True)),
    "settings": Kind(sealed, write(no_diary)),
    "create": Kind(nothing, write(add("a", "x"))),
    "checkpoint": Kind(unsealed, sealing),
    "close a segment": Kind(unsealed, sealing, config=SMALL),
    "adopt": Kind(edited, write(add("a", "new")), by_hand=True),
    "erase a scope": Kind(sealed, erase),
    "import": Kind(nothing, import_scope),
    "merge": Kind(write(add("a", "mine")), merge, merged),
    "new key": Kind(with_keys, private(new_key), keys_known),
    "revoke a key": Kind(with_keys, private(revoke), keys_known),
    "ledger line": Kind(enter_line, enter_line, ledger_lines),
    "receipt": Kind(enter_line, keep_receipt, ledger_lines),
    "audit key": Kind(nothing, new_audit_key, lambda registry: None),
}
