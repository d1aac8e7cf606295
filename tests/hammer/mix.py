"""Writers, readers and people at one scope of a running service, each a process; what they did goes to log files."""

import argparse
import http.client
import json
import os
import random
import re
import socket
import time
from pathlib import Path
from typing import Any

USER = "hammer"
FILES = ("alpha", "beta", "gamma")


class Api:
    """One connection at a time to the service; every failure of it is an OSError or HTTPException."""

    def __init__(self, port: int, key: str) -> None:
        self._port, self._key = port, key
        self._connection: http.client.HTTPConnection | None = None

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """(status, JSON)."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=30)
        given = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json"}
        given.update({name.replace("_", "-"): value for name, value in headers.items()})
        try:
            self._connection.request(method, path, None if body is None else json.dumps(body), given)
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        return answer.status, json.loads(text) if text else None


class Log:
    """A file of JSON lines that survives its writer."""

    def __init__(self, folder: Path, name: str) -> None:
        self.path = folder / name

    def add(self, **values: Any) -> None:
        """Append a line."""
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(descriptor, json.dumps(values).encode() + b"\n")
        os.close(descriptor)

    def read(self) -> list[dict[str, Any]]:
        """All lines."""
        if not self.path.exists():
            return []
        return [json.loads(line) for line in self.path.read_text().splitlines()]


def is_over(logs: Path) -> bool:
    """Whether enough was done before its time."""
    return (logs / "over").exists()


def user_of(number: int, scopes: int) -> str:
    """Whose scope a writer or a reader works on; people edit the first one's files."""
    return f"{USER}-{number % scopes}" if number % scopes else USER


def request_of(name: str, writer: int, number: int) -> dict[str, Any]:
    """A memorize that touches a source and one document, or (every third) two documents that must agree."""
    draw = random.Random(name)
    if draw.random() < 0.3:
        items = [
            {"file": file, "name": f"pair-{writer}", "content": f"v={number}", "kind": "pair"} for file in FILES[:2]
        ]
    else:
        items = [{"file": draw.choice(FILES), "name": name, "content": "x" * draw.randint(20, 200), "tags": [name]}]
    messages = [{"role": "user", "content": f"turn {name}", "id": name}]
    return {"messages": messages, "source_id": f"writer-{writer}", "extract": "given", "items": items}


def write(api: Api, logs: Path, writer: int, stop: float, user: str) -> None:
    """Write until `stop`; a request that got no answer is sent again under its key until it gets one."""
    acks, cuts = Log(logs, f"acks-{writer}"), Log(logs, "cut")
    number = 0
    while time.time() < stop and not is_over(logs):
        name = f"w{writer}-{number}"
        body, started, tries = request_of(name, writer, number), time.time(), 0
        while True:
            tries += 1
            try:
                path = f"/v1/memorize?user_id={user}"
                status, answer = api.call("POST", path, body, Idempotency_Key=name, Prefer="wait=10")
            except (OSError, http.client.HTTPException):
                cuts.add(name=name, at=time.time())
                time.sleep(0.02)
                continue
            if status in (429, 503):
                time.sleep(0.02)
                continue
            break
        if status != 200:
            Log(logs, "errors").add(status=status, answer=answer)
        acks.add(
            name=name,
            ids=[item["id"] for item in (answer or {}).get("items", [])],
            tries=tries,
            ms=(time.time() - started) * 1e3,
            at=time.time(),
        )
        number += 1
        time.sleep(random.random() * 0.01)


