"""How an error ends a command: one line or one problem document on stderr, and the exit code of its class."""

import os
import sys
from typing import Any

import click
import msgspec

from ops.cli.http_client import ServerProblemError
from ops.cli.output import is_json, one_line
from scopes.errors import MalformedError, MunimentError, UnavailableError, from_os

_INTERRUPTED = 130  # 128 + SIGINT, 128 + SIGPIPE: what a shell says of a command that died of the signal
_PIPE_CLOSED = 141


class Verbs(click.Group):
    """The group of all verbs; what any of them raises is told here. Ctrl-C and a closed pipe end it without a word."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb that the command line names."""
        try:
            found = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            raise click.exceptions.Exit(_INTERRUPTED) from None
        except BrokenPipeError:
            # What is still buffered goes nowhere, so that the interpreter's own flush at the end says nothing.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(_PIPE_CLOSED) from None
        except MunimentError as error:
            _end(ctx, error)
        except UnicodeEncodeError:
            _end(ctx, MalformedError("an argument is not UTF-8"))
        except OSError as error:
            _end(ctx, _from_system(error))
        else:
            return found


def _end(ctx: click.Context, error: MunimentError) -> None:
    click.echo(msgspec.json.encode(problem_of(error)) if is_json(ctx) else line_of(error), err=True)
    raise click.exceptions.Exit(error.exit_code)


def line_of(error: MunimentError) -> str:
    """`error: <code>: <detail> (field …, limit …)`."""
    named = [f"{name} {value}" for name, value in (("field", error.field), ("limit", error.limit)) if value is not None]
    hint = f" ({', '.join(named)})" if named else ""
    return one_line(f"error: {_code(error)}: {error.detail}{hint}")


def problem_of(error: MunimentError) -> dict[str, Any]:
    """The problem document: the server's own where one answered, else of the same form."""
    if isinstance(error.__cause__, ServerProblemError):
        return error.__cause__.document
    document: dict[str, Any] = {
        "type": f"urn:muniment:problem:{error.code}",
        "title": error.code.replace("_", " ").capitalize(),
        "status": error.status,
        "detail": error.detail,
        "code": error.code,
        "field": error.field,
        "limit": error.limit,
    }
    return {name: value for name, value in document.items() if value is not None}


def _code(error: MunimentError) -> str:
    return str(problem_of(error).get("code", error.code))


def _from_system(error: OSError) -> MunimentError:
    """What the system refuses inside a data directory; files that the command line names have errors of their own."""
    known = from_os(error)
    kind = UnavailableError if known is None else type(known)
    where = f": {error.filename}" if error.filename else ""
    return kind(f"{error.strerror or type(error).__name__}{where}")
