"""gunicorn's configuration: `gunicorn -c python:ops.gunicorn`, one process that forks the workers.

Read in the master before the application is: so the metrics directory is set before anything imports
prometheus_client. The application is named by a string, because nothing imports `service`.
"""

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger

from ops.logs import logging_config
from ops.private_files import make_private_directory
from ops.settings import load_settings

_SETTINGS = load_settings()
_SHARED_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()  # noqa: S108 - a default root
_OWNED_BY = os.getpid()


def _metrics_directory() -> tuple[str, bool]:
    """An empty private directory for the workers' figures, and whether it is ours to remove."""
    given = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if given is None:
        return tempfile.mkdtemp(prefix="muniment-metrics-", dir=_SHARED_MEMORY), True
    make_private_directory(given)
    for left in Path(given).glob("*.db"):
        left.unlink()
    return given, False


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host and not host.startswith("[") else f"{host}:{port}"


_METRICS, _REMOVE_METRICS = _metrics_directory()
os.environ["PROMETHEUS_MULTIPROC_DIR"] = _METRICS

wsgi_app = "service.app:create_app()"
worker_class = "asgi"
workers = _SETTINGS.server.workers
bind = [_address(_SETTINGS.server.host, _SETTINGS.server.port)]
if _SETTINGS.server.metrics_port:
    bind.append(_address(_SETTINGS.server.metrics_host, _SETTINGS.server.metrics_port))

asgi_lifespan = "on"
preload_app = True  # dictionaries are loaded once and shared
graceful_timeout = _SETTINGS.server.graceful_seconds
keepalive = _SETTINGS.server.keepalive_seconds
limit_request_line = 8190  # three ids of 510 bytes, percent-encoded, make a line of 4.6 KB

control_socket_disable = True
umask = 0o077
os.umask(umask)  # gunicorn applies its setting to its own files only; ours are nobody else's to read either
worker_tmp_dir = _SHARED_MEMORY
proc_name = "muniment"


class ServerLog(Logger):
    """The server's own log, without a line a request: the service writes that, and without the query."""

    @property
    def access_log_enabled(self) -> bool:
        """Whether to make such a line: with a dictionary of logging the server would, also for nobody."""
        return False


logger_class = ServerLog
logconfig_dict = logging_config(_SETTINGS.logs)


def when_ready(_server: Any) -> None:
    """Before the first fork: what is loaded by now stays shared, for no collection touches it again."""
    from ops.embedding.choice import preload

    preload(_SETTINGS)
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    """A worker has ended: its gauges go, its counts stay."""
    from ops.metrics import forget_process

    forget_process(worker.pid)


def on_exit(_server: Any) -> None:
    """The master ends: remove the directory made above."""
    if _REMOVE_METRICS and os.getpid() == _OWNED_BY:
        shutil.rmtree(_METRICS, ignore_errors=True)
