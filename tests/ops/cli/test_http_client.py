"""What a server may answer, or not."""

import http.server
import json
import threading

import pytest

from ops.cli.failures import line_of, problem_of
from ops.cli.http_client import HttpClient
from scopes.errors import InvalidError, MunimentError, UnavailableError, error_classes


@pytest.fixture
def answer():
    """Ask a server that answers one request with the given status, body and headers."""

    def answer(status, body, headers=(), **more):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status)
                for name, value in dict(headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.replace(b"<target>", self.path.encode()))

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
            serving = threading.Thread(target=server.handle_request)
            serving.start()
            try:
                client = HttpClient(f"http://127.0.0.1:{server.server_port}/below/")
                return client.ask("GET", "/v1/x", dict[str, str], key=None, **more)
            finally:
                serving.join()

    return answer


@pytest.mark.parametrize("kind", error_classes())
def test_a_problem_is_raised_as_its_class(answer, kind):
    document = {"code": kind.code, "detail": "why", "field": "name", "limit": 3, "instance": "r1"}
    with pytest.raises(MunimentError) as raised:
        answer(kind.status, json.dumps(document).encode(), {"Retry-After": "7"})
    error = raised.value
    assert (type(error), error.detail, error.field, error.limit, error.retry_after) == (kind, "why", "name", 3, 7)
    assert problem_of(error) == document


def test_a_problem_of_a_later_version_keeps_its_code(answer):
    with pytest.raises(MunimentError) as raised:
        answer(418, b'{"code": "teapot", "detail": "short and stout"}')
    assert line_of(raised.value) == "error: teapot: short and stout"


@pytest.mark.parametrize("body", [b"<html>", b"[]", b'{"code": 1}', b""])
def test_an_answer_of_somebody_else_is_said_to_be_one(answer, body):
    with pytest.raises(UnavailableError, match="502"):
        answer(502, body)
    with pytest.raises(UnavailableError, match="not one of this service"):
        answer(200, body if body != b'{"code": 1}' else b'{"code": 1')


def test_ids_arrive_percent_encoded_below_the_path_of_the_address(answer):
    query = {"user_id": "a+b c&d=é/海"}
    sent = answer(200, b'{"target": "<target>"}', query=query)["target"]
    assert sent == "/below/v1/x?user_id=a%2Bb%20c%26d%3D%C3%A9%2F%E6%B5%B7"


def test_nobody_there_is_unavailable():
    with pytest.raises(UnavailableError, match="can't be reached"):
        HttpClient("127.0.0.1:1").ask("GET", "/", dict[str, str], key=None)


@pytest.mark.parametrize("url", ["ftp://host", "http://", "http://host:99999", "http://host?x=1"])
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(InvalidError) as refused:
        HttpClient(url)
    assert refused.value.field == "url"
