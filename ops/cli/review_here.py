"""A review on a data directory: what the service does, in this process."""

from scopes.errors import LockTimeoutError, NotFoundError
from scopes.lines import reviewing
from scopes.lines.reviewing import Reviewed, ReviewRequest
from scopes.quality import reviews
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch


def reviewed(scope: Scope, request: ReviewRequest, author: Author, seconds: float) -> Reviewed:
    """Review; NotFoundError when there is no scope, LockTimeoutError when it stays busy, with nothing applied."""
    change = reviewing.decide(request, scope.room.config)
    if request.dry_run:
        snapshot = scope.snapshot()
        if not snapshot.exists:
            raise NotFoundError("no such scope")
        return change(Batch(snapshot, author))
    future = scope.write(change, author=author, create=False)
    try:
        done = future.result(seconds).value
    except TimeoutError:
        if future.cancel():
            raise LockTimeoutError("the scope was busy; nothing was applied", limit=f"{seconds:g} s") from None
        done = future.result().value
    assert done is not None, "no reply is replayed without an Idempotency-Key"
    scope.usage.load()
    reviews.note(scope.quality, done.items, scope.snapshot().items, scope.usage.uses)
    return done
