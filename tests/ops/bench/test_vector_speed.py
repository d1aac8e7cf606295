"""The bench of vectors, on a few of them."""

from ops.bench.vector_speed import QUICK, measure


def test_every_figure_is_there_and_the_nearest_are_found(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    (figures,) = measure(QUICK).values()
    times = {"p50_ms", "exact_p50_ms", "streaming_p50_ms", "cold_p50_ms"}
    assert {*times, "times_streaming", "recall_at_10", "bytes_an_item"} <= figures.keys()
    assert all(figures[name] > 0 for name in times)
    assert figures["recall_at_10"] > 0.9 and figures["bytes_an_item"] < 64 / 8 + 13
    assert list(tmp_path.iterdir()) == []
