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
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from ops.archive.limits import ImportLimits
from ops.embedding.settings import Embedding, check_embedding
from ops.extraction.settings import Llm, check_llm
from ops.vectors.settings import Vectors, check_vectors
from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.governance.rules import NotaryRules, Pattern, check
from scopes.lines.validation import invalid
from scopes.paths import MAX_ID_BYTES
from scopes.retrieval.policy import DEFAULT, Policy, load_policy

# Settings that are tables of the file: their variables hold JSON.
_TABLES = ("patterns", "strength")
PREFIX = "MUNIMENT_"
FILE_VARIABLE = "MUNIMENT_CONFIG"

# Kubernetes puts these into every pod beside a Service named `muniment`; they are not ours to refuse.
_SERVICE_LINK = re.compile(r"MUNIMENT_(SERVICE_(HOST|PORT(_\w+)?)|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)\Z")


class Server(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the service listens and how it runs."""

    host: Annotated[str, Meta(min_length=1, description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535, description="Port to listen on.")] = 8765
    workers: Annotated[int, Meta(ge=1, le=256, description="Worker processes on the one data directory.")] = 2
    auth: Annotated[bool, Meta(description="Ask for API keys. Off only on a loopback address.")] = True
    metrics_port: Annotated[
        int, Meta(ge=0, le=65535, description="A port of its own for /metrics, without a key; 0 serves it by key.")
    ] = 0
    metrics_host: Annotated[str, Meta(min_length=1, description="Address of the metrics port.")] = "127.0.0.1"
    graceful_seconds: Annotated[
        int, Meta(ge=1, le=3600, description="Time that requests, and idle connections, get when a worker stops.")
    ] = 8
    keepalive_seconds: Annotated[
        int, Meta(ge=1, le=3600, description="Idle time of a connection; keep it above the load balancer's.")
    ] = 75
    threads: Annotated[int, Meta(ge=4, le=1024, description="Threads a worker has for blocking work.")] = 64


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where memory lies."""

    directory: Annotated[str, Meta(min_length=1, description="The data directory; made 0700 if absent.")] = "data"
    reserve_bytes: Annotated[
        int, Meta(ge=0, description="Bytes that writes leave free for deleting and recovering (507); 0 leaves none.")
    ] = 64 * 1024 * 1024
    ballast_bytes: Annotated[
        int, Meta(ge=0, description="Bytes set aside at the start, given up for an erasure on a full disk; 0 is off.")
    ] = 64 * 1024 * 1024


class Audit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys that the journals' chains are made with and receipts are signed with."""

    key_file: Annotated[
        str | None,
        Meta(description="The audit key, kept away from the data; unset, it is made inside the data directory."),
    ] = None
    signing_key_file: Annotated[
        str | None,
        Meta(description="The Ed25519 key of receipts (PEM); unset, it is made inside the data directory."),
    ] = None


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a caller may go; each refusal names its limit."""

    body_bytes: Annotated[int, Meta(ge=1024, description="Bytes of one request body (413).")] = 8 * 1024 * 1024
    text_bytes: Annotated[int, Meta(ge=256, description="UTF-8 bytes of one message or item (422).")] = 64 * 1024
    batch_items: Annotated[int, Meta(ge=1, description="Messages or items in one request (422).")] = 1000
    page_items: Annotated[int, Meta(ge=1, le=10_000, description="Largest page of a list (422).")] = 500
    id_bytes: Annotated[
        int,
        Meta(ge=1, le=MAX_ID_BYTES, description="UTF-8 bytes of one id of a scope (422); the format's bound is 512."),
    ] = MAX_ID_BYTES
    waiters: Annotated[int, Meta(ge=1, description="Writes of one scope that may wait in a worker (429).")] = 256
    requests_per_second: Annotated[
        float, Meta(ge=0, description="Requests a second of one key on this host (429); 0 sets no limit.")
    ] = 0.0
    burst: Annotated[int, Meta(ge=1, description="Requests a key may send at once before its rate counts.")] = 100
    wait_seconds: Annotated[float, Meta(ge=0, le=600, description="Longest wait that `Prefer: wait=N` is granted.")] = (
        30.0
    )


class Quotas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much each app may hold, unless an admin gave it bounds of its own; 0 sets none."""

    scopes: Annotated[int, Meta(ge=0, description="Scopes of one app (403).")] = 0
    items: Annotated[int, Meta(ge=0, description="Items of one app, in all layers of all its scopes (403).")] = 0
    bytes: Annotated[int, Meta(ge=0, description="Bytes of one app's documents and sources (403).")] = 0


class Write(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a write is made."""

    lock_timeout: Annotated[
        float, Meta(gt=0, le=600, description="Seconds a write waits for its scope before it answers 503.")
    ] = 10.0


class Idempotency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the answer to an Idempotency-Key is kept."""

    hours: Annotated[float, Meta(gt=0, le=24 * 30, description="Age at which a kept answer is dropped.")] = 24.0
    count: Annotated[int, Meta(ge=1, description="Answers kept per scope.")] = 10_000
    tombstone_hours: Annotated[
        float,
        Meta(ge=0, le=24 * 30, description="Time in which a write may not recreate an erased scope (410); 0 is off."),
    ] = 24.0


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How archives of scopes are packed, and how far one that is imported may go (413)."""

    compression: Annotated[int, Meta(ge=0, le=9, description="zlib level of an export; 0 stores.")] = 1
    upload_bytes: Annotated[int, Meta(ge=1024, description="Bytes of an archive as it comes in.")] = 4 * 1024**3
    unpacked_bytes: Annotated[int, Meta(ge=1024, description="Bytes of all its files.")] = 16 * 1024**3
    file_bytes: Annotated[int, Meta(ge=1024, description="Bytes of one of its files.")] = 64 * 1024**2
    files: Annotated[int, Meta(ge=1, description="Files in it.")] = 100_000
    ratio: Annotated[int, Meta(ge=2, description="Times that its files may be larger than the archive.")] = 200


class Notary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the notary takes out beyond secrets, markup and invisible characters."""

    pii: Annotated[
        bool, Meta(description="Take out personal data: identity and bank cards, telephones, e-mail, SSN.")
    ] = False
    patterns: Annotated[
        dict[str, str] | None,
        Meta(description="Your own rules: a table of names and regular expressions; as a variable, a JSON object."),
    ] = None


class Logs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is logged; never the text of a memory, an id of a scope or a query string."""

    level: Annotated[Literal["debug", "info", "warning", "error"], Meta(description="Least level that is written.")] = (
        "info"
    )
    format: Annotated[Literal["json", "text"], Meta(description="One JSON object a line, or text for a terminal.")] = (
        "json"
    )


class Operations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Work that is done after its request was answered."""

    threads: Annotated[int, Meta(ge=1, le=256, description="Operations that a worker process does at once.")] = 4
    waiting: Annotated[int, Meta(ge=1, description="Operations of one scope that may wait (429).")] = 100
    waiting_scopes: Annotated[int, Meta(ge=1, description="Scopes of one app whose operations may wait (429).")] = (
        10_000
    )
    keep_hours: Annotated[
        float, Meta(gt=0, le=24 * 366, description="Time for which the outcome of an operation can be asked for.")
    ] = 24.0


class Retrieval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How memories are ranked."""

    policy: Annotated[
        str,
        Meta(min_length=1, description="The ranking policy: the name of one that comes with the service, or a file."),
    ] = DEFAULT
    threshold: Annotated[
        float | None,
        Meta(description="How sure the best hit must be, 0 to 1; unset, as the policy says; 0 is off."),
    ] = None
    strength: Annotated[
        dict[str, float] | None,
        Meta(description="Factors on what single signals say, as in {recency = 1, tags = 0}; 0 leaves a signal out."),
    ] = None


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
        extracts=settings.llm.url is not None,
        waiting_operations=settings.operations.waiting,
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
