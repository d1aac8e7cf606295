"""Workers with a model on a real socket, killed while it is at work: each memorize ends, and is asked about once."""

import os
import signal
import time

from tests import llm_endpoint as llm


def environ(model, **more):
    given = {"URL": model.url, "MODEL": "m", "TIMEOUT_SECONDS": "5", **more}
    return {f"MUNIMENT_LLM_{name}": value for name, value in given.items()}


def memorize(server, number):
    body = {"messages": [{"role": "user", "content": f"I like the number {number}"}], "extract": "llm"}
    answer = server.ask("POST", f"/v1/memorize?user_id=u{number % 12}", json=body)
    assert answer.status_code == 202, answer.text
    return f"{answer.headers['location']}?user_id=u{number % 12}"


def ended(server, location):
    answer = server.ask("GET", location)
    return answer.json() if answer.is_success and answer.json()["finished_at"] else None


def test_killed_workers_leave_no_memorize_without_an_end_and_ask_no_second_time(serve, eventually, model):
    def slowly(handler, body):
        time.sleep(0.3)  # so that some are left, however long the requests take
        llm.well(handler, body)

    model.behaviour = slowly
    with serve(**environ(model)) as server:
        begun = [memorize(server, number) for number in range(48)]
        for _ in range(3):
            asked = len(model.asked)
            eventually(lambda asked=asked: len(model.asked) > asked)
            killed = server.workers()[0]
            os.kill(killed, signal.SIGKILL)
            eventually(lambda killed=killed: len(server.workers()) == 2 and killed not in server.workers())
        found = [eventually(lambda location=location: ended(server, location), 40) for location in begun]
        items = [
            item["content"]
            for number in range(12)
            for item in server.ask("GET", f"/v1/items?user_id=u{number}&layer=wiki&limit=100").json()["items"]
        ]
        valid = [server.ask("GET", f"/v1/verify?user_id=u{number}").json()["valid"] for number in range(12)]
    assert {(one["status"], one["outcome"], one["attempts"]) for one in found} == {("done", "stored", 1)}
    assert {(one["reason"] or "ok").partition(":")[0] for one in found} <= {"ok", "interrupted"}
    assert max(model.times_asked().values()) == 1
    assert len(items) == len(set(items))
    assert all(valid)


def test_a_service_that_stops_ends_what_is_under_way_and_does_the_rest_when_it_starts_again(serve, eventually, model):
    model.behaviour = model.hang
    # One worker: another might take up the second in the moment before it stops too.
    with serve(workers=1, **environ(model, TIMEOUT_SECONDS="60")) as server:
        begun = [memorize(server, number) for number in (0, 12)]
        eventually(lambda: model.asked)
        stopped = time.monotonic()
    assert time.monotonic() - stopped < 20  # and not the minute that the model may take
    model.behaviour = llm.well
    with serve(**environ(model)) as server:
        first, second = (eventually(lambda location=location: ended(server, location)) for location in begun)
    assert first["reason"].startswith("interrupted: ")
    assert (second["reason"], second["outcome"], len(model.asked)) == (None, "stored", 2)
