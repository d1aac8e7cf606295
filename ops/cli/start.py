"""What stands in a start's way, told before anything listens: addresses that are taken, keys that can't be read."""

import errno
import os
import socket

from ops.embedding.choice import embedder_of
from ops.keys import KeyRing
from ops.label_key import load_label_key
from ops.settings import Settings, engine_config
from ops.signing import Signer
from scopes.engine import read_chain_key
from scopes.errors import InvalidError, UnavailableError
from scopes.storage.files import Files


def check_addresses(settings: Settings) -> None:
    """UnavailableError for a port that somebody listens on, InvalidError for an address that is not this machine's."""
    server = settings.server
    _check(server.host, server.port, "server")
    if server.metrics_port:
        _check(server.metrics_host, server.metrics_port, "server.metrics")


def check_keys(settings: Settings) -> None:
    """Read every key that a worker needs, and make those that a first start has none of.

    IntegrityError for one that is missing beside scopes that were written with it, or that is damaged; UnavailableError
    for a damaged keys.json.
    """
    directory = settings.data.directory
    KeyRing(directory).content()
    load_label_key(directory)
    chain = read_chain_key(engine_config(settings), Files())
    Signer(directory, chain, settings.audit.signing_key_file).public_key()
    embedder_of(settings)


def _check(host: str, port: int, setting: str) -> None:
    separator = "_" if setting.endswith("metrics") else "."
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in found[:1]:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
        detail = f"the service can't listen on {host} port {port}: {why}"
        if error.errno == errno.EADDRINUSE:
            raise UnavailableError(detail, field=f"{setting}{separator}port") from None
        named = "port" if error.errno in (errno.EACCES, errno.EPERM) else "host"
        raise InvalidError(detail, field=f"{setting}{separator}{named}") from None
