"""The models of the two extras: offline, rows of length 1, texts alike in meaning nearer, in two languages."""

import json
import os
import platform
import subprocess
import sys

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from ops.cli.main import cli
from ops.embedding.choice import embedder_of
from ops.embedding.local import LOCAL, QUALITY, LocalEmbedder, Recipe
from ops.settings import load_settings
from scopes.errors import UnavailableError

ALIKE = [
    ("I love the sea and want to go to the beach", "我喜欢大海，想去海边玩"),
    ("The stock market fell sharply today", "今天股市大跌"),
    ("My cat is called Momo", "我的猫叫小白"),
]

RECIPES = [
    pytest.param(recipe, marks=pytest.mark.skipif(not recipe.is_installed(), reason=f"{recipe.package} is an extra"))
    for recipe in (LOCAL, QUALITY)
]


@pytest.fixture(scope="module", params=RECIPES, ids=lambda recipe: recipe.extra)
def model(request):
    return LocalEmbedder(request.param)


def test_rows_have_length_1_and_the_dimension_that_is_told(model):
    rows = model.documents([text for pair in ALIKE for text in pair])
    assert rows.shape == (6, model.dim) and rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert model.query("sea").shape == (model.dim,)


def test_texts_alike_in_meaning_are_nearer_than_others_across_languages(model):
    english = model.documents([pair[0] for pair in ALIKE])
    for place, (_, chinese) in enumerate(ALIKE):
        cosines = english @ model.query(chinese)
        assert cosines.argmax() == place, cosines


def test_a_query_finds_its_document_within_a_language(model):
    documents = ["Anna moved to Lisbon in May.", "We had noodles for lunch.", "The car needs new tyres."]
    assert (model.documents(documents) @ model.query("Where does Anna live now?")).argmax() == 0
    chinese = ["小明五月搬到了里斯本。", "我们中午吃了面条。", "汽车需要新轮胎。"]
    assert (model.documents(chinese) @ model.query("小明现在住在哪里？")).argmax() == 0


@pytest.mark.parametrize("text", ["", " ", "\0", "a\0b", "🐱", "\u200b", "x" * 70_000, "海" * 20_000])
def test_odd_texts_have_rows_too(model, text):
    rows = model.documents([text])
    assert np.isfinite(rows).all() and abs(np.linalg.norm(rows[0]) - 1) < 1e-5


def test_no_texts_are_no_rows(model):
    assert model.documents([]).shape == (0, model.dim)


def test_what_the_package_can_not_read_is_one_error(model):
    with pytest.raises(UnavailableError, match="UnicodeEncodeError"):
        model.documents(["\ud800"])


OFFLINE = """
import os, socket, sys
def refuse(*_, **__): raise AssertionError("the network was asked")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from ops.embedding.local import LOCAL, QUALITY, LocalEmbedder
model = LocalEmbedder(LOCAL if sys.argv[1] == "local" else QUALITY)
model.load()
children = []
for _ in range(2):
    if (child := os.fork()) == 0:
        rows = model.documents(["the sea", "大海"])
        os._exit(0 if rows.shape == (2, model.dim) and rows[0] @ rows[1] > 0.4 else 1)
    children.append(child)
sys.exit(max(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children))
"""


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.extra)
def test_loaded_before_the_fork_it_works_in_every_worker_without_a_network_or_a_home(recipe, tmp_path):
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": os.getcwd()}
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE, recipe.extra], env=environment, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not LOCAL.is_installed(), reason=f"{LOCAL.package} is an extra")
def test_a_command_on_a_directory_waits_for_the_model_to_load(tmp_path, monkeypatch):
    monkeypatch.setenv("MUNIMENT_EMBEDDING_PROVIDER", "local")
    monkeypatch.setattr("ops.embedding.local._loaded", {})
    where = ("--data", str(tmp_path / "data"), "--user", "alice", "--json")
    assert CliRunner().invoke(cli, ["memorize", "-", *where], input="我：喜欢海边\n").exit_code == 0
    found = json.loads(CliRunner().invoke(cli, ["retrieve", "the sea 海边", *where]).stdout)
    assert found["hits"] and "embedder" not in {entry["component"] for entry in found["degraded"]}


@pytest.mark.parametrize("given", [{}, {"OPENBLAS_NUM_THREADS": "2"}])
def test_a_process_of_the_service_multiplies_in_one_thread_unless_it_is_told_otherwise(given):
    code = "import ops, numpy, os; print(os.environ['OPENBLAS_NUM_THREADS'], len(os.listdir('/proc/self/task')))"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": os.getcwd(), **given}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, timeout=30, check=True)
    wanted, threads = told.stdout.split()
    assert (wanted, given or threads) in ((b"1", b"1"), (b"2", given))


def test_an_extra_that_is_missing_says_how_to_have_it():
    absent = Recipe("local", "no-such-package", "no_such_module", "m", 3, 10, 10, load=lambda _: None)
    assert not absent.is_installed()
    with pytest.raises(UnavailableError, match=r"pip install 'muniment\[local\]'"):
        LocalEmbedder(absent).load()


@pytest.mark.parametrize(("provider", "recipe"), [("auto", LOCAL), ("local", LOCAL), ("quality", QUALITY)])
def test_the_settings_choose_the_extra(provider, recipe):
    chosen = embedder_of(load_settings({"MUNIMENT_EMBEDDING_PROVIDER": provider}))
    assert (chosen is not None) == recipe.is_installed()
    assert chosen is None or chosen.model == recipe.model


def test_none_is_none():
    assert embedder_of(load_settings({"MUNIMENT_EMBEDDING_PROVIDER": "none"})) is None


@pytest.mark.skipif(not QUALITY.is_installed() or platform.machine() != "x86_64", reason="an extra, for x86-64")
def test_a_processor_that_can_not_run_the_model_costs_the_model_and_not_the_process(monkeypatch):
    monkeypatch.setattr("ops.embedding.local._has_avx2", lambda: False)
    monkeypatch.setattr("ops.embedding.local._loaded", {})
    with pytest.raises(UnavailableError, match="the processor has no AVX2"):
        LocalEmbedder(QUALITY).query("sea")


def test_words_have_rows_of_the_model_where_they_are_cheap_and_those_alike_are_nearer(model):
    assert (model.words is not None) == LOCAL.is_installed()
    if model.words is not None:
        rows = model.words(["instrument", "violin", "Lisbon"])
        np.testing.assert_array_equal(rows, LocalEmbedder(LOCAL).words(["instrument", "violin", "Lisbon"]))
        instrument, violin, lisbon = rows
        assert instrument @ violin > instrument @ lisbon
        assert model.words([]).shape == (0, LOCAL.dim)


def test_a_model_of_words_that_is_not_installed_leaves_the_other_without_words():
    absent = Recipe("local", "no-such-package", "no_such_module", "m", 3, 10, 10, lambda _: None, has_cheap_words=True)
    assert LocalEmbedder(msgspec.structs.replace(QUALITY, words_by=absent)).words is None


@pytest.mark.skipif(not QUALITY.is_installed(), reason=f"{QUALITY.package} is an extra")
def test_a_model_of_words_that_can_not_be_loaded_costs_the_words_alone():
    def fail(_):
        raise OSError("no such file")

    broken = Recipe("local", "broken", "json", "m", 3, 10, 10, load=fail, has_cheap_words=True)
    model = LocalEmbedder(msgspec.structs.replace(QUALITY, words_by=broken))
    model.load()
    assert model.query("sea").shape == (QUALITY.dim,)
    with pytest.raises(UnavailableError, match="broken can't be loaded"):
        model.words(["sea"])
