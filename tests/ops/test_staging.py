"""What an import has on the disk before it is in its place."""

import os
from pathlib import Path

from ops.staging import staging, sweep_staging
from scopes.config import EngineConfig
from scopes.engine import Engine


def test_a_folder_is_swept_when_its_process_is_dead_and_not_before(tmp_path):
    engine = Engine(EngineConfig(data=str(tmp_path)))
    child = os.fork()
    if child == 0:
        with staging(engine) as folder:
            Path(folder, "upload").write_text("not scrubbed")
            os._exit(0)
    os.waitpid(child, 0)
    (dead,) = (tmp_path / "staging").iterdir()
    with staging(engine) as folder:
        sweep_staging(str(tmp_path))
        assert not dead.exists() and os.path.isdir(folder)
    assert list((tmp_path / "staging").iterdir()) == []
    engine.close()


def test_there_may_be_nothing_to_sweep(tmp_path):
    sweep_staging(str(tmp_path))
