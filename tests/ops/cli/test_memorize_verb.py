"""`muniment memorize` on a data directory."""

import json

USER = ("--user", "alice")


def test_a_file_is_stored_once_however_often_it_is_given(told, tmp_path):
    file = tmp_path / "talk.txt"
    file.write_text("Alice: hi\nBob: 你好\n", encoding="utf-8")
    first, second = (told("memorize", str(file), "--extract", "verbatim", *USER) for _ in range(2))
    assert (first["source_id"], first["turns"], first["stored"], first["diary"]) == ("talk", 2, 2, 2)
    assert first["outcomes"] == {"stored": 1} and len(first["operations"]) == 1
    assert (second["stored"], second["outcomes"]) == (0, {"duplicate": 1})


def test_of_a_file_that_has_grown_the_new_turns_are_stored(told, tmp_path):
    file = tmp_path / "talk.txt"
    file.write_text("Alice: hi\n", encoding="utf-8")
    told("memorize", str(file), *USER)
    file.write_text("Alice: hi\nBob: hi\n", encoding="utf-8")
    assert told("memorize", str(file), *USER)["stored"] == 1


def test_turns_that_read_alike_are_all_stored_in_batches(run, told):
    result = run("memorize", "-", *USER, "--progress", input="Alice: yes\n" * 450)
    assert result.stdout.startswith("450 of 450 turns stored")
    assert result.stderr.splitlines()[:3] == ["200 of 450 turns", "400 of 450 turns", "450 of 450 turns"]
    assert told("describe", *USER)["counts"]["source"] == 450


def test_progress_is_silent_where_stderr_is_no_terminal(run):
    run("memorize", "-", *USER, input="Alice: hi")
    assert run("memorize", "-", *USER, input="Alice: hi there").stderr == ""


def test_a_request_keeps_its_own_fields(told):
    said = [{"role": "user", "content": "I moved to Lisbon"}]
    items = [{"file": "places", "name": "home", "content": "Lisbon"}]
    request = {"messages": said, "source_id": "s", "extract": "given", "items": items, "diary": "A move."}
    done = told("memorize", "-", *USER, input=json.dumps(request))
    assert (done["source_id"], done["items"], done["diary"]) == ("s", 1, 1)
    assert told("show", "places:home", *USER)["content"] == "Lisbon"


def test_what_the_notary_took_out_is_counted(run):
    secret = "-".join(("sk", "proj", "9f" * 24))
    shown = run("memorize", "-", *USER, input=f"Alice: my key is {secret}")
    assert "scrubbed: " in shown.stdout
    assert secret not in run("grep", "my key", *USER).stdout


def test_a_turn_that_is_refused_is_named_by_its_place_in_the_file(run):
    said = "Alice: hi\n" * 300 + "Bob: " + "x" * 70_000
    refused = run("memorize", "-", *USER, input=said, code=65)
    assert refused.stderr == (
        "error: invalid: messages[100].content is longer than 65536 bytes (field messages[300].content, limit 65536)\n"
    )
