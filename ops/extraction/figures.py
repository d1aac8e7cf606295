"""What is counted of the model: calls by how they ended, their time and tokens, and where the breaker stands."""

import msgspec

from ops.endpoint.breaker import State
from scopes.observer import Observer

__all__ = ["Figures"]


class Figures(msgspec.Struct, frozen=True):
    """Counts for one extractor."""

    observer: Observer

    def call(self, outcome: str, seconds: float, tokens: int) -> None:
        """One call to the model."""
        self.observer.count("llm_calls", outcome=outcome)
        self.observer.observe("llm_seconds", seconds)
        self.observer.count("llm_tokens", tokens)

    def breaker(self, state: State) -> None:
        """Where the breaker stands."""
        self.observer.set("llm_breaker", float(state))
