"""The options that say what is looked for; shared by `retrieve` and `explain`."""

import functools
from collections.abc import Callable
from typing import Any, get_args

import click

from scopes.retrieval.period import TimeRange
from scopes.retrieval.query import RetrieveQuery, SearchLayer
from scopes.retrieval.rows import LINES

_OPTIONS = (
    click.argument("query"),
    click.option("--limit", type=int, default=10, show_default=True, help="Most hits, links aside."),
    click.option("--budget", "budget_tokens", type=int, metavar="TOKENS", help="Most tokens in all."),
    click.option("--from", "from_", metavar="TIME", help="Diary entries from this date or time on."),
    click.option("--to", metavar="TIME", help="Diary entries up to this date or time."),
    click.option("--tz", help="Time zone of days; default the scope's own."),
    click.option("--time-words/--no-time-words", default=True, help="Hold the diary to the time that QUERY speaks of."),
    click.option("--line", "lines", multiple=True, type=click.Choice(LINES), help="Only this line."),
    click.option("--layer", "layers", multiple=True, type=click.Choice(get_args(SearchLayer)), help="Only this layer."),
    click.option("--kind", "kinds", multiple=True, help="Only items of this kind."),
    click.option("--tag", "tags", multiple=True, help="Only items with this tag."),
    click.option("--as-of", metavar="TIME", help="What was recorded by then."),
    click.option("--links/--no-links", "expand_links", default=True, help="Follow wiki-links of the hits."),
    click.option("--include-quarantined", is_flag=True, help="Text that addresses the model, too."),
    click.option("--include-pending", is_flag=True, help="What waits for a review, too."),
    click.option("--floor", type=float, help="Least share of the query's weight in a hit, 0 to 1."),
)


def query_options(verb: Callable[..., None]) -> Callable[..., None]:
    """Give a verb the argument `query: RetrieveQuery`."""

    @functools.wraps(verb)
    def called(*positional: Any, from_: str | None, to: str | None, **options: Any) -> None:
        given = {name: options.pop(name) for name in RetrieveQuery.__struct_fields__ if name in options}
        for name in ("lines", "layers", "kinds", "tags"):
            given[name] = given[name] or None
        time_range = TimeRange(from_=from_, to=to) if from_ or to else None
        verb(*positional, query=RetrieveQuery(**given, time_range=time_range), **options)

    found: Callable[..., None] = called
    for option in reversed(_OPTIONS):
        found = option(found)
    return found
