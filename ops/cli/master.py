"""gunicorn in this process: it becomes the master that forks the workers."""

from typing import Any

from gunicorn.app.wsgiapp import WSGIApplication


class _Master(WSGIApplication):
    """Configured by `ops.gunicorn` alone: the command line of this process is not gunicorn's."""

    def load_config(self) -> None:
        loaded: Any = self
        loaded.load_config_from_module_name_or_filename("python:ops.gunicorn")
        self.app_uri = loaded.cfg.wsgi_app


def run_server() -> None:
    """Serve until a signal ends it; SystemExit with gunicorn's own code."""
    _Master().run()
