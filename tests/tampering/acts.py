"""Every way of tampering that verify must see: each act damages one place, drawn at random, and says which."""

import hashlib
import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec

from scopes.storage import journal, markdown
from tests.tampering.scene import Victim


class Place(msgspec.Struct, frozen=True):
    """What was damaged: a finding must name one of these. `kinds`: what it may be called; empty for any name."""

    files: tuple[str, ...] = ()
    seqs: tuple[int, ...] = ()
    items: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


Act = Callable[[Victim, random.Random], Place]
ACTS: dict[str, Act] = {}


def act(function: Act) -> Act:
    """Enter an act under its name."""
    ACTS[function.__name__] = function
    return function


def flipped(raw: bytes, at: int, bit: int) -> bytes:
    """Bytes with one bit changed."""
    return raw[:at] + bytes([raw[at] ^ (1 << bit)]) + raw[at + 1 :]


def flip(victim: Victim, name: str, draw: random.Random, low: int = 0, high: int | None = None) -> int:
    """Change one bit of a file between two offsets; where."""
    path = victim.root / name
    raw = path.read_bytes()
    at = draw.randrange(low, len(raw) if high is None else high)
    path.write_bytes(flipped(raw, at, draw.randrange(8)))
    return at


def seq_of(line: bytes) -> int:
    return json.loads(line)["seq"]


def journals(victim: Victim) -> list[str]:
    return [*victim.names("journal/*.jsonl"), "journal.jsonl"]


def sealed_record(victim: Victim, draw: random.Random) -> tuple[str, list[bytes], int]:
    """(journal file, its lines, index of one that is neither first nor among the last)."""
    name = draw.choice(journals(victim))
    lines = victim.lines(name)
    return name, lines, draw.randrange(1, max(2, len(lines) - 20))


# The journal


@act
def edit_a_record(victim: Victim, draw: random.Random) -> Place:
    name, lines, at = sealed_record(victim, draw)
    seq = seq_of(lines[at])
    lines[at] = lines[at].replace(b'"op":"', b'"op":"x', 1)
    victim.put(name, lines)
    return Place(seqs=(seq,), kinds=("edited",))


@act
def remove_a_record(victim: Victim, draw: random.Random) -> Place:
    name, lines, at = sealed_record(victim, draw)
    gone = seq_of(lines.pop(at))
    victim.put(name, lines)
    return Place(seqs=(gone,), kinds=("removed",))


@act
def swap_two_records(victim: Victim, draw: random.Random) -> Place:
    name, lines, at = sealed_record(victim, draw)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    victim.put(name, lines)
    return Place(seqs=(seq_of(lines[at]), seq_of(lines[at + 1])))


@act
def replay_a_record(victim: Victim, draw: random.Random) -> Place:
    name, lines, at = sealed_record(victim, draw)
    lines.insert(at + 1, lines[draw.randrange(at + 1)])
    victim.put(name, lines)
    return Place(seqs=(seq_of(lines[at + 1]),), kinds=("replayed",))


@act
def insert_a_record_of_the_neighbour(victim: Victim, draw: random.Random) -> Place:
    name, lines, at = sealed_record(victim, draw)
    lines.insert(at, draw.choice((victim.other / "journal.jsonl").read_bytes().splitlines(keepends=True)))
    victim.put(name, lines)
    return Place(files=(name,))


@act
def flip_a_bit_of_the_journal(victim: Victim, draw: random.Random) -> Place:
    name = draw.choice(journals(victim))
    flip(victim, name, draw)
    return Place(files=(name, "seal.json"))


def with_note(victim: Victim, draw: random.Random) -> tuple[str, int, int, int]:
    """(file, seq, start, end) of a note's value, in the whole journal."""
    name = draw.choice(journals(victim))
    raw = (victim.root / name).read_bytes()
    found, at = [], 0
    for line in raw.splitlines(keepends=True):
        if (span := journal.note_span(line)) is not None:
            found.append((seq_of(line), at + span[0], at + span[0] + span[1]))
        at += len(line)
    return (name, *draw.choice(found))


@act
def edit_a_note(victim: Victim, draw: random.Random) -> Place:
    name, _, start, end = with_note(victim, draw)
    raw = (victim.root / name).read_bytes()
    at = raw.rindex(b'"', start, end) - 1
    (victim.root / name).write_bytes(flipped(raw, at, 0))
    return Place(files=(name,), kinds=("note_changed",))


