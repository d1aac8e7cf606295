"""gunicorn in this process: it becomes the master that forks the workers."""

import os
from collections.abc import Callable
from typing import Any

from gunicorn.app.wsgiapp import WSGIApplication
from gunicorn.errors import HaltServer

from scopes.errors import UnavailableError


class _Master(WSGIApplication):
    """Configured by `ops.gunicorn` alone: the command line of this process is not gunicorn's."""

    def __init__(self, listens: Callable[[], None]) -> None:
        self._listens = listens
        super().__init__()

    def load_config(self) -> None:
        loaded: Any = self
        loaded.load_config_from_module_name_or_filename("python:ops.gunicorn")
        self.app_uri = loaded.cfg.wsgi_app
        prepared = loaded.cfg.when_ready

        def when_ready(server: Any) -> None:
            self._listens()
            prepared(server)

        loaded.cfg.settings["when_ready"].set(when_ready)


def run_server(listens: Callable[[], None]) -> None:
    """Serve until a signal ends it; `listens` is called once the addresses take connections, before a worker starts.

    UnavailableError when the server gives up: it can't listen, or no worker starts.
    """
    master = os.getpid()
    try:
        _Master(listens).run()
    except (SystemExit, HaltServer) as ended:  # the second of two workers that fail at once is not caught in there
        failed = not isinstance(ended, SystemExit) or ended.code
        if failed and os.getpid() == master:  # a worker's own end goes on to the master as it is
            raise UnavailableError("the server gave up; its last log lines say why") from None
        raise
