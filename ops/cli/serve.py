"""`muniment serve`: the service, on one data directory, until it is stopped."""

import os
import sys

import click

from ops.ballast import keep_ballast
from ops.cli.credentials import first_keys_path
from ops.cli.in_use import finish_leftovers, in_use
from ops.cli.master import run_server
from ops.cli.options import KEY_VARIABLE
from ops.cli.start import check_addresses, check_keys
from ops.cli.welcome import address_of, welcome
from ops.first_start import FirstKeys, make_first_keys
from ops.private_files import make_private_directory
from ops.settings import FILE_VARIABLE, Settings, load_settings, ranking_policy
from scopes.extraction import rules
from scopes.retrieval.segmenter import warm


@click.command()
@click.option("--data", metavar="DIR", help="Data directory; made if absent.")
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=int, help="Port to listen on.")
@click.option("--workers", type=int, help="Worker processes.")
@click.option("--config", metavar="FILE", help="Settings (TOML).")
@click.option("--no-auth", is_flag=True, help="Ask for no keys; on a loopback address only.")
def serve(
    data: str | None, host: str | None, port: int | None, workers: int | None, config: str | None, no_auth: bool
) -> None:
    """Serve a data directory over HTTP. An option wins over the environment, that over the settings file."""
    settings = _settle(
        {
            "MUNIMENT_DATA_DIRECTORY": data,
            "MUNIMENT_SERVER_HOST": host,
            "MUNIMENT_SERVER_PORT": port,
            "MUNIMENT_SERVER_WORKERS": workers,
            "MUNIMENT_SERVER_AUTH": "false" if no_auth else None,
            FILE_VARIABLE: config,
        }
    )
    directory = settings.data.directory
    check_addresses(settings)
    ranking_policy(settings)  # one that can't be is told here, not by a worker
    make_private_directory(directory)
    finish_leftovers(directory)
    with in_use(directory):
        first = make_first_keys(directory)
        check_keys(settings)
        keep_ballast(directory, settings.data.ballast_bytes)
        warm()
        rules.warm()
        run_server(lambda: _tell(settings, first))


def _tell(settings: Settings, first: FirstKeys | None) -> None:
    directory = settings.data.directory
    click.echo(f"Muniment on {address_of(settings)}, {settings.server.workers} workers, data in {directory}")
    if first is not None:
        for line in welcome(settings, first, first_keys_path(directory), terminal=sys.stdout.isatty()):
            click.echo(line)
    sys.stdout.flush()  # or each worker would print what is buffered


def _settle(given: dict[str, object]) -> Settings:
    """The settings with the options in the environment, where the server and its workers read them too."""
    os.environ.pop(KEY_VARIABLE, None)
    os.environ.update({name: str(value) for name, value in given.items() if value is not None})
    os.environ["MUNIMENT_DATA_DIRECTORY"] = os.path.abspath(load_settings().data.directory)
    return load_settings()
