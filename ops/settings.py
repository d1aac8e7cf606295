"""The service's settings: one frozen tree, defaults < TOML file < environment (`MUNIMENT_SECTION_NAME`).

An unknown key is an error that names the key. The description beside each field is the one the documentation lists.
"""

import difflib
import ipaddress
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Meta

from ops.archive.limits import ImportLimits
from ops.captioning.settings import Captioning, check_captioner
from ops.embedding.settings import Embedding, check_embedding
from ops.extraction.settings import Llm, check_llm
from ops.sections import (
    Archive,
    Audit,
    Data,
    Idempotency,
    Limits,
    Logs,
    Notary,
    Operations,
    Quotas,
    Retrieval,
    Server,
    Write,
)
from ops.vectors.settings import Vectors, check_vectors
from ops.workspace.settings import Workspace
from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.governance.rules import NotaryRules, Pattern, check
from scopes.lines.validation import invalid
from scopes.retrieval.policy import Policy, load_policy

# Settings that are tables of the file: their variables hold JSON.
_TABLES = ("patterns", "strength")
PREFIX = "MUNIMENT_"
FILE_VARIABLE = "MUNIMENT_CONFIG"

# Kubernetes puts these into every pod beside a Service named `muniment`; they are not ours to refuse.
_SERVICE_LINK = re.compile(r"MUNIMENT_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)\Z")


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every setting there is."""

    server: Server = Server()
    data: Data = Data()
    audit: Audit = Audit()
    limits: Limits = Limits()
    quotas: Quotas = Quotas()
    write: Write = Write()
    idempotency: Idempotency = Idempotency()
    archive: Archive = Archive()
    notary: Notary = Notary()
    embedding: Embedding = Embedding()
    vectors: Vectors = Vectors()
    llm: Llm = Llm()
    operations: Operations = Operations()
    retrieval: Retrieval = Retrieval()
    workspace: Workspace = Workspace()
    captioner: Captioning = Captioning()
    logs: Logs = Logs()


class Setting(msgspec.Struct, frozen=True):
    """One setting as the documentation shows it."""

    name: str
    variable: str
    default: Any
    description: str


def list_settings() -> list[Setting]:
    """Every setting with its key, environment variable, default and meaning, in the order of the tree."""
    return [
        Setting(f"{section}.{field.name}", _variable(section, field.name), field.default, _description(field.type))
        for section, struct in _sections().items()
        for field in msgspec.structs.fields(struct)
    ]


def load_settings(environ: Mapping[str, str] | None = None, file: str | os.PathLike[str] | None = None) -> Settings:
    """Settings from the defaults, the TOML `file` (or the one that MUNIMENT_CONFIG names) and the environment.

    Raises InvalidError with the key in `field` for an unknown key, a value of the wrong kind, or authentication
    switched off on an address that others can reach.
    """
    environ = os.environ if environ is None else environ
    path = file if file is not None else environ.get(FILE_VARIABLE)
    values = _read_file(path) if path else {}
    for section, name, text in _from_environment(environ):
        values.setdefault(section, {})[name] = _read_table(text, f"{section}.{name}") if name in _TABLES else text
    settings = _convert(values)
    check(notary_rules(settings), "notary.patterns")
    check_embedding(settings.embedding)
    check_vectors(settings.vectors, settings.data.directory, settings.server.workers)
    check_llm(settings.llm)
    check_captioner(settings.captioner)
    if settings.server.metrics_port == settings.server.port:
        raise InvalidError("the metrics port is another than the service's", field="server.metrics_port")
    if not settings.server.auth and not is_loopback(settings.server.host):
        raise InvalidError("authentication is off only on a loopback address", field="server.auth")
    return settings


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def import_limits(settings: Settings) -> ImportLimits:
    """How far an archive may go."""
    given = settings.archive
    return ImportLimits(given.upload_bytes, given.unpacked_bytes, given.file_bytes, given.files, given.ratio)


def notary_rules(settings: Settings) -> NotaryRules:
    """What the notary does beyond its built-in rules."""
    patterns = settings.notary.patterns or {}
    return NotaryRules(settings.notary.pii, tuple(Pattern(rule, regex) for rule, regex in patterns.items()))


def engine_config(settings: Settings) -> EngineConfig:
    """The part of the settings that the engine is told."""
    return EngineConfig(
        data=settings.data.directory,
        reserve_bytes=settings.data.reserve_bytes,
        audit_key_file=settings.audit.key_file,
        notary=notary_rules(settings),
        text_bytes=settings.limits.text_bytes,
        batch=settings.limits.batch_items,
        waiting_writes=settings.limits.waiters,
        lock_seconds=settings.write.lock_timeout,
        reply_seconds=settings.idempotency.hours * 3600,
        operation_seconds=settings.operations.keep_hours * 3600,
        page_bytes=settings.workspace.text_bytes,
        slice_characters=settings.workspace.slice_characters,
        extracts=settings.llm.url is not None,
        waiting_operations=settings.operations.waiting,
        waiting_imports=settings.operations.waiting_imports,
        replies=settings.idempotency.count,
        tombstone_seconds=settings.idempotency.tombstone_hours * 3600,
    )


def ranking_policy(settings: Settings) -> Policy:
    """The ranking policy in force; InvalidError for a name, a file or a factor that can't be."""
    chosen = settings.retrieval
    return load_policy(chosen.policy).adjusted(chosen.strength or {}, chosen.threshold)


def _sections() -> dict[str, type[msgspec.Struct]]:
    return {field.name: field.type for field in msgspec.structs.fields(Settings)}


def _variable(section: str, name: str) -> str:
    return f"{PREFIX}{section}_{name}".upper()


def _description(kind: Any) -> str:
    return next(str(meta.description) for meta in get_args(kind) if isinstance(meta, Meta))


def _read_file(path: str | os.PathLike[str]) -> dict[str, dict[str, Any]]:
    try:
        values = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InvalidError(f"the settings file {os.fspath(path)} can't be read: {why}", field="config") from error
    for section, given in values.items():
        _known(section, list(_sections()), section)
        if not isinstance(given, dict):
            raise InvalidError(f"{section} is a table", field=section)
    return values


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    known = {setting.variable: setting.name for setting in list_settings()}
    for variable, text in environ.items():
        if not variable.startswith(PREFIX) or variable == FILE_VARIABLE or _SERVICE_LINK.match(variable):
            continue
        _known(variable, list(known), variable)
        section, name = known[variable].split(".")
        if text:  # an empty variable is how a container says "not set"
            yield section, name, text


def _read_table(text: str, field: str) -> dict[str, Any]:
    """A variable that stands for a table of the file."""
    try:
        return msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError as error:
        raise InvalidError(f"the variable is no JSON object: {error}", field=field) from None


def _convert(values: dict[str, dict[str, Any]]) -> Settings:
    for section, given in values.items():
        names = [field.name for field in msgspec.structs.fields(_sections()[section])]
        for name in given:
            _known(name, names, f"{section}.{name}")
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise invalid(error, kind=Settings, strict=False) from error


def _known(name: str, names: list[str], field: str) -> None:
    if name in names:
        return
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise InvalidError(f"unknown setting {field}{hint}", field=field)
