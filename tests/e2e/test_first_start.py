"""The first start, as the README has it: serve, paste, see memory."""

import os
import shutil
import subprocess
import sys

import pytest


def test_the_pasted_lines_store_a_memory_and_find_it_again(serve):
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    with serve() as server:
        lines = server.told().splitlines()
        assert lines[0] == f"Muniment on {server.url}, 2 workers, data in {server.data}"
        pasted = "\n".join(line for line in lines if line.startswith(("KEY=", "curl ")))
        shown = subprocess.run(["sh", "-ec", pasted], capture_output=True, text=True, check=True).stdout
    assert '"outcome":"stored"' in shown and '"matched_terms":["sea"]' in shown


def test_keys_are_private_and_made_once_and_memory_outlives_a_restart(serve):
    with serve() as server:
        first = server.keys()
        assert os.stat(f"{server.data}/first-keys.json").st_mode & 0o777 == 0o600
        assert os.stat(server.data).st_mode & 0o777 == 0o700
        said = {"messages": [{"role": "user", "content": "I like the sea."}]}
        assert server.ask("POST", "/v1/memorize?user_id=alice", json=said).is_success
    with serve() as server:
        assert server.told().count("\n") == 1 and server.keys() == first
        assert server.ask("POST", "/v1/retrieve?user_id=alice", json={"query": "sea"}).json()["hits"]


def test_a_server_without_authentication_needs_no_key(serve):
    with serve("--no-auth", workers=1) as server:
        assert "KEY" not in server.told()
        assert server.client.get("/v1/items?user_id=alice").is_success


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--no-auth", "--host", "0.0.0.0"], "(field server.auth)"),
        (["--workers", "0"], "(field server.workers, limit 1)"),
        (["--config", "none.toml"], "none.toml can't be read: No such file or directory (field config)"),
    ],
)
def test_a_server_that_can_not_be_is_refused_before_anything_is_made(tmp_path, options, said):
    command = [sys.executable, "-m", "ops.cli", "serve", "--data", str(tmp_path / "data"), *options]
    refused = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert refused.returncode == 65 and said in refused.stderr
    assert not (tmp_path / "data").exists()


def test_make_serve_serves_the_data_directory_beside_the_makefile():
    command = ["make", "-n", "--no-print-directory", "serve", f"VENV={sys.prefix}"]
    shown = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=os.path.dirname(__file__) + "/../.."
    )
    last = shown.stdout.splitlines()[-1]
    assert last == f"{sys.prefix}/bin/muniment serve --data data --port 8765 --workers 2"
