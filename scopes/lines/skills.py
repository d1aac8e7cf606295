"""Skills: a SKILL.md kept whole with the text files beside it, listed by name and description, shown in steps."""

import hashlib
from collections.abc import Set

import msgspec

from scopes.config import EngineConfig
from scopes.errors import ConflictError, InvalidError, NotFoundError
from scopes.governance import erase
from scopes.governance.erase import Selection
from scopes.governance.rules import NotaryRules
from scopes.lines import files, skill_made
from scopes.lines.precondition import Precondition
from scopes.lines.skill_request import SkillRequest, check_skill
from scopes.model import Item
from scopes.storage import front_matter, obstacles, skill_names, skill_text, trust
from scopes.storage.batch import Batch
from scopes.storage.documents import SKILLS, Document
from scopes.storage.journal import Entry
from scopes.storage.places import SKILL_FILE, skill_path
from scopes.storage.state import Snapshot

__all__ = ["SkillListed", "SkillStored", "etag", "find", "forget", "listed", "put", "remove", "resources", "text"]


class SkillListed(msgspec.Struct, frozen=True):
    """The first step: what a skill is for; with `trust` `low` nothing, for its description addresses a model.

    `made`: `rules` or `llm` from `traces`; None for one that somebody wrote, or has changed since.
    """

    name: str
    description: str
    resources: tuple[str, ...]
    made: str | None
    traces: tuple[str, ...]
    trust: str | None
    etag: str


class SkillStored(msgspec.Struct, frozen=True):
    """A skill as it was written: the opaque id of its SKILL.md, and its version."""

    document: str
    etag: str


def put(batch: Batch, name: str, request: SkillRequest, wanted: Precondition, config: EngineConfig) -> SkillStored:
    """Write a skill, and what is given beside it; of files beside it those go that are not among given `resources`.

    A comment of the service at the end of what is sent is left out: whoever writes a skill makes it his.
    """
    check_skill(name, request, config)
    path = skill_path(name)
    old = batch.documents.get(path)
    wanted.check(None if old is None else etag(batch, name))
    gone = set(resources(batch, name) if request.resources is not None else ()) - set(request.resources or ())
    _check_room(batch, name, request, {skill_path(name, resource) for resource in gone})
    batch.put_text(path, skill_text.without_comment(request.skill))
    new, item = batch.documents.get(path), skill_made.find(batch, name)
    if new is None or item is None or front_matter.read(new.raw.decode())[0].name != name:
        raise InvalidError("skill holds nothing that can be kept", field="skill")
    batch.note(Entry("add" if old is None else "update", line="skill", doc=new.id, id=item.id, note={"file": path}))
    for resource, content in (request.resources or {}).items():
        batch.put_text(skill_path(name, resource), content)
        _note(batch, "document", skill_path(name, resource))
    for resource in sorted(gone):
        _note(batch, "remove_document", skill_path(name, resource))
        batch.set_document(skill_path(name, resource), None)
    return SkillStored(new.id, etag(batch, name))


def _check_room(batch: Batch, name: str, request: SkillRequest, leaving: Set[str]) -> None:
    """ConflictError where something stands by hand in the place of the skill, or of a file beside it."""
    if batch.room is not None:
        obstacles.refuse(batch.room, skill_path(name), "skill", leaving)
        for resource in request.resources or ():
            obstacles.refuse(batch.room, skill_path(name, resource), "resources", leaving)


def remove(batch: Batch, name: str, wanted: Precondition) -> Selection:
    """What the erasure of a skill takes: its SKILL.md and all files beside it. Traces that it was made of stay."""
    find(batch, name)
    wanted.check(etag(batch, name))
    return erase.select_documents(batch, [skill_path(name)], apart=True)


def forget(batch: Batch, trace_id: str, skill: str | None) -> Selection:
    """What the erasure of a trace takes: it, and what was made of it alone; what was made of others too is made anew.

    `skill` is the one that it was sent for or made into. ConflictError when several traces bear the id.
    """
    task = None if skill is None else skill_made.task_of(batch, skill)
    found = [one for one in skill_made.turns(batch) if one.name == trace_id and task in (None, one.file)]
    if not found:
        raise NotFoundError("no such trace")
    if len(found) > 1:
        raise ConflictError("several traces have this id: name the skill too", field="skill")
    return erase.select_item(batch, found[0].id)


def find(state: Batch | Snapshot, name: str, resource: str | None = None) -> Document:
    """A skill's document, or that of a file beside it. NotFoundError for none."""
    try:
        front_matter.check_name(name)
        path = skill_path(name, SKILL_FILE if resource is None else skill_names.check_resource(resource))
    except InvalidError:
        raise NotFoundError("no such skill") from None
    document = state.documents.get(path)
    if document is None:
        raise NotFoundError("no such skill" if resource is None else "no such file beside the skill")
    return document


def text(document: Document, rules: NotaryRules) -> str:
    """A document as it was sent: without the service's own comment, and what a person typed has passed the notary."""
    return skill_text.without_comment(files.shown(document, rules).decode("utf-8", "replace"))


def listed(snapshot: Snapshot, name: str) -> SkillListed | None:
    """A skill as it is listed; None for a file that is not one (yet)."""
    item = skill_made.find(snapshot, name)
    if item is None:
        return None
    made, traces = _origin(snapshot, item)
    description = "" if trust.is_held(item) else item.content
    beside = resources(snapshot, name)
    return SkillListed(name, description, beside, made, traces, item.trust, _version(snapshot, name, beside))


def resources(state: Batch | Snapshot, name: str) -> tuple[str, ...]:
    """The paths of the files beside a skill."""
    folder = f"{SKILLS}{name}/"
    found = (path for path in state.documents if path.startswith(folder))
    return tuple(sorted(path.removeprefix(folder) for path in found if path != skill_path(name)))


def etag(state: Batch | Snapshot, name: str) -> str:
    """A strong validator of a skill: of its SKILL.md and of the files beside it. NotFoundError for none."""
    return _version(state, name, resources(state, name))


def _version(state: Batch | Snapshot, name: str, beside: tuple[str, ...]) -> str:
    own = find(state, name).etag
    if not beside:
        return own
    told = [own, *(f"{path}\0{find(state, name, path).etag}" for path in beside)]
    return hashlib.sha256("\0".join(told).encode()).hexdigest()[:32]


def _origin(snapshot: Snapshot, item: Item) -> tuple[str | None, tuple[str, ...]]:
    if skill_made.is_theirs(snapshot, item):
        return None, item.source.turns
    return str(item.metadata.get("made", "rules")), item.source.turns


def _note(batch: Batch, op: str, path: str) -> None:
    document = batch.documents.get(path)
    batch.note(Entry(op, line="skill", doc=None if document is None else document.id, note={"file": path}))
