"""Signals: each judges the candidates by one kind of evidence, which is several numbers that are weighed together."""

import logging
from collections.abc import Callable

import msgspec

from scopes.errors import UnavailableError
from scopes.retrieval.features.dated import TIME, time
from scopes.retrieval.features.form import FORM, form
from scopes.retrieval.features.kin import KIN, kin
from scopes.retrieval.features.links import LINKS, links
from scopes.retrieval.features.meaning import MEANING, meaning
from scopes.retrieval.features.neighbourhood import NEIGHBOURHOOD, neighbourhood
from scopes.retrieval.features.present import PRESENT, present
from scopes.retrieval.features.priors import RECENCY, TAGS, USAGE, recency, tags, usage
from scopes.retrieval.features.session import SESSION, session
from scopes.retrieval.features.speaker import SPEAKER, speaker
from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.features.words import WORDS, words
from scopes.retrieval.left_out import told
from scopes.retrieval.scores import Values

__all__ = ["KINDRED", "MEANT", "PRIORS", "SIGNALS", "SIGNAL_NAMES", "Signal"]


_log = logging.getLogger(__name__)

# What comes of arrays that don't fit and of files that can't be read: a fault of one signal, never of the answer.
_FAILURES = (UnavailableError, OSError, ValueError, LookupError, ArithmeticError)


class Signal(msgspec.Struct, frozen=True):
    """One kind of evidence: `measure` gives a row for each of `features`, a column for each candidate.

    One that fails with one of `failures` is left out of that answer, which says so; the others rank. A `prior` weighs 1
    and has strength 0, unless a policy says otherwise: nothing that could be measured spoke for more.
    """

    name: str
    features: tuple[str, ...]
    measure: Callable[[Surroundings], Values]
    failures: tuple[type[Exception], ...] = _FAILURES
    prior: bool = False

    def measured(self, near: Surroundings, out: Values | None = None) -> Values:
        """What it measured, put into `out`; UnavailableError where it can't be had."""
        try:
            values = self.measure(near)
            if out is None:
                return values
            out[:] = values
        except self.failures as error:
            if not isinstance(error, UnavailableError):
                _log.error("a signal failed", extra={"signal": self.name, "error": type(error).__name__})
            raise UnavailableError(told(error)) from error
        return out


KINDRED = Signal("kin", KIN, kin)
MEANT = Signal("meaning", MEANING, meaning)

# In the order of their cost: where time runs out, the last are left out.
SIGNALS = (
    Signal("words", WORDS, words),
    Signal("neighbourhood", NEIGHBOURHOOD, neighbourhood),
    Signal("shape", FORM, form),
    Signal("speaker", SPEAKER, speaker),
    Signal("time", TIME, time),
    Signal("tags", TAGS, tags),
    Signal("recency", RECENCY, recency, prior=True),
    Signal("links", LINKS, links, prior=True),
    Signal("usage", USAGE, usage, prior=True),
    Signal("session", SESSION, session),
    Signal("present", PRESENT, present),
    KINDRED,
    MEANT,
)
SIGNAL_NAMES = tuple(signal.name for signal in SIGNALS)
PRIORS = frozenset(feature for signal in SIGNALS if signal.prior for feature in signal.features)
