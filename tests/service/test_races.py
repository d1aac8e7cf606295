"""Preconditions, and many callers at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest

CALLERS = 20
PAGE = "## n\n\n{}\n"


def at_once(count, work):
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))


def etag_of(here, path):
    return here("GET", path).headers["etag"]


@pytest.fixture
def targets(here):
    """An item and a document, with a way to change each."""
    item = here.add("n", file="other")
    here("PUT", "/v1/files/chat/wiki/sea.md", content=PAGE.format("start").encode())

    def patch(text, headers):
        return here("PATCH", f"/v1/items/{item['id']}", json={"content": text}, headers=headers)

    def put(text, headers):
        return here("PUT", "/v1/files/chat/wiki/sea.md", content=PAGE.format(text).encode(), headers=headers)

    return [(f"/v1/items/{item['id']}", patch), ("/v1/files/chat/wiki/sea.md", put)]


def test_of_those_who_saw_the_same_version_one_wins_each_round(here, targets):
    for path, change in targets:
        for number in range(5):
            etag = etag_of(here, path)
            answers = at_once(CALLERS, lambda at: change(f"round {number} by {at}", {"If-Match": etag}))  # noqa: B023
            assert sorted(answer.status_code for answer in answers) == [200] + [412] * (CALLERS - 1)
            (winner,) = [answer for answer in answers if answer.status_code == 200]
            assert winner.headers["etag"] == etag_of(here, path) != etag
            assert all(answer.json()["field"] == "If-Match" for answer in answers if answer is not winner)


def test_the_version_is_named_in_any_form_the_standard_has(here, targets):
    for path, change in targets:
        etag = etag_of(here, path)
        for refused in ('"x"', f"W/{etag}", '"x", "y"'):
            assert change("a", {"If-Match": refused}).status_code == 412
        assert change("b", {"If-Match": f'"x" , {etag}'}).status_code == 200
        assert change("c", {"If-Match": "*"}).status_code == 200
        assert change("d", {"If-None-Match": "*"}).status_code == 412
        assert change("e", {"If-None-Match": '"x"'}).status_code == 200


def test_a_refused_change_leaves_no_trace(here, targets):
    before = here("GET", "/v1/describe").json()["head"]
    for path, change in targets:
        assert change("x", {"If-Match": '"x"'}).status_code == 412
        assert here("DELETE", path, headers={"If-Match": '"x"'}).status_code == 412
    assert here("GET", "/v1/describe").json()["head"] == before


def test_of_those_who_make_a_document_that_must_be_new_one_does(here):
    def make(at):
        page = PAGE.format(at).encode()
        return here("PUT", "/v1/files/chat/wiki/new.md", content=page, headers={"If-None-Match": "*"}).status_code

    assert sorted(at_once(CALLERS, make)) == [200] + [412] * (CALLERS - 1)


def test_what_is_not_there_matches_nothing(here):
    page = PAGE.format("x").encode()
    for tag in ("*", '"x"'):
        assert here("PUT", "/v1/files/chat/wiki/new.md", content=page, headers={"If-Match": tag}).status_code == 412
    assert here("DELETE", "/v1/files/chat/wiki/new.md", headers={"If-Match": "*"}).status_code == 404


def test_a_version_is_removed_by_who_knows_it(here, targets):
    for path, change in targets:
        old = etag_of(here, path)
        new = change("newer", {}).headers["etag"]
        assert here("DELETE", path, headers={"If-Match": old}).status_code == 412
        assert here("DELETE", path, headers={"If-Match": new}).status_code == 200


def test_every_write_of_many_callers_is_kept(here):
    answers = at_once(CALLERS, lambda at: [here.add(f"n{at}-{number}", file=f"f{at % 3}") for number in range(3)])
    assert len({item["id"] for made in answers for item in made}) == 3 * CALLERS
    assert len(here.list("/v1/items")) == 3 * CALLERS
    assert here("GET", "/v1/verify").json()["valid"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v1/memorize", {"messages": [{"role": "user", "content": "a\u200bb"}]}),
        ("POST", "/v1/items", {"file": "f", "name": "n", "content": "a\u200bb"}),
        ("POST", "/v1/diary", {"content": "a\u200bb"}),
    ],
)
def test_who_prefers_to_be_strict_is_refused_what_would_be_altered(here, method, path, body):
    refused = here(method, path, json=body, headers={"Prefer": "strict"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid")
    assert here.list("/v1/items") == []
    taken = here(method, path, json=body)
    assert taken.is_success and taken.headers["muniment-scrubbed"]


def test_more_writers_than_may_wait_are_told_when_to_come_back(tmp_path, serve):
    with serve(tmp_path, MUNIMENT_LIMITS_WAITERS="2") as worker:
        here = worker.at("user_id=a")
        answers = at_once(
            40, lambda at: here("POST", "/v1/items", json={"file": "f", "name": f"n{at}", "content": "c"})
        )
        refused = [answer for answer in answers if answer.status_code != 201]
        assert refused and {answer.status_code for answer in refused} == {429}
        assert all((answer.headers["retry-after"], answer.json()["limit"]) == ("1", 2) for answer in refused)
        assert len(here.list("/v1/items")) == 40 - len(refused)
