"""The one error tree. A class's `code` names the problem type, the metric label, the log field and the CLI exit."""

import errno
from typing import ClassVar


class MunimentError(Exception):
    """Base of every error this project raises on purpose; `field` and `limit` name what was wrong and the bound."""

    code: ClassVar[str] = "internal_error"
    status: ClassVar[int] = 500
    exit_code: ClassVar[int] = 70

    def __init__(
        self, detail: str, *, field: str | None = None, limit: int | str | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field
        self.limit = limit
        self.retry_after = retry_after


class MalformedError(MunimentError):
    """The request can't be read at all: bytes, syntax, repeated or unknown parameters."""

    code, status, exit_code = "malformed_request", 400, 64


class UnauthorizedError(MunimentError):
    """No key, or one that is unknown, expired or revoked; the answer never says which."""

    code, status, exit_code = "unauthorized", 401, 77


class ForbiddenError(MunimentError):
    """The key is good but lacks the verb or the role; only said where it reveals no scope."""

    code, status, exit_code = "forbidden", 403, 77


class QuotaError(MunimentError):
    """The app holds as much as it may: `field` says of what, `limit` how much. What makes room is never refused."""

    code, status, exit_code = "quota_exceeded", 403, 73


class NotFoundError(MunimentError):
    """Nothing here; a scope outside the key's grants answers the same."""

    code, status, exit_code = "not_found", 404, 66


class ConflictError(MunimentError):
    """The name is taken, or the state does not allow the change."""

    code, status, exit_code = "conflict", 409, 73


class ScopeErasedError(MunimentError):
    """The scope was erased lately; a late retry must not bring it back unless it says `create=true`."""

    code, status, exit_code = "scope_erased", 410, 73


class PreconditionFailedError(MunimentError):
    """`If-Match` does not match what is stored."""

    code, status, exit_code = "precondition_failed", 412, 73


class TooLargeError(MunimentError):
    """The body passes the size limit."""

    code, status, exit_code = "too_large", 413, 65


class InvalidError(MunimentError):
    """A value is of the wrong type, empty, out of range or otherwise refused; names the field."""

    code, status, exit_code = "invalid", 422, 65


class IdempotencyConflictError(MunimentError):
    """The same Idempotency-Key came with another request."""

    code, status, exit_code = "idempotency_conflict", 422, 65


class BusyError(MunimentError):
    """Too many writes of one scope, or requests of one key, are waiting."""

    code, status, exit_code = "too_many_requests", 429, 75


class IntegrityError(MunimentError):
    """What is on disk contradicts its own proof; nothing is repaired by guessing."""

    code, status, exit_code = "integrity", 500, 76


class LockTimeoutError(MunimentError):
    """The scope's lock was not had in time; nothing was applied."""

    code, status, exit_code = "lock_timeout", 503, 75


class ReadOnlyError(MunimentError):
    """A sync failed in this scope: it takes no writes until it is verified. Or the file system is read-only."""

    code, status, exit_code = "read_only", 503, 74


class UnavailableError(MunimentError):
    """The service is stopping, or a part it needs is gone."""

    code, status, exit_code = "unavailable", 503, 69


class DiskFullError(MunimentError):
    """No bytes or inodes are left (ENOSPC, EDQUOT); the old state stands."""

    code, status, exit_code = "disk_full", 507, 74


_FULL = (errno.ENOSPC, errno.EDQUOT)
_REFUSED = (errno.EACCES, errno.EPERM, errno.EROFS)
_SHORT = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
_FAILED = (errno.EIO, errno.ENXIO, errno.ENODEV, errno.ESTALE)


def from_os(error: OSError) -> MunimentError | None:
    """The error of this tree that an operating system's error stands for; None for one that is a fault of ours."""
    if error.errno in _FULL:
        return DiskFullError("no space is left; nothing was applied")
    if error.errno in _REFUSED:
        return ReadOnlyError("the file system refuses: read-only, or files that this process may not touch")
    if error.errno in _SHORT:
        return UnavailableError("the process has no files or memory left", retry_after=5)
    if error.errno in _FAILED:
        return UnavailableError("the disk does not do what it is asked to")
    return None


def error_classes() -> list[type[MunimentError]]:
    """Every class of the tree, the base first."""
    found: list[type[MunimentError]] = [MunimentError]
    for cls in found:
        found.extend(cls.__subclasses__())
    return found
