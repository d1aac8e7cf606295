"""`muniment journal` on a data directory."""

import json
import subprocess
import sys


def test_the_journal_is_a_line_a_record(run, alice):
    shown = run("journal", *alice).stdout.splitlines()
    assert shown[0].split()[0] == "1" and "create" in shown[0] and "by cli" in shown[0]
    records = [json.loads(line) for line in run("journal", *alice, "--json", "--after", "2").stdout.splitlines()]
    assert [record["seq"] for record in records] == list(range(3, len(shown) + 1))


def test_following_prints_what_another_process_writes_until_it_is_interrupted(run, alice, data):
    command = [sys.executable, "-m", "ops.cli", "journal", "--follow", "--json", "--after", "0", *alice, "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as following:
        assert following.stdout is not None and following.stderr is not None
        assert json.loads(following.stdout.readline())["op"] == "create"
        run("memorize", "-", *alice, "--source-id", "later", input="Alice: more")
        while json.loads(following.stdout.readline()).get("note", {}).get("source") != "later":
            pass
        following.send_signal(2)
        assert following.wait(10) == 130
        assert following.stderr.read() == ""
