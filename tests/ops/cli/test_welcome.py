"""What the first start tells a person, and a log."""

import subprocess

import msgspec

from ops.cli.welcome import address_of, welcome
from ops.first_start import FILE, make_first_keys
from ops.sections import Server
from ops.settings import Settings


def test_a_log_learns_where_the_keys_are_but_not_what_they_are(tmp_path):
    first = make_first_keys(str(tmp_path))
    assert first is not None
    told = "\n".join(welcome(Settings(), first, f"{tmp_path}/{FILE}", terminal=False))
    assert f"{tmp_path}/{FILE}" in told and first.key not in told and first.admin_key not in told
    told = "\n".join(welcome(Settings(), first, f"{tmp_path}/{FILE}", terminal=True))
    assert first.key in told and first.admin_key in told


def test_the_line_to_paste_reads_the_key_from_the_file_whatever_its_path(tmp_path):
    folder = tmp_path / "it's here"
    first = make_first_keys(str(folder))
    assert first is not None
    line = next(one for one in welcome(Settings(), first, f"{folder}/{FILE}", terminal=False) if one[:4] == "KEY=")
    shown = subprocess.run(["sh", "-c", f"{line}; echo $KEY"], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == first.key


def test_the_address_is_one_that_this_machine_reaches():
    def on(host):
        return address_of(msgspec.structs.replace(Settings(), server=Server(host=host)))

    assert [on(host) for host in ("127.0.0.1", "0.0.0.0", "::", "::1", "[::1]")] == [
        "http://127.0.0.1:8765",
        "http://127.0.0.1:8765",
        "http://[::1]:8765",
        "http://[::1]:8765",
        "http://[::1]:8765",
    ]


def test_without_authentication_no_key_is_sent(tmp_path):
    first = make_first_keys(str(tmp_path))
    assert first is not None
    open_to_all = msgspec.structs.replace(Settings(), server=Server(auth=False))
    assert "KEY" not in "\n".join(welcome(open_to_all, first, FILE, terminal=False))