@act
def flip_a_bit_of_a_note(victim: Victim, draw: random.Random) -> Place:
    name, _, start, end = with_note(victim, draw)
    flip(victim, name, draw, start, end)
    return Place(files=(name,))


@act
def blank_a_note(victim: Victim, draw: random.Random) -> Place:
    name, _, start, end = with_note(victim, draw)
    raw = (victim.root / name).read_bytes()
    (victim.root / name).write_bytes(raw[:start] + journal.blank_note(end - start) + raw[end:])
    return Place(files=(name,), kinds=("note_changed",))


@act
def cut_the_journal_s_tail(victim: Victim, draw: random.Random) -> Place:
    raw = (victim.root / "journal.jsonl").read_bytes()
    os.truncate(victim.root / "journal.jsonl", draw.randrange(_sealed_end(victim)) if raw else 0)
    return Place(files=("journal.jsonl",), kinds=("tail_cut", "unreadable"))


def _sealed_end(victim: Victim) -> int:
    return json.loads(victim.lines("pending.jsonl")[0])["position"]["offset"]


@act
def cut_a_closed_segment(victim: Victim, draw: random.Random) -> Place:
    name = draw.choice(victim.names("journal/*.jsonl"))
    size = (victim.root / name).stat().st_size
    os.truncate(victim.root / name, draw.randrange(size))
    return Place(files=(name, "journal.jsonl", *journals(victim)))


@act
def cut_the_tail_with_its_seal(victim: Victim, draw: random.Random) -> Place:
    """Journal and redo log end before the last writes, as if they had not been."""
    keep = draw.randrange(1, len(victim.lines("pending.jsonl")))
    lines = victim.lines("pending.jsonl")[:keep]
    done = sum(len("".join(json.loads(line)["lines"])) for line in lines[1:])
    victim.put("pending.jsonl", lines)
    os.truncate(victim.root / "journal.jsonl", _sealed_end(victim) + done)
    return Place(files=("journal.jsonl",), kinds=("tail_cut",))


@act
def remove_the_journal(victim: Victim, draw: random.Random) -> Place:
    name = draw.choice(journals(victim))
    (victim.root / name).unlink()
    return Place(files=("journal.jsonl", *journals(victim)))


@act
def put_the_neighbour_s_journal_in_place(victim: Victim, draw: random.Random) -> Place:
    shutil.copy(victim.other / "journal.jsonl", victim.root / "journal.jsonl")
    return Place(files=("journal.jsonl",))


# The redo log


@act
def flip_a_bit_of_the_redo_log(victim: Victim, draw: random.Random) -> Place:
    flip(victim, "pending.jsonl", draw)
    return Place(files=("pending.jsonl",))


@act
def cut_the_redo_log(victim: Victim, draw: random.Random) -> Place:
    os.truncate(victim.root / "pending.jsonl", draw.randrange((victim.root / "pending.jsonl").stat().st_size))
    return Place(files=("pending.jsonl",))


@act
def remove_a_record_of_the_redo_log(victim: Victim, draw: random.Random) -> Place:
    lines = victim.lines("pending.jsonl")
    lines.pop(draw.randrange(len(lines)))
    victim.put("pending.jsonl", lines)
    return Place(files=("pending.jsonl",))


@act
def put_an_older_redo_log_back(victim: Victim, draw: random.Random) -> Place:
    shutil.copy(victim.data / "older" / "pending.jsonl", victim.root / "pending.jsonl")
    return Place(files=("pending.jsonl",))


@act
def put_the_neighbour_s_redo_log_in_place(victim: Victim, draw: random.Random) -> Place:
    shutil.copy(victim.other / "pending.jsonl", victim.root / "pending.jsonl")
    return Place(files=("pending.jsonl",))


@act
def put_junk_behind_the_redo_log(victim: Victim, draw: random.Random) -> Place:
    junk = draw.choice([b"junk", b"junk\n", b'{"first":1}\n', victim.lines("pending.jsonl")[-1][:-9] + b"\n"])
    with (victim.root / "pending.jsonl").open("ab") as file:
        file.write(junk)
    return Place(files=("pending.jsonl",), kinds=("redo_junk",))