def read(api: Api, logs: Path, writers: list[int], stop: float, user: str) -> None:
    """Look for halves of two-document writes and for acknowledged items that are not shown."""
    reads = 0
    while time.time() < stop and not is_over(logs):
        acked = [Log(logs, f"acks-{writer}").read()[-1:] for writer in writers]
        try:
            status, pairs = api.call("GET", f"/v1/items?user_id={user}&kind=pair&limit=200")
            if status != 200:
                Log(logs, "errors").add(status=status, answer=pairs)
                continue
            seen: dict[str, dict[str, str]] = {}
            for item in pairs["items"]:
                seen.setdefault(item["name"], {})[item["file"]] = item["content"]
            for name, versions in seen.items():
                if len(versions) != 2 or len(set(versions.values())) != 1:
                    Log(logs, "half").add(name=name, versions=versions, at=time.time())
            for last in acked:
                if last and not request_of(last[0]["name"], 0, 0)["items"][0].get("kind"):
                    _, found = api.call("GET", f"/v1/items?user_id={user}&tag={last[0]['name']}")
                    if len(found["items"]) != 1:
                        Log(logs, "stale").add(name=last[0]["name"], found=len(found["items"]))
            reads += 1
        except (OSError, http.client.HTTPException):
            time.sleep(0.02)
    Log(logs, "reads").add(reads=reads)


def edit(folder: Path, logs: Path, person: int, stop: float) -> None:
    """A person: load a file, think, change the own section, save it in one of four ways, look for it again."""
    draw, number = random.Random(person), 0
    me = f"human-{person}"
    while time.time() < stop - 3:
        path = folder / f"{draw.choice(FILES[:2] if person == 0 else FILES[2:])}.md"
        try:
            raw = path.read_bytes()
        except FileNotFoundError:
            time.sleep(0.05)
            continue
        time.sleep(draw.random() * 0.3)
        number += 1
        parts = [part for part in re.split(rb"(?m)^(?=## )", raw) if not part.startswith(f"## {me}\n".encode())]
        parts.insert(1, f"## {me}\n\nn={number}\n\n".encode())
        way = draw.choice(["slow", "inplace", "replace", "vim"])
        try:
            save(path, b"".join(parts), way)
        except FileNotFoundError:
            continue
        wanted, kept, saved = f"## {me}\n\nn={number}\n".encode(), False, time.time()
        while time.time() - saved < 3 and not kept:
            time.sleep(0.4)
            kept = path.exists() and wanted in path.read_bytes()
        Log(logs, "saves").add(person=person, file=path.name, number=number, way=way, kept=kept, at=saved)


def save(path: Path, raw: bytes, way: str) -> None:
    """Save a file as editors do: slowly or at once in place, by a rename, or by moving the old one away first."""
    if way == "replace":
        aside = path.with_name(f".{path.name}.swp")
        aside.write_bytes(raw)
        aside.rename(path)
    elif way == "vim":
        backup = path.with_name(path.name + "~")
        path.rename(backup)
        time.sleep(0.005)
        path.write_bytes(raw)
        backup.unlink()
    else:
        pieces = 4 if way == "slow" else 1
        step = len(raw) // pieces + 1
        descriptor = os.open(path, os.O_WRONLY | os.O_TRUNC)
        for at in range(0, len(raw), step):
            os.write(descriptor, raw[at : at + step])
            time.sleep(0.01 if pieces > 1 else 0)
        os.close(descriptor)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def main() -> None:
    """Play one role until a moment."""
    parser = argparse.ArgumentParser()
    parser.add_argument("role", choices=["write", "read", "edit"])
    parser.add_argument("number", type=int)
    parser.add_argument("--port", type=int)
    parser.add_argument("--key")
    parser.add_argument("--logs", type=Path)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--writers", type=int)
    parser.add_argument("--scopes", type=int)
    parser.add_argument("--stop", type=float)
    given = parser.parse_args()
    user = user_of(given.number, given.scopes)
    if given.role == "edit":
        edit(given.folder, given.logs, given.number, given.stop)
    elif given.role == "write":
        write(Api(given.port, given.key), given.logs, given.number, given.stop, user)
    else:
        writers = [writer for writer in range(given.writers) if user_of(writer, given.scopes) == user]
        read(Api(given.port, given.key), given.logs, writers, given.stop, user)


if __name__ == "__main__":
    main()
