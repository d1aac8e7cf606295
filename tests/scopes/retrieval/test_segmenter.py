"""The dictionary: two libraries, one segmentation; and none at all, which is said."""

import os
import random
import re
import subprocess
import sys

import pytest

from scopes.retrieval import segmenter


@pytest.fixture(scope="module")
def jieba():
    """The slower library, loaded by itself."""
    return segmenter._load_jieba(None)


@pytest.fixture(scope="module")
def runs(jieba):
    """Runs of Han characters, put together from words of the dictionary."""
    import jieba as library

    words = [word for word, count in library.dt.FREQ.items() if count and re.fullmatch("[\u4e00-\u9fff]+", word)]
    draw = random.Random(1)
    return ["".join(draw.choices(words, k=draw.randint(1, 6))) for _ in range(2_000)]


def test_both_libraries_cut_alike(jieba, runs):
    rjieba = segmenter._load_rjieba()
    assert [list(jieba.cut(run)) for run in runs] == [list(rjieba.cut(run)) for run in runs]
    texts = [runs[:1_000], [], *([run] for run in runs[1_000:])]
    assert jieba.long_words(texts) == rjieba.long_words(texts)


def test_long_words_are_those_that_cutting_gives(runs):
    loaded = segmenter._load_rjieba()
    for run, words in zip(runs, loaded.long_words([[run] for run in runs]), strict=True):
        assert sorted(words) == sorted(word for word in loaded.cut(run) if len(word) > 2)


def run_with(folder, code):
    """What a new process prints that finds the folder's modules first."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)])}
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)


ASK = """
from scopes.retrieval.tokens import Tokenizer
found = Tokenizer.shared().degraded()
print(found.component, found.reason) if found else print("whole")
print(*Tokenizer.shared().index("图书馆"))
"""


def test_without_rjieba_jieba_takes_over_quietly(tmp_path):
    (tmp_path / "rjieba.py").write_text("raise ImportError")
    done = run_with(tmp_path, ASK)
    assert done.stdout.split("\n")[0] == "whole"
    assert "图书馆" in done.stdout
    assert done.stderr == ""


def test_where_no_dictionary_loads_the_fallback_works_and_is_reported(tmp_path):
    (tmp_path / "rjieba.py").write_text("raise ImportError")
    (tmp_path / "jieba.py").write_text("raise OSError('no dictionary')")
    first, second = run_with(tmp_path, ASK).stdout.strip().split("\n")
    assert first == "segmenter OSError"
    assert second == "图 书 馆 图书 书馆"


def test_jieba_leaves_nothing_in_the_shared_temporary_folder(tmp_path):
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "rjieba.py").write_text("raise ImportError")
    (tmp_path / "temporary").mkdir()
    code = f"import tempfile; tempfile.tempdir = {str(tmp_path / 'temporary')!r}" + ASK
    run_with(tmp_path / "modules", code)
    assert os.listdir(tmp_path / "temporary") == []


def test_a_cache_folder_of_the_service_s_own_is_used(tmp_path):
    (tmp_path / "rjieba.py").write_text("raise ImportError")
    run_with(tmp_path, f"from scopes.retrieval.segmenter import warm; warm({str(tmp_path)!r})")
    assert "jieba.cache" in os.listdir(tmp_path)