@act
def flip_a_bit_of_the_closed_redo_log(victim: Victim, draw: random.Random) -> Place:
    flip(victim, "prev/pending.jsonl", draw)
    return Place(files=("prev/pending.jsonl",), kinds=("copy_changed",))


# Documents


def document(victim: Victim, draw: random.Random) -> tuple[str, list[bytes], list[int], os.stat_result]:
    """(path, its parts, indexes of its sections with an id, its times) of a document that only the seal knows."""
    recorded = {path for line in victim.lines("pending.jsonl")[1:] for path in json.loads(line).get("docs", {})}
    name = draw.choice([name for name in victim.names("chat/*/*.md") if name not in recorded])
    parts = markdown.split((victim.root / name).read_bytes())
    return name, parts, [at for at, part in enumerate(parts) if b" id=" in part], (victim.root / name).stat()


def id_of(part: bytes) -> str:
    return markdown.parse_section(part).fields["id"]


def put_back_times(victim: Victim, name: str, state: os.stat_result) -> None:
    os.utime(victim.root / name, ns=(state.st_atime_ns, state.st_mtime_ns))


@act
def edit_a_document_and_put_its_times_back(victim: Victim, draw: random.Random) -> Place:
    name, parts, items, state = document(victim, draw)
    at = draw.choice(items)
    parts[at] = parts[at].replace(b"zz", b"zx", 1).replace(b"entry", b"entrY", 1).replace(b"ww", b"wW", 1)
    victim.put(name, parts)
    put_back_times(victim, name, state)
    return Place(files=(name,), items=(id_of(parts[at]),), kinds=("document_changed",))


@act
def flip_a_bit_of_a_document(victim: Victim, draw: random.Random) -> Place:
    name, _, _, state = document(victim, draw)
    flip(victim, name, draw)
    put_back_times(victim, name, state)
    return Place(files=(name,))


@act
def remove_a_section(victim: Victim, draw: random.Random) -> Place:
    name, parts, items, state = document(victim, draw)
    gone = parts.pop(draw.choice(items))
    victim.put(name, parts)
    put_back_times(victim, name, state)
    return Place(items=(id_of(gone),), kinds=("document_changed",))


@act
def swap_two_sections(victim: Victim, draw: random.Random) -> Place:
    name, parts, items, state = document(victim, draw)
    while len(items) < 2:
        name, parts, items, state = document(victim, draw)
    one, other = draw.sample(items, 2)
    parts[one], parts[other] = parts[other], parts[one]
    victim.put(name, parts)
    put_back_times(victim, name, state)
    return Place(files=(name,), kinds=("document_changed",))


@act
def cut_a_document(victim: Victim, draw: random.Random) -> Place:
    name, parts, _, state = document(victim, draw)
    os.truncate(victim.root / name, draw.randrange(sum(map(len, parts))))
    put_back_times(victim, name, state)
    return Place(files=(name,))


@act
def remove_a_document(victim: Victim, draw: random.Random) -> Place:
    name, *_ = document(victim, draw)
    (victim.root / name).unlink()
    return Place(files=(name,), kinds=("document_missing",))


@act
def add_a_document(victim: Victim, draw: random.Random) -> Place:
    name = f"chat/wiki/added-{draw.randrange(99)}.md"
    (victim.root / name).write_text("# added\n\n## planted\n\nnever said\n")
    os.utime(victim.root / name, (1, 1))
    return Place(files=(name,), kinds=("document_unknown",))


@act
def put_one_old_document_back(victim: Victim, draw: random.Random) -> Place:
    names = [name for name in victim.names("chat/*/*.md") if (victim.data / "older" / name).exists()]
    changed = [
        name for name in names if (victim.root / name).read_bytes() != (victim.data / "older" / name).read_bytes()
    ]
    name = draw.choice(changed)
    shutil.copy2(victim.data / "older" / name, victim.root / name)
    return Place(files=(name,))


@act
def put_the_neighbour_s_document_in_place(victim: Victim, draw: random.Random) -> Place:
    name, *_ = document(victim, draw)
    shutil.copy(next((victim.other / "chat/wiki").iterdir()), victim.root / name)
    return Place(files=(name,))


