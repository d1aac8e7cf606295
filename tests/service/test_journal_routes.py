"""The journal by pages and as it grows."""

import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

from ops.keys import KeyRing
from scopes.model import ScopeIds
from service.running import running


@pytest.fixture
def stream(client, exchange):
    """The events of a stream until `count` of them came."""

    def follow(here, count, query="", headers=()):
        target = f"/v1/journal/stream?{here.ids}{query}"
        raw = [(b"authorization", f"Bearer {here.token}".encode()), *headers]
        answer = exchange(client, "GET", target, raw, enough=lambda body: body.count(b"data: ") >= count)
        lines = answer.body.decode().splitlines()
        return answer.status, [int(line.removeprefix("id: ")) for line in lines if line.startswith("id: ")]

    return follow


def test_pages_are_the_whole_journal_in_order(here):
    here.add()
    here.memorize("hello")
    lines = here.list("/v1/journal")
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0]["op"] == "create" and all(later["prev"] == line["mac"] for line, later in pairwise(lines))
    behind = here("GET", "/v1/journal", "after=2").json()["items"]
    assert behind == lines[2:]


def test_the_chained_part_of_a_line_holds_no_text(here):
    here.add("a-name", "some content", file="a-file")
    for line in here.list("/v1/journal"):
        line.pop("note", None)
        assert not any(text in str(line) for text in ("a-name", "some content", "a-file"))


def test_a_stream_begins_where_it_is_told(here, stream):
    here.add()
    assert stream(here, 2, "&after=0") == (200, [1, 2])
    assert stream(here, 1, "&after=1") == (200, [2])
    assert stream(here, 1, "&after=0", [(b"last-event-id", b"1")]) == (200, [2])


def test_a_quiet_stream_sends_no_event(here, client, exchange):
    here.add()
    raw = [(b"authorization", f"Bearer {here.token}".encode())]
    answer = exchange(client, "GET", f"/v1/journal/stream?{here.ids}", raw, enough=bool)
    assert answer.body.strip() == b": waiting" and (b"content-type", b"text/event-stream") in [
        (name, value.partition(b";")[0]) for name, value in answer.headers
    ]


def test_a_stream_without_a_beginning_shows_what_comes(here, stream):
    here.add("first")
    last = here("GET", "/v1/describe").json()["head"]["seq"]
    writer = threading.Timer(0.3, lambda: here.add("second"))
    writer.start()
    assert stream(here, 1) == (200, [last + 1])
    writer.join()


@pytest.mark.parametrize("header", [b"x", b"-1", b"\xb2", b"9" * 5000, b"1.5", b"1e3"])
def test_an_event_id_that_is_none_of_ours_is_refused(here, stream, header):
    assert stream(here, 1, "", [(b"last-event-id", header)])[0] == 400


@pytest.mark.parametrize("query", ["after=x", "after=-1", "after=1e400", "after=99999999999999999999"])
def test_a_beginning_that_is_no_number_is_refused(here, query):
    for path in ("/v1/journal", "/v1/journal/stream"):
        answer = here("GET", path, query)
        assert (answer.status_code, answer.json()["field"]) == (422, "after")


def test_a_stream_ends_when_its_key_does(client, at, keys, as_admin, stream):
    made = as_admin("POST", "/v1/keys", json={"app": "brief", "grants": [{"verbs": ["read", "write"]}]}).json()
    here = at("user_id=a", made["key"])
    here.add()
    threading.Timer(0.3, lambda: KeyRing(running(client.app).settings.data.directory).revoke(made["id"])).start()
    assert stream(here, 99, "&after=0") == (200, [1, 2])


def test_a_stream_ends_when_its_scope_does(here, as_admin, stream):
    here.add()
    erase = {"span": "scope", "dry_run": False}
    threading.Timer(0.3, lambda: as_admin("POST", f"/v1/erasures?app=default&{here.ids}", json=erase)).start()
    status, seen = stream(here, 99, "&after=0")
    assert status == 200 and seen[:2] == [1, 2]


def typed(here):
    """A section that a person adds to a document, once it is taken in; its record's number."""
    here.add("tea", "black", file="facts")
    ids = ScopeIds("default", here.ids.removeprefix("user_id="))
    document = Path(running(here.client.app).registry.scope(ids).room.layout.root) / "chat/wiki/facts.md"
    document.write_text(document.read_text() + "\n## by-hand\n\ntyped\n")
    until = time.monotonic() + 15
    while not (edits := here("GET", "/v1/verify").json()["unattested"]):
        assert time.monotonic() < until
        here("GET", "/v1/items")
        time.sleep(0.1)
    return edits[0]["seq"]


def test_an_edit_by_hand_is_accepted_once_under_its_idempotency_key(here):
    seq = typed(here)
    retry = {"Idempotency-Key": "accept-1"}
    first, again = (here("POST", "/v1/journal/accept", json={"seqs": [seq]}, headers=retry) for _ in range(2))
    assert first.json() == again.json() == {"seqs": [seq]} and "Idempotency-Replayed" in again.headers
    assert here("GET", "/v1/verify").json()["unattested"] == []
    assert here.list("/v1/journal")[-1]["cites"] == str(seq)


def test_a_number_that_waits_for_nothing_or_no_number_is_refused(here):
    here.add()
    for body in ({}, {"seqs": [1]}, {"seqs": [1], "all": True}):
        assert here("POST", "/v1/journal/accept", json=body).json()["code"] == "invalid"
    assert here("POST", "/v1/journal/accept", json={"all": True}).json() == {"seqs": []}
