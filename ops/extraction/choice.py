"""The model that extracts, by the settings; and what is lacking where there is none."""

from ops.extraction.endpoint import EndpointExtractor
from ops.extraction.settings import read_key
from ops.extraction.spending import Spending
from ops.settings import Settings, notary_rules
from scopes.model import Degraded
from scopes.observer import Observer

__all__ = ["degraded_by_extraction", "extractor_of"]


def extractor_of(settings: Settings, observer: Observer | None = None) -> EndpointExtractor | None:
    """The process's extractor, None where no model is configured. InvalidError for a key that can't be had.

    Made after the fork, and once: it keeps connections and a breaker.
    """
    section = settings.llm
    if section.url is None:
        return None
    spending = Spending(settings.data.directory, section.calls_per_day, section.tokens_per_day)
    return EndpointExtractor(section, read_key(section), spending, notary_rules(settings), observer)


def degraded_by_extraction(settings: Settings, extractor: EndpointExtractor | None, since: str) -> list[Degraded]:
    """What extraction lacks at this moment."""
    if settings.llm.url is not None:
        return [] if extractor is None else extractor.degraded()
    return [
        Degraded(
            component="extraction",
            wanted="a model that draws items, links and a diary paragraph from the turns",
            used="rules, or the turns as they are, as each scope has chosen",
            reason="llm.url is not set",
            since=since,
            remedy="name an OpenAI-compatible endpoint in llm.url, or send what your own model made (extract: given)",
        )
    ]