@act
def put_a_link_in_a_document_s_place(victim: Victim, draw: random.Random) -> Place:
    name, *_ = document(victim, draw)
    (victim.root / name).rename(victim.data / "elsewhere.md")
    (victim.root / name).symlink_to(victim.data / "elsewhere.md")
    return Place(files=(name,))


# Turns


def turns(victim: Victim, draw: random.Random) -> tuple[str, list[bytes]]:
    name = draw.choice(victim.names("chat/sources/*.jsonl"))
    return name, victim.lines(name)


@act
def change_a_turn(victim: Victim, draw: random.Random) -> Place:
    name, lines = turns(victim, draw)
    at = draw.randrange(len(lines))
    lines[at] = lines[at].replace(b"wwww", b"wwwx", 1)
    victim.put(name, lines)
    return Place(files=(name,), kinds=("source_changed",))


@act
def add_a_turn(victim: Victim, draw: random.Random) -> Place:
    name, lines = turns(victim, draw)
    lines.insert(draw.randrange(len(lines) + 1), draw.choice(lines).replace(b'"id":"', b'"id":"a', 1))
    victim.put(name, lines)
    return Place(files=(name,), kinds=("source_changed",))


@act
def remove_a_turn(victim: Victim, draw: random.Random) -> Place:
    name, lines = turns(victim, draw)
    lines.pop(draw.randrange(len(lines)))
    victim.put(name, lines)
    return Place(files=(name,), kinds=("source_changed", "source_cut"))


@act
def swap_two_turns(victim: Victim, draw: random.Random) -> Place:
    name, lines = turns(victim, draw)
    one, other = draw.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    victim.put(name, lines)
    return Place(files=(name,), kinds=("source_changed",))


@act
def flip_a_bit_of_a_turn(victim: Victim, draw: random.Random) -> Place:
    name, _ = turns(victim, draw)
    flip(victim, name, draw)
    return Place(files=(name,), kinds=("source_changed",))


@act
def cut_the_turns(victim: Victim, draw: random.Random) -> Place:
    name, lines = turns(victim, draw)
    os.truncate(victim.root / name, draw.randrange(sum(map(len, lines))))
    return Place(files=(name,), kinds=("source_cut", "source_changed"))


@act
def remove_a_file_of_turns(victim: Victim, draw: random.Random) -> Place:
    name, _ = turns(victim, draw)
    (victim.root / name).unlink()
    return Place(files=(name,), kinds=("source_cut",))


@act
def put_the_neighbour_s_turns_in_place(victim: Victim, draw: random.Random) -> Place:
    name, _ = turns(victim, draw)
    shutil.copy(next((victim.other / "chat/sources").iterdir()), victim.root / name)
    return Place(files=(name,))


@act
def add_a_file_of_turns(victim: Victim, draw: random.Random) -> Place:
    _, lines = turns(victim, draw)
    victim.put("chat/sources/2025-01.jsonl", [draw.choice(lines)])
    return Place(files=("chat/sources/2025-01.jsonl",), kinds=("source_unknown",))


# What lies beside


@act
def change_scope_json(victim: Victim, draw: random.Random) -> Place:
    path = victim.root / "scope.json"
    told = json.loads(path.read_text())
    told["settings"] = {"time_zone": draw.choice(["Asia/Shanghai", "Europe/Berlin"])}
    path.write_text(json.dumps(told, indent=2) + "\n")
    return Place(files=("scope.json",), kinds=("identity_changed",))


@act
def flip_a_bit_of_scope_json(victim: Victim, draw: random.Random) -> Place:
    flip(victim, "scope.json", draw)
    return Place(files=("scope.json",), kinds=("identity_changed",))


@act
def remove_scope_json(victim: Victim, draw: random.Random) -> Place:
    (victim.root / "scope.json").unlink()
    return Place(files=("scope.json",), kinds=("identity_changed",))


@act
def put_the_neighbour_s_scope_json_in_place(victim: Victim, draw: random.Random) -> Place:
    shutil.copy(victim.other / "scope.json", victim.root / "scope.json")
    return Place(files=("scope.json",), kinds=("identity_changed",))


@act
def flip_a_bit_of_the_seal(victim: Victim, draw: random.Random) -> Place:
    flip(victim, "seal.json", draw)
    return Place(files=("seal.json",))


