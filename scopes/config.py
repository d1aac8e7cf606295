"""The engine's settings: where the data lies and how far anything may go. Sizes in bytes, times in seconds."""

import msgspec

from scopes.governance.rules import BUILT_IN, NotaryRules


class EngineConfig(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the engine is told from outside; the service fills it from its own settings."""

    data: str
    audit_key_file: str | None = None
    tokenizer: str = "auto"
    notary: NotaryRules = BUILT_IN
    # Files
    document_bytes: int = 32 * 1024
    source_file_bytes: int = 4 * 1024 * 1024
    journal_segment_bytes: int = 16 * 1024 * 1024
    pending_bytes: int = 1024 * 1024
    # Limits of what a caller may send
    text_bytes: int = 64 * 1024
    file_bytes: int = 1024 * 1024
    page_bytes: int = 1024 * 1024  # of a workspace file's text
    slice_characters: int = 1_500
    hand_file_bytes: int = 2 * 1024 * 1024  # above what scrubbing can make of `file_bytes`
    name_bytes: int = 200
    tags: int = 32
    metadata_bytes: int = 8 * 1024
    batch: int = 1_000
    # Commit
    checkpoint_seconds: float = 1.0
    waiting_writes: int = 256
    lock_seconds: float = 10.0
    hold_commits: int = 8
    hold_seconds: float = 0.02
    committer_threads: int = 16
    # Hand edits
    settle_seconds: float = 0.3
    racy_seconds: float = 0.02
    missing_seconds: float = 2.0
    displaced_seconds: float = 5.0
    form_seconds: float = 900.0
    rescan_seconds: float = 300.0
    # Replies kept for Idempotency-Key
    reply_seconds: float = 24 * 3600.0
    replies: int = 10_000
    operation_seconds: float = 24 * 3600.0
    # The queue
    extracts: bool = False  # whether there is a model to ask
    waiting_operations: int = 100  # of one scope
    waiting_imports: int = 16  # of one scope
    # Erased scopes refuse to come back for
    tombstone_seconds: float = 24 * 3600.0
    # Open scopes
    resident_bytes: int = 512 * 1024 * 1024
    reserve_bytes: int = 64 * 1024 * 1024
