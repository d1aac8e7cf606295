"""What the first start tells: where the keys are, and two requests to paste into a shell."""

from collections.abc import Iterator

from ops.first_start import FirstKeys
from ops.settings import Settings

_MESSAGES = '{"messages":[{"role":"user","name":"Alice","content":"I like the sea. 我喜欢海边。"}]}'
_JSON = "-H 'Content-Type: application/json'"
_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - named to be replaced


def address_of(settings: Settings) -> str:
    """The URL at which this machine reaches the service."""
    host = settings.server.host
    host = _ANY_ADDRESS.get(host, f"[{host}]" if ":" in host and not host.startswith("[") else host)
    return f"http://{host}:{settings.server.port}"


def welcome(settings: Settings, first: FirstKeys, path: str, *, terminal: bool) -> Iterator[str]:
    """Lines for a person. A terminal is shown the keys; what may be a log only where they are."""
    yield ""
    yield f"First start: a key for the app {first.app!r} and an admin's key were made. They lie in {path}"
    yield "until you have stored them elsewhere and run `muniment keys adopt-first`."
    if terminal:
        yield f"  app    {first.key}"
        yield f"  admin  {first.admin_key}"
    yield ""
    yield "Store a memory, find it again:"
    yield ""
    if settings.server.auth:
        yield f"KEY={first.key if terminal else _from_file(path)}"
    yield _curl(settings, "memorize", _MESSAGES)
    yield _curl(settings, "retrieve", '{"query":"sea"}')
    yield ""


def _from_file(path: str) -> str:
    quoted = path.replace("'", "'\\''")
    return f"$(sed -n 's/^ *\"key\": \"\\(.*\\)\".*/\\1/p' '{quoted}')"


def _curl(settings: Settings, verb: str, body: str) -> str:
    key = ' -H "Authorization: Bearer $KEY"' if settings.server.auth else ""
    return f"curl -fsS '{address_of(settings)}/v1/{verb}?user_id=alice'{key} {_JSON} -d '{body}'"