@act
def put_an_older_seal_back(victim: Victim, draw: random.Random) -> Place:
    shutil.copy(victim.data / "older" / "seal.json", victim.root / "seal.json")
    return Place(files=("seal.json",), kinds=("seal_replaced",))


@act
def remove_the_seal(victim: Victim, draw: random.Random) -> Place:
    (victim.root / "seal.json").unlink()
    return Place(files=("seal.json",), kinds=("seal_missing",))


@act
def seal_a_changed_document_again(victim: Victim, draw: random.Random) -> Place:
    """Edit a document and write its new digests into seal.json."""
    name, parts, _, _ = document(victim, draw)
    raw = b"".join(parts).replace(b"zz", b"zx", 1) + b" "
    (victim.root / name).write_bytes(raw)
    path = victim.root / "seal.json"
    told = json.loads(path.read_text())
    told["docs"][name]["sha256"] = hashlib.sha256(raw).hexdigest()
    path.write_text(json.dumps(told))
    return Place(files=("seal.json",), kinds=("seal_replaced",))


@act
def flip_a_bit_of_the_replies(victim: Victim, draw: random.Random) -> Place:
    flip(victim, "replies.jsonl", draw)
    return Place(files=("replies.jsonl",), kinds=("replies_changed",))


@act
def remove_the_replies(victim: Victim, draw: random.Random) -> Place:
    (victim.root / "replies.jsonl").unlink()
    return Place(files=("replies.jsonl",), kinds=("replies_changed",))


@act
def remove_a_reply(victim: Victim, draw: random.Random) -> Place:
    lines = victim.lines("replies.jsonl")
    lines.pop(draw.randrange(len(lines)))
    victim.put("replies.jsonl", lines)
    return Place(files=("replies.jsonl",), kinds=("replies_changed",))


@act
def add_a_reply(victim: Victim, draw: random.Random) -> Place:
    lines = victim.lines("replies.jsonl")
    victim.put("replies.jsonl", [*lines, draw.choice(lines[1:]).replace(b'"seq":', b'"seq":1', 1)])
    return Place(files=("replies.jsonl",), kinds=("replies_changed",))


@act
def flip_a_bit_of_the_operations(victim: Victim, draw: random.Random) -> Place:
    name = draw.choice(victim.names("operations/*"))
    flip(victim, name, draw)
    return Place(files=(name,), kinds=("operations_changed",))


@act
def remove_the_operations(victim: Victim, draw: random.Random) -> Place:
    name = draw.choice(victim.names("operations/*"))
    (victim.root / name).unlink()
    return Place(files=(name,), kinds=("operations_changed",))


@act
def flip_a_bit_in_quarantine(victim: Victim, draw: random.Random) -> Place:
    name = draw.choice(victim.names("quarantine/*"))
    flip(victim, name, draw)
    return Place(files=(name,), kinds=("quarantine_changed",))


# The whole


@act
def roll_the_whole_directory_back(victim: Victim, draw: random.Random) -> Place:
    shutil.rmtree(victim.root)
    shutil.copytree(victim.data / "older", victim.root)
    return Place(kinds=("rolled_back",))


@act
def put_the_neighbour_s_directory_in_place(victim: Victim, draw: random.Random) -> Place:
    shutil.rmtree(victim.root)
    shutil.copytree(victim.other, victim.root)
    return Place(files=("scope.json",), kinds=("identity_changed",))


@act
def remove_the_anchor(victim: Victim, draw: random.Random) -> Place:
    victim.anchor.unlink()
    return Place(kinds=("anchor_missing",))


@act
def spoil_the_anchor(victim: Victim, draw: random.Random) -> Place:
    raw = victim.anchor.read_bytes()
    victim.anchor.write_bytes(flipped(raw, draw.randrange(len(raw.rstrip())), 0))
    return Place(kinds=("anchor_missing", "replaced", "tail_cut", "rolled_back"))


@act
def give_the_audit_key_another_id(victim: Victim, draw: random.Random) -> Place:
    path = Path(victim.engine.config.data) / "audit.key"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({"kid": "other", "keys": {"other": next(iter(told["keys"].values()))}}))
    return Place(files=("journal.jsonl", *journals(victim)), kinds=("key_missing",))
