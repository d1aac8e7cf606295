"""The options that verbs share: where to ask, in which form to answer, which scope is meant."""

import contextlib
import functools
import os
from collections.abc import Callable, Generator
from typing import Any

import click
import msgspec

from ops.cli.backend import Backend
from ops.cli.credentials import find_credentials
from ops.cli.embedded import EmbeddedBackend
from ops.cli.http_client import HttpClient
from ops.cli.new_directory import is_new
from ops.cli.output import Output, choose_json, printable
from ops.cli.remote import RemoteBackend
from ops.first_start import APP
from ops.settings import Settings, load_settings
from scopes.errors import InvalidError, NotFoundError
from scopes.model import ScopeIds

KEY_VARIABLE = "MUNIMENT_KEY"

Verb = Callable[..., None]

_TARGET = (
    click.option("--data", metavar="DIR", help="Data directory; default: as the settings say, else ./data."),
    click.option("--url", metavar="URL", help="A running server, instead of working on the directory."),
    click.option(
        "--key",
        metavar="KEY",
        envvar=KEY_VARIABLE,
        help="API key for --url; default: the keys of the first start in --data.",
    ),
    click.option("--config", metavar="FILE", help="Settings (TOML) of the service that owns the directory."),
    click.option("--json", "as_json", is_flag=True, callback=choose_json, help="Print JSON."),
)
_SCOPE = (
    click.option("--app", default=APP, show_default=True, help="The app; on a server it is the key's own."),
    click.option("--user", "user_id", metavar="ID", help="Whose memory."),
    click.option("--agent", "agent_id", metavar="ID", help="Of which agent."),
    click.option("--character", metavar="ID", help="As which character."),
    click.option("--run", "run_id", metavar="ID", help="In which run."),
)


class Target(msgspec.Struct, frozen=True):
    """Where a verb is to work."""

    data: str | None
    url: str | None
    key: str | None
    config: str | None

    @contextlib.contextmanager
    def open(self, *, create: bool = False) -> Generator[Backend]:
        """The backend. NotFoundError when the data directory is missing and not to be made."""
        made = create and not self.url and is_new(self.directory())
        backend = self._remote(self.url) if self.url else self._embedded(create=create)
        try:
            yield backend
        finally:
            backend.close()
        if made:
            click.echo(f"a new data directory was made: {printable(self.directory())}", err=True)

    def directory(self) -> str:
        """The data directory that is meant."""
        return self._settings().data.directory

    def _remote(self, url: str) -> RemoteBackend:
        return RemoteBackend(HttpClient(url), find_credentials(self.key, self.data))

    def _embedded(self, *, create: bool) -> EmbeddedBackend:
        return EmbeddedBackend(self._settings() if create else self.existing_settings())

    def existing_settings(self) -> Settings:
        """The settings of a data directory that is there; NotFoundError when it is not."""
        settings = self._settings()
        if is_new(settings.data.directory) and not os.path.isdir(settings.data.directory):
            raise NotFoundError(f"there is no data directory {settings.data.directory}", field="data")
        return settings

    def _settings(self) -> Settings:
        settings = load_settings(settings_environment(), self.config)
        directory = os.path.abspath(self.data or settings.data.directory)
        return msgspec.structs.replace(settings, data=msgspec.structs.replace(settings.data, directory=directory))


def not_empty(_context: click.Context, option: click.Parameter, given: str | None) -> str | None:
    """Refuse an empty value, which a server refuses too: it narrows nothing and finds nothing."""
    if given == "":
        raise InvalidError(f"{option.name} is empty: leave it out or give it a value", field=option.name)
    return given


def settings_environment() -> dict[str, str]:
    """The environment without what is for this command line alone: the service refuses variables it does not know."""
    return {name: value for name, value in os.environ.items() if name != KEY_VARIABLE}


def on_target(verb: Verb) -> Verb:
    """Give a verb its target and its output as first arguments."""

    @functools.wraps(verb)
    def called(
        *, data: str | None, url: str | None, key: str | None, config: str | None, as_json: bool, **more: Any
    ) -> None:
        verb(Target(data, url, key, config), Output(json=as_json), **more)

    return _with(called, _TARGET)


def on_scope(verb: Verb) -> Verb:
    """Give a verb its target, its output and the ids of a scope as first arguments."""

    @functools.wraps(verb)
    def called(target: Target, output: Output, **more: Any) -> None:
        ids = ScopeIds(*(more.pop(name) for name in ScopeIds.__struct_fields__))
        verb(target, output, ids, **more)

    return on_target(_with(called, _SCOPE))


def _with(verb: Verb, options: tuple[Callable[[Verb], Verb], ...]) -> Verb:
    for option in reversed(options):
        verb = option(verb)
    return verb
