"""Power loss of the service's own files: keys, ledger, receipts, and scopes that come and go.

By hand: `python -m tests.faults.power_loss_service --states 1000 [--seed 1]`.
"""

import argparse
import collections
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import msgspec

from ops import private_files
from ops.erasures import Erasures
from ops.keys import KeyRing, NewKey
from ops.ledger import Ledger
from ops.principal import Grant
from ops.spans import ErasureRequest
from scopes.errors import MunimentError
from scopes.lines import wiki
from scopes.model import ScopeIds
from scopes.registry import Registry, finish_erasures
from scopes.storage.batch import Author
from tests.faults.kinds import add, bring_in, exported, write
from tests.faults.power_loss import State, config_for, lay_out, violations
from tests.faults.recording import Call, Recorder
from tests.faults.workload import AUTHOR

USERS = tuple(ScopeIds("app", user) for user in ("alice", "bob", "carol"))
Step = Callable[[int], None]
# Lock files are not looked at here; a map is written anew with the next checkpoint.
_EXPECTED = ("anchor_missing", "derived_stale")


class Standing(msgspec.Struct, frozen=True):
    """What stands after a step: keys with whether they are revoked, receipts, and each user's texts."""

    keys: dict[str, bool] = {}
    receipts: frozenset[str] = frozenset()
    texts: tuple[frozenset[str], ...] = (frozenset(),) * len(USERS)


class ServiceRun:
    """A recorded run of what admins do, and of writes between."""

    def __init__(self, data: Path, seed: int, writes: int, recorder: Recorder) -> None:
        self.data, self._recorder = data, recorder
        registry = Registry(config_for(data))
        self._registry, registry.engine.files = registry, recorder
        self._ledger = Ledger(str(data), registry.engine.key, recorder)
        self._erasures, self._keys = Erasures(registry, self._ledger), KeyRing(str(data), check_seconds=0)
        self._erased: set[str] = set()
        self.gone, self.standing = [frozenset[str]()], [Standing()]
        steps = {
            "write": self._write,
            "erase a scope": self._erase_scope,
            "erase an item": self._erase_item,
            "new key": self._new_key,
            "revoke a key": self._revoke,
            "ledger line": self._enter,
            "import": self._import,
        }
        self._draw = random.Random(seed)
        with patch.object(private_files, "_FILES", recorder):
            for number in range(writes):
                name = self._draw.choice([*steps, "write", "write", "write"])
                recorder.calls.append(Call("begin", name))
                steps[name](number)
                recorder.calls.append(Call("ack"))
                self.standing.append(self._look(registry, self._ledger, self._keys))
                self.gone.append(frozenset(self._erased))
        registry.close()

    def _write(self, number: int) -> None:
        scope = self._registry.scope(self._draw.choice(USERS))
        new = wiki.NewItem("f", f"n{number}", f"secret-{number}-")
        config = self._registry.engine.config
        scope.write(lambda batch: wiki.put(batch, new, config), author=AUTHOR, revive=True).result(20)

    def _erase_scope(self, number: int) -> None:
        ids = self._draw.choice(USERS)
        texts = _texts(self._registry, ids)
        if self._registry.scope(ids).exists():
            self._erasures.erase(ErasureRequest(span="scope"), ids, Author("admin", f"r{number}"))
            self._erased |= texts

    def _erase_item(self, number: int) -> None:
        ids = self._draw.choice(USERS)
        items = sorted(self._registry.scope(ids).snapshot().items.values(), key=lambda item: item.name)
        if items:
            self._erasures.erase(ErasureRequest(span="item", id=items[0].id), ids, Author("admin", f"r{number}"))
            self._erased.add(items[0].content)

    def _new_key(self, number: int) -> None:
        self._keys.create(NewKey(app="app", grants=(Grant(("read",)),)))

    def _revoke(self, number: int) -> None:
        if keys := sorted(self._keys.content().keys):
            self._keys.revoke(self._draw.choice(keys))

    def _enter(self, number: int) -> None:
        self._ledger.append("note", id=None, actor="admin", request=None)

    def _import(self, number: int) -> None:
        absent = [ids for ids in USERS if not self._registry.scope(ids).exists()]
        if absent:
            archive = exported(write(add("f", f"i{number}", f"secret-i{number}-")))
            bring_in(self._registry, absent[0], archive, revive=True)

    @staticmethod
    def _look(registry: Registry, ledger: Ledger, keys: KeyRing) -> Standing:
        found = {name: record.revoked is not None for name, record in keys.content().keys.items()}
        texts = tuple(_texts(registry, ids) for ids in USERS)
        return Standing(found, frozenset(ledger.receipt_ids()), texts)

    # What must hold

    def problems(self, state: State, here: Path) -> list[str]:
        """What is wrong with a state once the service is started on it."""
        lay_out(state, here)
        for key in self.data.glob("*.key"):
            shutil.copy(key, here / key.name)
        finish_erasures(str(here))
        registry = Registry(config_for(here))
        try:
            return list(self._check(state, registry, here))
        except (MunimentError, OSError, ValueError, LookupError, AssertionError) as error:
            return [f"starting: {error!r}"]
        finally:
            registry.close()

    def _check(self, state: State, registry: Registry, here: Path) -> Iterator[str]:
        ledger = Ledger(str(here), registry.engine.key)
        Erasures(registry, ledger).finish()
        found = self._look(registry, ledger, KeyRing(str(here)))
        allowed = self.standing[state.acked : state.begun + 1]
        if found.keys not in [standing.keys for standing in allowed]:
            yield "keys: an acknowledged change is lost, or one is half there"
        if not self.standing[state.acked].receipts <= found.receipts:
            yield "a receipt is lost"
        for name in found.receipts:
            ledger.receipt(name)
        yield from (f"ledger: {finding['kind']}" for finding in ledger.verify()[1])
        for number, ids in enumerate(USERS):
            if found.texts[number] not in [standing.texts[number] for standing in allowed]:
                yield "a scope: acknowledged writes are lost, or what was erased is back"
            if registry.scope(ids).exists():
                findings = registry.scope(ids).verify().findings
                yield from (f"verify: {one.kind} {one.file}" for one in findings if one.kind not in _EXPECTED)
        held = b"".join(_read(path) for path in here.rglob("*"))
        if any(text.encode() in held for text in self.gone[state.acked]):
            yield "a text that was erased is back in a file"


def _texts(registry: Registry, ids: ScopeIds) -> frozenset[str]:
    return frozenset(item.content for item in registry.scope(ids).snapshot().items.values())


def _read(path: Path) -> bytes:
    """A file's bytes; none of a folder, or of a file that goes just now."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return b""


def main() -> None:
    """Report on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weaken", default="nothing")
    given = parser.parse_args()
    started, steps = time.monotonic(), collections.Counter[str]()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        found = violations(
            Path(folder),
            states=given.states,
            seed=given.seed,
            writes=40,
            weaken=given.weaken,
            run_class=ServiceRun,
            steps=steps,
        )
    for step, count in sorted(steps.items()):
        print(f"{count:7} {step}")
    print(f"{given.states} states, {time.monotonic() - started:.0f} s: {dict(found) or 'clean'}")


if __name__ == "__main__":
    main()
