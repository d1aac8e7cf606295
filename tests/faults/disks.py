"""A service on a disk of its own that fills up, runs out of inodes or turns read-only, in a mount namespace of its own.

By hand, as root: `unshare -m python -m tests.faults.disks full|brim|amid|inodes|read-only`; prints what was not as it
should be as JSON.
"""

import collections
import contextlib
import errno
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
from litestar.testing import TestClient

from ops.settings import load_settings
from service.app import create_app

PAGE = 4096
MIB = 1024 * 1024
_LOOK = 0.3  # longer than the service goes without asking how much is free


class Disk:
    """A mounted tmpfs, and the file that fills it."""

    def __init__(self, folder: str, *, size: int, inodes: int = 0) -> None:
        self.folder, self.size = folder, size
        options = f"size={size},nr_inodes={inodes},mode=0700"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        self._ballast = Path(folder) / "ballast"

    @property
    def free(self) -> int:
        state = os.statvfs(self.folder)
        return state.f_bavail * state.f_frsize

    def leave(self, free: int) -> None:
        """Fill it up to so many free bytes."""
        self.clear()
        with open(self._ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while (left := self.free - free) > 0:
                file.write(bytes(min(left, MIB)))

    def use_inodes(self) -> None:
        """Take every inode that is left."""
        folder = Path(self.folder) / "empty"
        folder.mkdir()
        with contextlib.suppress(OSError):
            for number in range(100_000):
                (folder / str(number)).touch()

    def clear(self) -> None:
        """Free what fills it."""
        self._ballast.unlink(missing_ok=True)
        for path in (Path(self.folder) / "empty").glob("*"):
            path.unlink()

    def remount(self, way: str) -> None:
        """Make it read-only (`ro`) or writable; it may be busy for a moment."""
        for _ in range(100):
            command = ["mount", "-o", f"remount,{way}", self.folder]
            if subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise OSError(errno.EBUSY, self.folder)


class Caller:
    """Asks the service; keeps what was acknowledged, and what was answered otherwise than it may be."""

    def __init__(self, client: TestClient[Any], data: str) -> None:
        self._client = client
        keys = json.loads((Path(data) / "first-keys.json").read_text())
        self._keys = {"app": keys["key"], "admin": keys["admin_key"]}
        self.wrong: list[str] = []
        self.kept: dict[str, str] = {}
        self.refused = collections.Counter[str]()
        self.number = 0

    def ask(self, method: str, path: str, *, ids: str = "user_id=a", key: str = "app", **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self._keys[key]}", **more.pop("headers", {})}
        return self._client.request(method, f"{path}?{ids}" if ids else path, headers=headers, **more)

    def expect(self, statuses: set[int], method: str, path: str, **more: Any) -> httpx.Response:
        """Ask, and note an answer of another status."""
        answer = self.ask(method, path, **more)
        if answer.status_code not in statuses:
            self.wrong.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        if answer.status_code >= 400:
            self.refused[answer.json().get("code", "not ready")] += 1
        return answer

    def write(self, statuses: set[int], size: int = 200) -> None:
        """One write of each kind."""
        self.number += 1
        name, text = f"n{self.number}", "x" * size
        added = self.expect(
            statuses, "POST", "/v1/items", json={"file": f"f{self.number % 9}", "name": name, "content": text}
        )
        if added.is_success:
            self.kept[added.json()["id"]] = text
            self.expect(statuses, "PATCH", f"/v1/items/{added.json()['id']}", json={"tags": ["t"]})
        turns = [{"role": "user", "content": text}]
        self.expect(statuses, "POST", "/v1/memorize", json={"messages": turns}, headers={"Prefer": "wait=5"})
        self.expect(statuses, "POST", "/v1/diary", json={"content": text})
        self.expect(statuses, "PUT", "/v1/files/chat/wiki/whole.md", content=f"## w\n\n{text}\n".encode())
        self.expect(statuses, "PATCH", "/v1/settings", json={"diary": self.number % 2 == 0})
        item = {"file": "f", "name": "n", "content": text}
        self.expect(statuses, "POST", "/v1/items", ids=f"user_id=u{self.number}", json=item)

    def check(self, *, whole: bool = True) -> None:
        """Reads go on, and verify answers; `whole`: everything acknowledged is shown."""
        for path in ("/v1/items", "/v1/files", "/v1/diary", "/v1/describe", "/v1/journal"):
            self.expect({200}, "GET", path)
        self.expect({200}, "POST", "/v1/retrieve", json={"query": "x"})
        for identity, text in self.kept.items() if whole else ():
            found = self.expect({200}, "GET", f"/v1/items/{identity}")
            if found.is_success and found.json()["content"] != text:
                self.wrong.append(f"item {identity} is another one")
        self.expect({200}, "GET", "/v1/verify")

    def verified(self) -> None:
        """Verify finds nothing."""
        verdict = self.expect({200}, "GET", "/v1/verify").json()
        if not verdict.get("valid"):
            self.wrong.append(f"verify: {[(one['kind'], one.get('file')) for one in verdict['findings']]}")

    def remove(self) -> None:
        """Take something away."""
        identity, _ = self.kept.popitem()
        self.expect({200, 204}, "DELETE", f"/v1/items/{identity}")


@contextlib.contextmanager
def served(folder: str, **settings: str) -> Iterator[Caller]:
    """A service on a folder."""
    data = f"{folder}/data"
    told = {"MUNIMENT_DATA_DIRECTORY": data, "MUNIMENT_DATA_BALLAST_BYTES": "0", **settings}
    with TestClient(create_app(load_settings(told))) as client:
        yield Caller(client, data)


def full(folder: str) -> Caller:
    """Less is free than the reserve: what makes room works, nothing else does."""
    disk = Disk(folder, size=80 * MIB)
    with served(folder) as caller:
        for _ in range(3):
            caller.write({200, 201, 202})
        disk.leave(60 * MIB)
        time.sleep(_LOOK)
        caller.write({507})
        caller.check()
        caller.verified()
        caller.expect({503}, "GET", "/readyz", ids="")
        caller.remove()
        _erase(caller, "u1")
        disk.clear()
        time.sleep(_LOOK)
        caller.write({200, 201, 202})
        caller.check()
        caller.verified()
    return caller


def brim(folder: str) -> Caller:
    """Not a page is free, with no reserve."""
    disk = Disk(folder, size=24 * MIB)
    with served(folder, MUNIMENT_DATA_RESERVE_BYTES="0") as caller:
        for _ in range(3):
            caller.write({200, 201, 202})
        for _ in range(5):
            disk.leave(0)
            caller.write({200, 201, 202, 507})
            caller.write({200, 201, 202, 507}, size=20_000)
            time.sleep(1.2)  # a checkpoint comes due
            caller.check(whole=False)  # a commit that was cut short is shown once there is room
        disk.clear()
        _settle(caller)
    return caller


def amid(folder: str) -> Caller:
    """So much is free that the disk fills in the middle of a commit or of a checkpoint."""
    disk = Disk(folder, size=24 * MIB)
    with served(folder, MUNIMENT_DATA_RESERVE_BYTES="0") as caller:
        caller.write({200, 201, 202})
        for pages in range(1, 25):
            disk.leave(pages * PAGE)
            caller.write({200, 201, 202, 507}, size=6_000)
            if pages % 6 == 0:
                time.sleep(1.2)
                caller.check(whole=False)
        disk.clear()
        _settle(caller)
    return caller


def inodes(folder: str) -> Caller:
    """No inode is free."""
    disk = Disk(folder, size=80 * MIB, inodes=3_000)
    with served(folder, MUNIMENT_DATA_RESERVE_BYTES="0") as caller:
        caller.write({200, 201, 202})
        disk.use_inodes()
        caller.write({200, 201, 202, 507})
        caller.check(whole=False)
        disk.clear()
        _settle(caller)
    with served(folder) as caller:
        disk.clear()
        disk.leave(70 * MIB)
        os.rmdir(f"{folder}/empty")
        disk.use_inodes()
        caller.number = 11
        caller.write({507})
        caller.expect({503}, "GET", "/readyz", ids="")
    return caller


def read_only(folder: str) -> Caller:
    """The file system turns read-only, and back."""
    disk = Disk(folder, size=80 * MIB)
    with served(folder) as caller:
        for _ in range(3):
            caller.write({200, 201, 202})
        time.sleep(1.5)  # nothing is left to be finished
        disk.remount("ro")
        caller.write({503})
        caller.check()
        caller.verified()
        caller.expect({503}, "GET", "/readyz", ids="")
        disk.remount("rw")
        _settle(caller)
    return caller


def _settle(caller: Caller) -> None:
    """It goes on without being started anew."""
    time.sleep(_LOOK)
    caller.write({200, 201, 202})
    caller.check()
    time.sleep(1.2)
    caller.verified()


def _erase(caller: Caller, user: str) -> None:
    body = {"span": "scope", "dry_run": False}
    caller.expect({201}, "POST", "/v1/erasures", ids=f"app=default&user_id={user}", key="admin", json=body)


SCENES: dict[str, Callable[[str], Caller]] = {
    "full": full, "brim": brim, "amid": amid, "inodes": inodes, "read-only": read_only,
}  # fmt: skip


def main() -> None:
    """Play one scene."""
    with tempfile.TemporaryDirectory() as folder:
        caller = SCENES[sys.argv[1]](folder)
        print(json.dumps({"wrong": caller.wrong, "refused": caller.refused}))
        subprocess.run(["umount", folder], check=True)


if __name__ == "__main__":
    main()
