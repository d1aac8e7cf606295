"""Who is calling and what they may do."""

from typing import Literal

import msgspec

from scopes.model import DIMENSIONS, ScopeIds

Verb = Literal["read", "write", "delete", "export", "verify"]
Role = Literal["app", "admin"]

VERBS: tuple[Verb, ...] = ("read", "write", "delete", "export", "verify")
ANY = "*"


class Grant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Verbs on the scopes whose ids match: per dimension an exact value, or `*` for any and for none.

    An unknown field is refused on disk too: what this version doesn't know might narrow the grant.
    """

    verbs: tuple[Verb, ...]
    user_id: str = ANY
    agent_id: str = ANY
    character: str = ANY
    run_id: str = ANY

    def covers(self, ids: ScopeIds) -> bool:
        """Whether the scope lies inside this grant; a dimension left out of the call only matches `*`."""
        return all(getattr(self, name) in (ANY, getattr(ids, name)) for name in DIMENSIONS)


class Principal(msgspec.Struct, frozen=True):
    """The caller that a key stands for. An app's key has its app; an admin's key has the one the request names."""

    key_id: str
    app: str | None
    role: Role
    grants: tuple[Grant, ...] = ()
    requests_per_second: float | None = None

    def sees(self, ids: ScopeIds) -> bool:
        """Whether the scope lies inside the key's grants for any verb; outside, it answers like one that is missing."""
        return self._is_its_app(ids) and (self.role == "admin" or any(grant.covers(ids) for grant in self.grants))

    def permits(self, verb: Verb, ids: ScopeIds) -> bool:
        """Whether the key may do `verb` in the scope."""
        if not self._is_its_app(ids):
            return False
        return self.role == "admin" or any(verb in grant.verbs and grant.covers(ids) for grant in self.grants)

    def _is_its_app(self, ids: ScopeIds) -> bool:
        return self.app == ids.app
