"""What is counted of embedding: requests by what they were for and how they ended, and where the breaker stands."""

from typing import Literal

import msgspec

from ops.endpoint.breaker import State
from scopes.observer import Observer

__all__ = ["Figures", "Outcome", "Purpose"]

Purpose = Literal["documents", "query", "words"]
Outcome = Literal["ok", "timeout", "unreachable", "limited", "refused", "failed", "invalid", "open"]


class Figures(msgspec.Struct, frozen=True):
    """Counts for one embedder."""

    observer: Observer

    def request(self, purpose: Purpose, outcome: Outcome, texts: int, seconds: float) -> None:
        """One request to a model; `open` are those that the breaker kept from being made."""
        self.observer.count("embedding_requests", purpose=purpose, outcome=outcome)
        if outcome != "open":
            self.observer.observe("embedding_seconds", seconds, purpose=purpose)
        if outcome == "ok":
            self.observer.count("embedding_texts", texts, purpose=purpose)

    def breaker(self, state: State) -> None:
        """Where the breaker stands."""
        self.observer.set("embedding_breaker", float(state))
