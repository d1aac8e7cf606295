"""The skills of a scope on a server, over its public routes."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from ops.cli.http_client import HttpClient
from ops.cli.skill_set import SkillWritten
from scopes.lines.skill_request import SkillRequest, TraceRequest
from scopes.lines.skills import SkillListed
from scopes.model import Operation

_TRACES = "/v1/skills/traces"


class _Page(msgspec.Struct, frozen=True):
    items: list[SkillListed]
    next_cursor: str | None


class SkillsThere:
    """One scope's skills."""

    def __init__(self, client: HttpClient, key: str | None, scope: Mapping[str, str]) -> None:
        self._client, self._key, self._scope = client, key, scope

    def listed(self) -> Iterator[SkillListed]:
        """Every skill, in the order of names."""
        cursor: dict[str, str] = {}
        while True:
            query = {**self._scope, **cursor}
            page = self._client.ask("GET", "/v1/skills", _Page, key=self._key, query=query)
            yield from page.items
            if page.next_cursor is None:
                return
            cursor = {"cursor": page.next_cursor}

    def text(self, name: str, resource: str | None) -> str:
        """A skill's SKILL.md, or a file beside it."""
        beside = {} if resource is None else {"resource": resource}
        return self._client.text(_route(name), key=self._key, query={**self._scope, **beside})

    def put(self, name: str, request: SkillRequest, *, create: bool) -> SkillWritten:
        """Write a skill."""
        query = self._creating(create=create)
        return self._client.ask("PUT", _route(name), SkillWritten, key=self._key, query=query, body=request)

    def remove(self, name: str) -> SkillWritten:
        """Remove a skill with the files beside it."""
        return self._client.ask("DELETE", _route(name), SkillWritten, key=self._key, query=self._scope)

    def trace(self, request: TraceRequest, *, create: bool) -> Operation:
        """Keep a trace and wait for what is made of it."""
        query, headers = self._creating(create=create), {"Prefer": "wait=30"}
        return self._client.ask("POST", _TRACES, Operation, key=self._key, query=query, body=request, headers=headers)

    def forget(self, trace_id: str, skill: str | None) -> None:
        """Erase a trace and what was made of it alone."""
        named = {"trace_id": trace_id} | ({} if skill is None else {"skill": skill})
        self._client.ask("DELETE", _TRACES, dict[str, Any], key=self._key, query={**self._scope, **named})

    def _creating(self, *, create: bool) -> Mapping[str, str]:
        return {**self._scope, "create": "true"} if create else self._scope


def _route(name: str) -> str:
    return f"/v1/skills/{name}"
