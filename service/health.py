"""Liveness, readiness and the list of fallbacks in use, from what the process knows about itself."""

from collections.abc import Callable
from typing import Literal

import msgspec

from ops.fallbacks import degraded_by_first_keys
from ops.keys import KeyRing
from ops.metrics import METRICS
from ops.settings import Settings
from scopes.errors import MunimentError
from scopes.model import Degraded, iso, utc_now


class HealthReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """`fail` means that writes, locks or keys don't work; `warn` that something wanted is replaced by a fallback."""

    status: Literal["pass", "warn", "fail"]
    degraded: tuple[Degraded, ...] = ()
    reason: str | None = None


class Health:
    """Asks every part of the worker what it lacks."""

    def __init__(self, settings: Settings, keys: KeyRing) -> None:
        self._settings = settings
        self._keys = keys
        self._since = iso(utc_now())
        self._degraded: list[Callable[[], list[Degraded]]] = []
        self._writable: list[Callable[[], str | None]] = []

    def attach(self, degraded: Callable[[], list[Degraded]], writable: Callable[[], str | None]) -> None:
        """Also ask another part: for its fallbacks, and for why it can't write (None: it can)."""
        self._degraded.append(degraded)
        self._writable.append(writable)

    def report(self) -> HealthReport:
        """The state of this moment."""
        degraded = self.degraded()
        reason = next((reason for reason in (ask() for ask in (self._keys_readable, *self._writable)) if reason), None)
        if reason is not None:
            return HealthReport("fail", degraded, reason)
        return HealthReport("warn" if degraded else "pass", degraded)

    def degraded(self) -> tuple[Degraded, ...]:
        """Every fallback in use, also where it is the configured default."""
        found = [*self._of_settings(), *self._of_files(), *self._of_process()]
        for ask in self._degraded:
            found.extend(ask())
        return tuple(found)

    def _keys_readable(self) -> str | None:
        try:
            self._keys.content()
        except MunimentError as error:
            return error.detail
        return None

    def _of_settings(self) -> list[Degraded]:
        found: list[Degraded] = []
        if not self._settings.server.auth:
            found.append(
                self._fallback("authentication", "API keys", "none", "server.auth is off", "set server.auth to true")
            )
        return found

    def _of_files(self) -> list[Degraded]:
        found = degraded_by_first_keys(self._settings.data.directory, self._since)
        if self._keys_readable() is None and not self._keys.content().keys and self._settings.server.auth:
            found.append(
                self._fallback("keys", "API keys", "none", "no key exists: nobody can call", "run `muniment keys add`")
            )
        return found

    def _of_process(self) -> list[Degraded]:
        found: list[Degraded] = []
        if uncounted := METRICS.uncounted():
            names = ", ".join(sorted(uncounted))
            found.append(
                self._fallback("metrics", "every figure", "all but some", f"not counted: {names}", "report the fault")
            )
        return found

    def _fallback(self, component: str, wanted: str, used: str, reason: str, remedy: str) -> Degraded:
        return Degraded(component, wanted, used, reason, self._since, remedy)
