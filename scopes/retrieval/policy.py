"""The figures that ranking rests on: a versioned file, named with its hash by every answer."""

import functools
import hashlib
import re
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path

import msgspec
import numpy as np

from scopes.errors import InvalidError
from scopes.retrieval.scores import Values
from scopes.retrieval.signals import PRIORS, SIGNAL_NAMES, Signal

__all__ = ["DEFAULT", "Mode", "Policy", "Relevance", "check_shipped", "load_policy", "policy_file", "shipped_policies"]

DEFAULT = "turns-1"
MOST_STRENGTH = 10.0

_FOLDER = "policies"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


class Relevance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sure an answer is, as a logistic of what was measured of its best hits.

    `spacing`: how much less sure each further hit is, for each point of its score below the best. Below `threshold`
    an answer has no hits; 0 is off.
    """

    bias: float = 0.0
    weights: dict[str, float] = {}
    spacing: float = 1.0
    threshold: float = 0.0


class Mode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of features by name, fitted together; a feature without a weight counts for nothing, one of a prior 1.

    `best`: how many the words propose before their neighbours join; `nearest`: how many meaning proposes.
    """

    weights: dict[str, float]
    best: int = 64
    nearest: int = 0
    relevance: Relevance = Relevance()

    def with_threshold(self, threshold: float | None) -> "Mode":
        """With another threshold, None for its own."""
        if threshold is None:
            return self
        return msgspec.structs.replace(self, relevance=msgspec.structs.replace(self.relevance, threshold=threshold))

    def reaching(self, hits: int) -> "Mode":
        """Proposing as many as are asked for, at least."""
        return self if self.best >= hits else msgspec.structs.replace(self, best=hits)

    def vector(self, features: Sequence[str]) -> Values:
        """The weights of features, in their order."""
        return np.array([self.weights.get(name, float(name in PRIORS)) for name in features])


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """One version of the figures. `meaning` is for questions with a vector, `lexical` for those without; `kin`, where
    there is one, for questions whose words have vectors of their own besides.

    `strength` multiplies all that a signal says, 1 where it names none, of a prior 0. `held`: how many items of low
    trust are counted at most. `diversity`: what a hit that says the same as one before it loses of its chances.
    `least_items`: scopes of fewer know too little of what is common for a threshold. `unlike`: by the embedder's model
    the cosine that one of the ten best must reach, or only those are hits that share a word with the question; none is
    known of a model that is not named. `fitted` says on what and how.
    """

    version: str
    lexical: Mode
    meaning: Mode
    kin: Mode | None = None
    strength: dict[str, float] = {}
    held: int = 200
    diversity: float = 0.0
    least_items: int = 50
    unlike: dict[str, float] = {}
    fitted: dict[str, str] = {}
    digest: str = ""

    @property
    def label(self) -> str:
        """Version and the beginning of the file's SHA-256."""
        return f"{self.version}+{self.digest}" if self.digest else self.version

    def strength_of(self, signal: Signal) -> float:
        """The factor on what a signal says."""
        return self.strength.get(signal.name, 0.0 if signal.prior else 1.0)

    def mode(self, *, meaning: bool, kin: bool) -> Mode:
        """The weights for what is at hand: vectors of texts, and of words besides."""
        if not meaning:
            return self.lexical
        return self.meaning if self.kin is None or not kin else self.kin

    def weights(self, signals: tuple[Signal, ...], mode: Mode) -> Values:
        """What each feature of the signals counts for in one of the modes, strength included."""
        key = signals, mode is self.meaning, mode is self.kin
        found = self._weights.get(key)
        if found is None:
            found = np.concatenate(
                [np.empty(0), *(self.strength_of(signal) * mode.vector(signal.features) for signal in signals)]
            )
            self._weights[key] = found
        return found

    @functools.cached_property
    def wanted(self) -> frozenset[str]:
        """The features that count for anything in ranking, those of priors among them."""
        modes = (self.lexical, self.meaning, *([] if self.kin is None else [self.kin]))
        return PRIORS.union(*([name for name, weight in mode.weights.items() if weight] for mode in modes))

    @functools.cached_property
    def _weights(self) -> dict[tuple[tuple[Signal, ...], bool, bool], Values]:
        return {}

    def adjusted(self, strength: Mapping[str, float], threshold: float | None) -> "Policy":
        """With other factors on signals, and another threshold where one is given; told apart by its digest."""
        for name, factor in strength.items():
            if name not in SIGNAL_NAMES or not 0 <= factor <= MOST_STRENGTH:
                limit = f"0 to {MOST_STRENGTH:g} for {', '.join(SIGNAL_NAMES)}"
                raise InvalidError(f"no such factor on a signal: {name}", field="retrieval.strength", limit=limit)
        if threshold is not None and not 0 <= threshold <= 1:
            raise InvalidError("the threshold is out of range", field="retrieval.threshold", limit="0 to 1")
        if not strength and threshold is None:
            return self
        changes = msgspec.json.encode((self.digest, dict(sorted(strength.items())), threshold))
        return msgspec.structs.replace(
            self,
            strength={**self.strength, **strength},
            lexical=self.lexical.with_threshold(threshold),
            meaning=self.meaning.with_threshold(threshold),
            kin=None if self.kin is None else self.kin.with_threshold(threshold),
            digest=_digest(changes),
        )


def shipped_policies() -> list[str]:
    """The names of the policies that come with the service."""
    files = resources.files("scopes.retrieval").joinpath(_FOLDER).iterdir()
    return sorted(file.name.removesuffix(".json") for file in files if file.name.endswith(".json"))


def check_shipped(name: str) -> None:
    """InvalidError, naming `policy`, unless a policy of that name comes with the service."""
    if name not in shipped_policies():
        raise InvalidError("no such ranking policy", field="policy", limit=", ".join(shipped_policies()))


@functools.lru_cache(64)
def load_policy(name: str = DEFAULT) -> Policy:
    """A shipped policy by its name, or one from a file by its path; InvalidError, naming `policy`, if there is none."""
    try:
        if _NAME.fullmatch(name):
            raw = resources.files("scopes.retrieval").joinpath(_FOLDER, f"{name}.json").read_bytes()
        else:
            raw = Path(name).read_bytes()
    except OSError:
        raise InvalidError(f"no ranking policy: {name}", field="policy", limit=", ".join(shipped_policies())) from None
    try:
        policy = msgspec.json.decode(raw, type=Policy)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidError(f"{name} is no ranking policy: {error}", field="policy") from None
    return msgspec.structs.replace(policy, digest=_digest(raw))


def policy_file(policy: Policy) -> bytes:
    """A policy as the file that it is read from."""
    return msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(policy, digest="")), indent=1) + b"\n"


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:12]
