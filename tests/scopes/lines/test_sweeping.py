"""What has expired goes to the archive in bounded commits, and a scope where nothing has is left alone."""

from scopes.lines import sweeping
from scopes.lines.sweeping import Sweeper, sweep


def swept(home):
    return home.write(lambda batch: sweep(batch, home.config))


def archived(home):
    return {item.name for item in home.scope.snapshot().items.values() if item.layer == "archive"}


def test_those_whose_time_was_over_first_go_first(home, monkeypatch):
    monkeypatch.setattr(sweeping, "MOST", 2)
    for year in (2021, 2019, 2020):
        home.put("f", str(year), expires=f"{year}-01-01")
    home.put("f", "lasts", expires="2090-01-01")
    assert [swept(home), archived(home), swept(home), swept(home)] == [2, {"2019", "2020"}, 1, 0]
    assert len(home.records("expire")) == 3


def test_it_keeps_id_and_status_so_that_it_is_known_what_it_was(home):
    home.put("f", "over", expires="2020-01-01")
    before = home.item("f:over")
    swept(home)
    after = home.scope.snapshot().items[before.id]
    assert (after.layer, after.status, after.content) == ("archive", "approved", before.content)


def test_nothing_is_looked_at_twice_in_a_while(home, monkeypatch):
    home.put("f", "over", expires="2020-01-01")
    sweeper, snapshot = Sweeper(), home.scope.snapshot()
    assert not sweeper.is_due(snapshot)
    monkeypatch.setattr(sweeping, "LOOK_SECONDS", 0.0)
    assert sweeper.is_due(snapshot) and sweeper.is_due(snapshot)
    swept(home)
    assert not sweeper.is_due(home.scope.snapshot())


def test_what_lasts_is_no_reason_to_sweep(home, monkeypatch):
    monkeypatch.setattr(sweeping, "LOOK_SECONDS", 0.0)
    home.put("f", "n", expires="2090-01-01")
    assert not Sweeper().is_due(home.scope.snapshot())
