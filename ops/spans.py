"""What an erasure spans, and which scope directories that is. Whatever lies there counts, also what names nobody."""

import os
from collections.abc import Callable, Iterator

import msgspec

from ops.receipts import Evidence, Span
from scopes import paths
from scopes.engine import Engine
from scopes.errors import IntegrityError, InvalidError
from scopes.model import DIMENSIONS, ScopeIds
from scopes.storage import room as rooms

WHOLE_SCOPES = ("run", "scope", "user", "app")


class ErasureRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to erase; the ids come with the request's scope. Nothing goes unless `dry_run` is false.

    `id` is an item's, `source` a source's, by the client's name or by its opaque id. With `evidence: keep` an item goes
    and the turns it was drawn from stay.
    """

    span: Span
    id: str | None = None
    source: str | None = None
    evidence: Evidence = "erase"
    dry_run: bool = True


class Place(msgspec.Struct, frozen=True):
    """A scope's directory; `ids` is None when nothing tells whose it is."""

    root: str
    ids: ScopeIds | None


def check_request(request: ErasureRequest, ids: ScopeIds) -> None:
    """Refuse (InvalidError) ids and fields that the span lacks, or that it has no use for."""
    given = {name for name in DIMENSIONS if getattr(ids, name) is not None}
    if request.span in ("item", "source", "scope", "run") and not given - {"run_id"}:
        raise InvalidError(f"span={request.span} takes one scope: name its ids", field="user_id")
    if request.span == "run" and ids.run_id is None:
        raise InvalidError("span=run takes run_id", field="run_id")
    if request.span == "user" and ids.user_id is None:
        raise InvalidError("span=user takes user_id", field="user_id")
    allowed = {"app": frozenset[str](), "user": frozenset({"user_id"})}.get(request.span, frozenset(DIMENSIONS))
    if superfluous := sorted(given - allowed):
        raise InvalidError(f"span={request.span} takes no {superfluous[0]}: it spans them all", field=superfluous[0])
    for field, span in (("id", "item"), ("source", "source")):
        if (getattr(request, field) is None) == (request.span == span):
            verb = "takes" if request.span == span else "takes no"
            raise InvalidError(f"span={request.span} {verb} {field}", field=field)
    if request.evidence == "keep" and request.span != "item":
        raise InvalidError("only span=item can keep the evidence", field="evidence")


def keyed_name(engine: Engine, span: Span, ids: ScopeIds) -> str:
    """What a receipt calls the thing that was erased: a keyed digest of its ids."""
    if span in ("user", "app"):
        return os.path.basename(engine.gate_paths(ids)[0 if span == "app" else 1])
    if span == "run":
        return engine.key.mac(b"muniment-run-1\0" + paths.canonical_bytes(ids), rooms.first_kid(engine.key))[:32]
    return os.path.basename(engine.room(ids).lock_path)


def places(data: str, span: Span, ids: ScopeIds) -> Iterator[Place]:
    """Every scope directory of a span, in path order; they may be taken away while they are told."""
    for root in _walk(f"{data}/scopes", _filters(span, ids)):
        yield Place(root, _whose(root, data))


def _filters(span: Span, ids: ScopeIds) -> list[Callable[[str], bool]]:
    """What a folder's name must be, level by level; an id that a user's, app's or run's span leaves open is any."""
    app, shard, user, agent, last = paths.levels(ids)
    if span == "app":
        return [app.__eq__, *[_any] * 4]
    if span == "user":
        return [app.__eq__, shard.__eq__, user.__eq__, _any, _any]
    if span != "run":
        return [name.__eq__ for name in (app, shard, user, agent, last)]
    character, run = paths.split_last(last)

    def is_of_run(name: str) -> bool:
        found = paths.split_last(name)
        return found[1] == run and (ids.character is None or found[0] == character)

    by_user = [shard.__eq__, user.__eq__] if ids.user_id is not None else [_any, _any]
    return [app.__eq__, *by_user, agent.__eq__ if ids.agent_id is not None else _any, is_of_run]


def _any(_: str) -> bool:
    return True


def _walk(folder: str, filters: list[Callable[[str], bool]]) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            found = sorted(entry.path for entry in entries if filters[0](entry.name) and _is_folder(entry))
    except (FileNotFoundError, NotADirectoryError):
        return
    for path in found:
        if len(filters) == 1:
            yield path
        else:
            yield from _walk(path, filters[1:])


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)


def _whose(root: str, data: str) -> ScopeIds | None:
    """The ids in scope.json if this is their place, else those that the folder names spell, else nobody's."""
    relative = root.removeprefix(f"{data}/")
    try:
        with open(f"{root}/scope.json", "rb") as file:
            ids = rooms.parse_identity(file.read()).ids
        if paths.relative_path(ids) == relative:
            return ids
    except (OSError, IntegrityError):
        pass
    _, app, _, user, agent, last = relative.split("/")
    character, run = paths.split_last(last)
    try:
        ids = ScopeIds(paths.unescape(app) or "", *(_id(one) for one in (user, agent, character, run)))
        paths.validate_ids(ids)
    except (ValueError, InvalidError):
        return None
    return ids if paths.relative_path(ids) == relative else None


def _id(segment: str | None) -> str | None:
    return None if segment is None else paths.unescape(segment)
