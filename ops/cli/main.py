"""The command `muniment`: one module a verb, gathered here."""

import click

from ops.bench.command import bench
from ops.cli.accept import accept
from ops.cli.describe import describe
from ops.cli.doctor import doctor
from ops.cli.erase import erase
from ops.cli.explain import explain
from ops.cli.export import export
from ops.cli.failures import Verbs
from ops.cli.graph import graph
from ops.cli.grep import grep
from ops.cli.import_archive import import_archive
from ops.cli.import_chats import import_chats
from ops.cli.journal import journal
from ops.cli.keys import keys
from ops.cli.ls import ls
from ops.cli.memorize import memorize
from ops.cli.metrics import metrics
from ops.cli.quota import quota
from ops.cli.retrieve import retrieve
from ops.cli.review import review
from ops.cli.scopes import scopes
from ops.cli.serve import serve
from ops.cli.show import show
from ops.cli.skill import skill
from ops.cli.verify import verify
from ops.cli.workspace import workspace


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="muniment", message="muniment %(version)s")
def cli() -> None:
    """Memory of AI agents, kept as files that people can read.

    Every verb but serve works on a data directory (--data DIR, no server needed) or on a running server
    (--url URL with a key). A scope is named by at least one of --user, --agent, --character.
    """


for _verb in (
    serve,
    memorize,
    retrieve,
    explain,
    ls,
    show,
    grep,
    graph,
    journal,
    verify,
    accept,
    doctor,
    describe,
    scopes,
    erase,
    export,
    import_archive,
    import_chats,
    workspace,
    skill,
    review,
    metrics,
    keys,
    quota,
    bench,
):
    cli.add_command(_verb)


def main() -> None:
    """The console script."""
    cli(prog_name="muniment")
