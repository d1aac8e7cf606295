"""MEMORY.md: the map of the chat line, the same for the same documents, new at each checkpoint."""

from scopes.lines import render


def test_the_map_lists_documents_by_name_and_days_newest_first(home):
    for file in ("b", "a c"):
        home.put(file, "x")
    home.put("b", "y")
    for day in ("2026-07-01", "2026-07-02"):
        home.enter("entry", at=f"{day}T10:00:00Z")
    lines = [line for line in render.memory(home.scope.snapshot()).splitlines() if line.startswith("- ")]
    assert lines == [
        "- [a c](wiki/a%20c.md) (1)",
        "- [b](wiki/b.md) (2)",
        "- [2026-07-02](diary/2026-07-02.md) (1)",
        "- [2026-07-01](diary/2026-07-01.md) (1)",
    ]


def test_a_checkpoint_writes_the_map_and_mends_it(home):
    path = home.root / "chat/MEMORY.md"
    for number in range(2):
        home.put("f", f"n{number}")
        home.scope.close()
        assert path.read_text() == render.memory(home.scope.snapshot())
        path.write_text("spoilt")
    assert home.texts().keys() == {"f:n0", "f:n1"}
