"""Journal lines: what the chain covers can't be changed unseen; the note outside it can."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import IntegrityError
from scopes.storage import journal
from scopes.storage.journal import ChainKey, Entry

KEY = ChainKey("k2", {"k1": b"1" * 32, "k2": b"2" * 32})
TEXT = st.text(st.characters(codec="utf-8"), max_size=20)


def line(entry=None, key=KEY, seq=7):
    made = entry or Entry("add", line="chat", id="abc", note={"item": "a"})
    return journal.render(made, seq=seq, ts="2026-07-21T00:00:00.000Z", actor="k", request="r", prev="0" * 64, key=key)


@given(TEXT, TEXT, st.dictionaries(TEXT, TEXT))
def test_a_line_reads_back_whatever_it_holds(operation, identity, note):
    text, mac = line(Entry(operation, id=identity, note=note))
    record = journal.authentic(text.encode(), KEY)
    assert record is not None and text.count("\n") == 1
    assert (record.op, record.id, record.note, record.mac, record.seq) == (operation, identity, note, mac, 7)


@pytest.mark.parametrize("flip", [0x01, 0x20, 0x80])
def test_no_byte_up_to_the_mac_s_end_can_be_changed(flip):
    raw = line()[0].encode()
    covered = raw.index(b',"note"')
    for at in range(covered):
        altered = raw[:at] + bytes([raw[at] ^ flip]) + raw[at + 1 :]
        assert journal.authentic(altered, KEY) is None, at


def test_the_note_stands_outside_the_chain():
    raw = line()[0].encode()
    head = raw[: raw.index(b',"note"')]
    blanked, other = head + b"}\n", head + b',"note":{"item":"another"}}\n'
    assert journal.authentic(blanked, KEY).note == {}
    assert journal.authentic(other, KEY).note == {"item": "another"}


@pytest.mark.parametrize(
    "rest",
    [b',"seq":9}', b',"note":{},"seq":9}', b',"note":{"a":1}}', b',"note":{}', b"", b"}x", b',"note":{}}{}', b" }"],
)
def test_nothing_but_a_note_may_follow_the_mac(rest):
    raw = line()[0].encode()
    assert journal.read(raw[: raw.index(b',"note"')] + rest) is None


def test_a_note_that_holds_a_mac_is_only_a_note():
    text, mac = line(Entry("add", note={"item": '","mac":"' + "0" * 64}))
    assert journal.authentic(text.encode(), KEY).mac == mac


def test_every_torn_line_is_no_record():
    raw = line()[0].encode().rstrip()
    assert all(journal.read(raw[:end]) is None for end in range(len(raw)))


def test_a_line_under_an_older_key_stays_authentic_and_one_under_an_unknown_key_is_not():
    old = line(key=ChainKey("k1", KEY.keys))[0].encode()
    assert journal.authentic(old, KEY).kid == "k1"
    assert journal.authentic(line(key=ChainKey("k3", {"k3": b"3"}))[0].encode(), KEY) is None
    with pytest.raises(IntegrityError):
        KEY.mac(b"", "k3")


def test_a_chain_begins_differently_in_every_scope():
    begins = {journal.genesis(KEY, ids, uid, kid) for ids in (b"a", b"b") for uid in ("u", "v") for kid in ("k1", "k2")}
    assert len(begins) == 8


def test_a_member_of_a_newer_version_is_kept_under_the_mac():
    body = json.dumps(
        {"v": 2, "kid": "k2", "seq": 1, "ts": "", "op": "x", "new": [1], "prev": ""}, separators=(",", ":")
    )
    signed = journal.sign(body.encode(), KEY)
    assert journal.authentic(signed, KEY).op == "x"
    assert journal.authentic(signed.replace(b"[1]", b"[2]"), KEY) is None


@given(st.lists(st.binary(max_size=5).map(lambda raw: raw.replace(b"\n", b""))), st.binary(max_size=3))
def test_only_complete_lines_count(lines, torn):
    torn = torn.replace(b"\n", b"")
    assert list(journal.whole_lines(b"".join(one + b"\n" for one in lines) + torn)) == lines


def test_an_opaque_id_is_new_each_time_and_plain():
    made = {journal.mint_id() for _ in range(500)}
    assert len(made) == 500
    assert all(len(one) == 16 and one.isalnum() and one.islower() for one in made)


def test_a_time_that_is_none_is_long_ago():
    assert journal.seconds("1970-01-01T00:01:00.000Z") == 60
    assert journal.seconds("yesterday") == 0
