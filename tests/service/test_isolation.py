"""No scope shows anything of another, whatever it is called; and nobody learns whether another exists."""

import re
from urllib.parse import quote

import pytest

from ops.principal import VERBS
from service.access import declared_routes

HOSTILE = [
    "a/b", "a_b", "a:b", "A", "a", " a", "a ", "..", ".", "CON", "İ", "i\u0307", "ı", "~41", "_", "~r~", "a~r~b",
    "a~~b", "长" * 170, "长" * 169 + "短", "\U0001f469\u200d\U0001f469", "\U0001f469\U0001f469", "\u00e9", "e\u0301",
    "%2e%2e", "a%2Fb", "a&user_id=b", "null", "-rf", "*", "x" * 512,
]  # fmt: skip
SCOPES = [
    *(f"user_id={quote(name, safe='')}" for name in HOSTILE),
    *(f"{dimension}=a" for dimension in ("agent_id", "character")),
    *("user_id=a&agent_id=b", "user_id=a&character=b", "user_id=a&run_id=b", "user_id=a&agent_id=b&run_id=c"),
    *("agent_id=a&character=b", "user_id=b&agent_id=a", "user_id=_&agent_id=_", "user_id=a&character=~72~62"),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory, serve):
    """Two apps with every scope, each holding a word of its own."""
    directory = tmp_path_factory.mktemp("house")
    with serve(directory) as worker:
        other = make_key(worker, app="a", grants=[{"verbs": VERBS}])
        places = [worker.at(ids, token) for token in (worker.key, other) for ids in SCOPES]
        for place in places:
            place.memorize(f"The word is {word(places, place)}.", source_id=word(places, place))
            place.add(word(places, place), f"It links to [[file:{word(places, place)}]]", tags=[word(places, place)])
        yield worker, places


def make_key(worker, **wanted):
    return worker.as_admin("POST", "/v1/keys", json=wanted).json()["key"]


def word(places, place):
    return f"quokka{places.index(place):03d}"


def readers(client):
    for method, path, _, access in declared_routes(client.app):
        whole = "{" not in path and not path.endswith("stream")
        if whole and access.audience != "admin" and access.verb in ("read", "verify"):
            yield method, path


def test_every_scope_has_a_directory_and_a_label_of_its_own(house):
    worker, places = house
    listed = worker.as_admin("GET", "/v1/scopes?limit=500").json()["items"]
    assert len({scope["uid"] for scope in listed}) == len(places) == len(listed)
    labels = {place("GET", "/v1/settings").headers["muniment-scope-id"] for place in places}
    assert len(labels) == len(places)


def test_a_reader_finds_the_word_of_its_scope_and_no_other(house):
    worker, places = house
    every = " ".join(word(places, place) for place in places)
    routes = list(readers(worker.client))
    assert len(routes) >= 10
    for place in places:
        seen = [place(method, path).text for method, path in routes if method == "GET"]
        seen += [place("POST", "/v1/retrieve", json={"query": every, "explain": False, "limit": 200}).text]
        seen += [place("GET", f"/v1/files/{file['path']}").text for file in place("GET", "/v1/files").json()["items"]]
        assert set(re.findall(r"quokka\d{3}", " ".join(seen))) == {word(places, place)}, place.ids


def test_an_id_of_another_scope_is_like_one_that_never_was(house):
    _, (one, other, *_) = house
    item = other("GET", "/v1/items").json()["items"][0]["id"]
    operation = other("GET", "/v1/operations").json()["items"][0]["id"]
    for method, path in (
        ("GET", "items/{}"),
        ("GET", "items/{}/history"),
        ("PATCH", "items/{}"),
        ("DELETE", "items/{}"),
    ):
        body = b"{}" if method == "PATCH" else None
        answers = [one(method, "/v1/" + path.format(name), content=body) for name in (item, "a" * 16)]
        assert same(*answers) and answers[0].status_code == 404
    assert same(one("GET", f"/v1/operations/{operation}"), one("GET", "/v1/operations/" + "a" * 16))


def same(*answers):
    """Whether answers are the same byte for byte but for the request's id."""
    told = []
    for answer in answers:
        headers = sorted((name, value) for name, value in answer.headers.items() if name != "x-request-id")
        told.append((answer.status_code, headers, answer.text.replace(answer.headers["x-request-id"], "")))
    return all(one == told[0] for one in told)


NARROW = [
    ({"user_id": "fixed"}, "user_id=fixed", "user_id=other"),
    ({"character": "fixed"}, "user_id=u&character=fixed", "user_id=u&character=other"),
    ({"character": "fixed"}, "character=fixed", "user_id=u"),
    ({"user_id": "fixed", "run_id": "r"}, "user_id=fixed&run_id=r", "user_id=fixed"),
]


@pytest.mark.parametrize(("grant", "inside", "outside"), NARROW)
def test_outside_a_grant_every_route_answers_as_if_nothing_were_there(
    tmp_path, serve, exchange, grant, inside, outside
):
    with serve(tmp_path) as worker:
        token = make_key(worker, app="default", grants=[{"verbs": VERBS, **grant}])
        before = dict(knock(worker, exchange, token, outside))
        worker.at(outside).add("there")
        worker.at(outside).memorize("hello")
        assert dict(knock(worker, exchange, token, outside)) == before
        assert {answer[0] for answer in before.values()} == {404} and len(
            {answer[1:] for answer in before.values()}
        ) == 1
        assert worker.at(inside, token).add() and worker.at(inside, token)("GET", "/v1/items").is_success


def knock(worker, exchange, token, ids):
    """(route, answer) of every route that takes a scope; the request's id is taken out."""
    headers = [(b"authorization", f"Bearer {token}".encode()), (b"x-request-id", b"the-same")]
    for method, path, _, access in declared_routes(worker.client.app):
        if access.scope == "one" and access.audience != "admin":
            url = re.sub(r"{[^}]*}", "x", path)
            body = b"{}" if method in ("POST", "PUT", "PATCH") else b""
            answer = exchange(worker.client, method, f"{url}?{ids}", headers, body, enough=lambda _: True)
            yield f"{method} {path}", (answer.status, tuple(sorted(answer.headers)), answer.body)
