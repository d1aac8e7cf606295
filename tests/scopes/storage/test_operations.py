"""Operations are found by id, before a checkpoint and after it, until their time is over."""

from scopes.storage import operations


def find(home, identity):
    return operations.find(home.scope.room, home.scope.snapshot(), identity)


def test_an_operation_is_found_before_and_after_a_checkpoint_and_by_others(open_home):
    home = open_home()
    made = home.memorize("a turn")
    assert find(home, made.id) == made
    home.scope.close()
    assert find(home, made.id) == made == find(open_home(), made.id)
    assert len(home.scope.snapshot().operations) == 0


def test_an_operation_s_file_holds_no_text(home):
    made = home.memorize("a secret wish", source_id="talk")
    home.scope.close()
    raw = b"".join(path.read_bytes() for path in (home.root / "operations").iterdir())
    assert b"secret" not in raw and made.source["turns"][0].encode() in raw


def test_what_is_no_id_finds_nothing(home):
    home.memorize("a turn")
    for identity in ("", "absent", "../scope", "A" * 16, "x" * 65, "a/b"):
        assert find(home, identity) is None


def test_operations_are_listed_in_order_of_their_ids_wherever_they_stand(home):
    made = []
    for number in range(6):
        made.append(home.memorize(f"turn {number}").id)
        if number == 2:
            home.scope.close()
    room, shown = home.scope.room, home.scope.snapshot()
    listed = [one.id for one in operations.list_after(room, shown, "", 10)]
    assert listed == sorted(made)
    assert [one.id for one in operations.list_after(room, shown, listed[1], 2)] == listed[2:4]


def test_an_operation_past_its_time_is_dropped(home):
    old = home.memorize("one").id
    home.scope.close()
    (today,) = (home.root / "operations").iterdir()
    today.rename(today.with_name("2026-01-01.jsonl"))
    new = home.memorize("two").id
    home.scope.close()
    assert find(home, old) is None and find(home, new) is not None


def test_a_line_that_a_crash_has_cut_hides_no_other(home):
    made = home.memorize("one").id
    home.scope.close()
    (today,) = (home.root / "operations").iterdir()
    today.write_bytes(today.read_bytes() + b'{"id":"cut"')
    assert find(home, made) is not None and find(home, "cut") is None
    later = home.memorize("two").id
    home.scope.close()
    listed = operations.list_after(home.scope.room, home.scope.snapshot(), "", 10)
    assert {one.id for one in listed} == {made, later}


def test_a_line_nested_too_deeply_is_left_out():
    assert operations.parse(b'{"id":"a","source":' + b'{"a":' * 5_000 + b"1" + b"}" * 5_000 + b"}\n") == []
