"""Places that are given out fairly: many of one owner hold up nobody else, and wait rather than being refused."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from scopes.errors import BusyError
from service.places import Places


def places(**bounds):
    return Places("uploads", **{"at_once": 2, "each": 1, "waiting": 8, "seconds": 5, **bounds})


def test_an_owner_with_many_leaves_a_place_to_another():
    async def run():
        shared, order = places(), []

        async def work(owner, name):
            async with shared.place(owner):
                order.append(name)
                await asyncio.sleep(0.01)

        many = [asyncio.create_task(work("one", f"one-{number}")) for number in range(4)]
        await asyncio.sleep(0)
        await work("other", "other")
        await asyncio.gather(*many)
        return order

    assert asyncio.run(run())[:2] == ["one-0", "other"]


def test_who_waits_too_long_or_with_too_many_is_told_the_limit():
    async def run():
        shared = places(seconds=1, waiting=1)
        async with shared.place("one"):
            waiting = asyncio.create_task(shared.place("one").__aenter__())
            await asyncio.sleep(0.01)
            with pytest.raises(BusyError) as many:
                await shared.place("one").__aenter__()
            with pytest.raises(BusyError) as late:
                await waiting
        async with shared.place("one"):
            return many.value, late.value

    many, late = asyncio.run(run())
    assert (many.limit, many.retry_after) == (1, 1)
    assert (late.limit, late.retry_after) == ("2 at once, 1 of one scope", 1)


def test_a_wait_that_is_given_up_takes_no_place():
    async def run():
        shared = places(at_once=1)
        async with shared.place("one"):
            early = asyncio.create_task(shared.place("other").__aenter__())
            await asyncio.sleep(0.01)
            early.cancel()
            late = asyncio.create_task(shared.place("other").__aenter__())
            await asyncio.sleep(0.01)
        late.cancel()  # its turn has come in this very moment
        await asyncio.gather(early, late, return_exceptions=True)
        async with asyncio.timeout(1), shared.place("third"):
            return early.cancelled() and late.cancelled()

    assert asyncio.run(run())


def test_many_small_files_of_one_scope_at_once_are_all_taken(here):
    with ThreadPoolExecutor(24) as pool:
        asked = [pool.submit(here, "PUT", f"/v1/workspace/{number}.md", content=b"# a\n\nb") for number in range(48)]
        assert {one.result().status_code for one in asked} == {201}


def test_documents_that_take_long_hold_up_no_other_scope(tmp_path, serve):
    slow = b"<b></b>" * 2_200_000
    with serve(tmp_path / "data", MUNIMENT_WORKSPACE_READER_SECONDS="1") as worker, ThreadPoolExecutor(8) as pool:
        hostile = worker.at("user_id=mallory")
        asked = [pool.submit(hostile, "PUT", f"/v1/workspace/{name}.html", content=slow) for name in "ab"]
        time.sleep(0.5)
        answer = worker.at("user_id=alice")("PUT", "/v1/workspace/a.html", content=b"<html><p>words</p>")
        assert answer.status_code == 201 and not all(one.done() for one in asked)
        found = [one.result().json()["file"] for one in asked]
    assert {one["why"] for one in found} == {"reading it takes longer than 1 seconds"}
