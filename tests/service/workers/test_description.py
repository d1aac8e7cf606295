"""The description against the service as it runs: requests made from it, each answer held against it.

No answer is a fault (5xx), has a status, a header or a media type that is not described, or another shape than said.
"""

import contextlib
from functools import partial

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.failures import FailureGroup

# These ask for more than a description can say: whether an id exists, a text is sane, a key is good.
SKIPPED = ["negative_data_rejection", "positive_data_acceptance", "ignored_auth", "missing_required_header"]
SKIPPED += ["unsupported_method"]
STREAMS = {"/v1/journal/stream", "/v1/operations/{operation_id}/stream"}
QUICK = {"max_examples": 5, "derandomize": True}
DEEP = {"max_examples": 300}


@schemathesis.serializer("application/gzip")
def as_it_is(context, value):
    """An archive's bytes are whatever was made up."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")


@pytest.fixture(scope="module")
def server(tmp_path_factory, start_server):
    with start_server(tmp_path_factory.mktemp("described") / "data", MUNIMENT_SERVER_WORKERS="1") as server:
        yield server


@pytest.fixture(scope="module")
def session(server):
    """Ended before the server, which gives open connections time."""
    with requests.Session() as session:
        yield session


@pytest.fixture(scope="module")
def description(server):
    return schemathesis.openapi.from_dict(server.get("/docs/openapi.json").json())


@pytest.fixture(scope="module")
def known(server):
    """What a request may name: ids of things that are there."""
    here = server.at("user_id=alice")
    item = here.add("n", "the sea [[file:m]]")
    operation = here.memorize("hello", extract="verbatim", source_id="s")
    key = server.ask("POST", "/v1/keys", "admin_key", json={"app": "other", "grants": [{"verbs": ["read"]}]}).json()
    return {
        "item_id": item["id"],
        "operation_id": operation["id"],
        "key_id": key["id"],
        "path": "chat/wiki/file.md",
        "app": "default",
    }


def operations(description):
    found = [result.ok() for result in description.get_all_operations()]
    return [operation for operation in found if operation.path not in STREAMS]


def names_a_scope(operation):
    return any(parameter.name == "user_id" for parameter in operation.query) and operation.path != "/v1/scopes"


def is_for_admins(operation):
    return any(parameter.name == "app" for parameter in operation.query) or operation.path.startswith(
        ("/v1/keys", "/v1/receipts", "/v1/verify/isolation")
    )


def make_real(case, operation, known):
    """Have every second request reach what is there: random ids are refused before a route is."""
    if case.path_parameters:
        case.path_parameters |= {name: known.get(name, "x") for name in case.path_parameters}
    query = dict(case.query or {})
    if names_a_scope(operation):
        query = {name: value for name, value in query.items() if name not in ("agent_id", "character", "run_id")}
        query["user_id"] = "alice"
    if "app" in {parameter.name for parameter in operation.query}:
        query["app"] = known["app"]
    case.query = query
    for name in ("Muniment-Scope", "Prefer", "If-Match", "Idempotency-Key"):
        case.headers.pop(name, None)


def ask(server, session, operation, known, calls, case):
    if len(calls) % 2:
        make_real(case, operation, known)
    key = server.keys["admin_key" if is_for_admins(operation) else "key"]
    sent, url = {"Authorization": f"Bearer {key}"}, f"http://127.0.0.1:{server.port}"
    answer = case.call(base_url=url, headers=sent, session=session)
    calls.append(answer.status_code)
    if answer.status_code != 414:  # the server's own, in plain text
        case.validate_response(answer, excluded_checks=[CHECKS.get_one(name) for name in SKIPPED])


def run(server, session, description, known, mode, profile):
    """Ask every operation; the statuses that came, by operation. Faults of all of them are told together."""
    asked, faults = {}, []
    for operation in operations(description):
        calls = asked[f"{operation.method.upper()} {operation.path}"] = []
        try:
            each_case(
                operation.as_strategy(generation_mode=mode),
                profile,
                partial(ask, server, session, operation, known, calls),
            )
        except FailureGroup as group:
            faults += [str(fault) for fault in group.exceptions] + [str(group)]
    assert not faults, "\n\n".join(faults)
    return asked


def each_case(strategy, profile, ask):
    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate], **profile)
    @given(strategy)
    def each(case):
        ask(case)

    with contextlib.suppress(Unsatisfiable):  # an operation that takes nothing has nothing to be wrong in
        each()


def test_what_the_description_allows_is_answered_as_described(server, session, description, known):
    asked = run(server, session, description, known, GenerationMode.POSITIVE, QUICK)
    assert all(asked.values()) and len(asked) > 40
    assert {200, 201, 400, 404, 422} <= {status for calls in asked.values() for status in calls}


def test_what_the_description_forbids_is_answered_as_described(server, session, description, known):
    run(server, session, description, known, GenerationMode.NEGATIVE, QUICK)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_many_requests_are_answered_as_described(server, session, description, known, mode):
    run(server, session, description, known, mode, DEEP)
