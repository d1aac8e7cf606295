"""`muniment skill`: skills, and the traces that some are made of."""

from collections.abc import Iterator

import click
import msgspec

from ops.cli.named_files import read_named
from ops.cli.options import Target, on_scope
from ops.cli.output import Output, columns, counted
from ops.cli.rendering import NOTHING, hint
from ops.cli.skill_folder import read_skill
from ops.cli.skill_set import SkillWritten
from scopes.errors import InvalidError
from scopes.lines.skill_request import Distill, TraceRequest
from scopes.lines.skills import SkillListed
from scopes.lines.validation import invalid
from scopes.model import Operation, ScopeIds
from scopes.storage import front_matter


@click.group()
def skill() -> None:
    """List, show, write and remove skills; make one of what an agent did."""


@skill.command("ls")
@on_scope
def list_skills(target: Target, output: Output, ids: ScopeIds) -> None:
    """List the skills and what each is for."""
    with target.open() as backend:
        found = list(backend.skills(ids).listed())
    output.document({"skills": found}, _listed(found))


@skill.command()
@click.argument("name")
@click.argument("resource", required=False)
@on_scope
def show(target: Target, output: Output, ids: ScopeIds, name: str, resource: str | None) -> None:
    """Show the SKILL.md of NAME, or RESOURCE, a file beside it."""
    with target.open() as backend:
        text = backend.skills(ids).text(name, resource)
    output.document({"name": name, "resource": resource, "text": text}, [text.rstrip("\n")])


@skill.command()
@click.argument("path")
@click.option("--create", is_flag=True, help="Also into a scope that was erased lately.")
@on_scope
def put(target: Target, output: Output, ids: ScopeIds, path: str, create: bool) -> None:
    """Write the skill at PATH: a folder with a SKILL.md and files beside it, or a SKILL.md alone (- for stdin)."""
    request = read_skill(path)
    name = front_matter.read(request.skill)[0].name
    with target.open(create=True) as backend:
        done = backend.skills(ids).put(name, request, create=create)
    output.document(done, _written(done))


@skill.command()
@click.argument("name")
@on_scope
def rm(target: Target, output: Output, ids: ScopeIds, name: str) -> None:
    """Remove the skill NAME with the files beside it, for good. Traces that it was made of stay."""
    with target.open() as backend:
        done = backend.skills(ids).remove(name)
    output.document(done, _written(done))


@skill.command()
@click.argument("file")
@click.option("--skill", "name", metavar="NAME", help="The skill that it belongs to; default: as its task says.")
@click.option("--distill", type=click.Choice(["auto", "rules", "none"]), help="What to make of it.")
@click.option("--create", is_flag=True, help="Also into a scope that was erased lately.")
@on_scope
def trace(
    target: Target, output: Output, ids: ScopeIds, file: str, name: str | None, distill: Distill | None, create: bool
) -> None:
    """Keep the trace in FILE (- for stdin) and make a skill of it. FILE is JSON: task, outcome, steps, notes."""
    request = _read_trace(file)
    given = {field: value for field, value in (("skill", name), ("distill", distill)) if value is not None}
    with target.open(create=True) as backend:
        done = backend.skills(ids).trace(msgspec.structs.replace(request, **given), create=create)
    output.document(done, _distilled(done))


@skill.command()
@click.argument("trace_id")
@click.option("--skill", "name", metavar="NAME", help="The skill, where several have a trace of this id.")
@on_scope
def forget(target: Target, output: Output, ids: ScopeIds, trace_id: str, name: str | None) -> None:
    """Erase a trace and the skill that was made of it alone; one that was made of others too is made anew."""
    with target.open() as backend:
        backend.skills(ids).forget(trace_id, name)
    output.document({"trace_id": trace_id, "action": "removed"}, [f"trace {trace_id} removed"])


def _read_trace(file: str) -> TraceRequest:
    try:
        return msgspec.json.decode(read_named(file, "file"), type=TraceRequest)
    except msgspec.ValidationError as error:
        raise invalid(error, kind=TraceRequest) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise InvalidError("the file is not JSON in UTF-8", field="file") from None


def _listed(found: list[SkillListed]) -> Iterator[str]:
    yield from columns([(one.name, _state(one), hint(one.description)) for one in found]) if found else [NOTHING]


def _state(one: SkillListed) -> str:
    made = "written" if one.made is None else f"{one.made}, {counted(len(one.traces), 'trace')}"
    return f"{made}, held back" if one.trust == "low" else made


def _written(done: SkillWritten) -> Iterator[str]:
    yield f"{done.name} {done.action}"
    if done.scrubbed:
        yield "scrubbed: " + ", ".join(f"{rule} {count}" for rule, count in sorted(done.scrubbed.items()))


def _distilled(done: Operation) -> Iterator[str]:
    yield f"trace {done.outcome or done.status}"
    yield from (f"{one['action']} {one['address']}" for one in done.items)
    if done.reason:
        yield done.reason
