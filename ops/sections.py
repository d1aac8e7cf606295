"""The sections of the settings that no package of its own reads. Each field's description is what is documented."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from scopes.paths import MAX_ID_BYTES
from scopes.retrieval.policy import DEFAULT


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
    imports: Annotated[
        int, Meta(ge=1, le=64, description="Imports that a worker process does at once, beside its other operations.")
    ] = 1
    waiting_imports: Annotated[int, Meta(ge=1, description="Imports of one app that may wait or be at work (429).")] = (
        16
    )
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
