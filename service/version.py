"""The service's version, as its package metadata has it."""

from importlib.metadata import PackageNotFoundError, version


def _read() -> str:
    try:
        return version("muniment")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+checkout"


VERSION = _read()
