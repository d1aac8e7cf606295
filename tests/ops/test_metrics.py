"""Metrics: a closed catalogue, no ids, and counting never fails the work."""

import os
import subprocess
import sys

from prometheus_client.parser import text_string_to_metric_families

from ops.metrics import CATALOGUE, Metrics

SAID_NOTHING_OF = {"user_id", "agent_id", "character", "run_id", "app", "key", "key_id", "scope", "item"}

WORKER = """
import sys
from ops.metrics import METRICS
METRICS.count("writes", 2, line="chat")
METRICS.degraded(frozenset({"embedder"}))
"""

SCRAPE = """
import sys
from ops.metrics import METRICS, forget_process
for pid in sys.argv[1:]:
    forget_process(int(pid))
print(METRICS.render()[0].decode())
"""


def samples(text):
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_is_counted_is_exposed():
    metrics = Metrics()
    metrics.count("writes", line="chat")
    metrics.observe("commit_seconds", 0.004)
    body, content_type = metrics.render()
    found = samples(body.decode())
    assert found["muniment_writes_total", (("line", "chat"),)] == 1
    assert found["muniment_commit_seconds_count", ()] == 1
    assert content_type.startswith("text/plain")


def test_a_component_that_recovers_shows_0():
    metrics = Metrics()
    metrics.degraded(frozenset({"embedder", "llm"}))
    metrics.degraded(frozenset({"llm"}))
    found = samples(metrics.render()[0].decode())
    assert found["muniment_degraded", (("component", "embedder"),)] == 0
    assert found["muniment_degraded", (("component", "llm"),)] == 1


def test_a_figure_that_cannot_be_counted_fails_nothing_and_is_told():
    metrics = Metrics()
    metrics.count("wirtes", line="chat")
    metrics.count("writes", colour="green")
    assert metrics.uncounted() == {"wirtes", "writes"}
    assert samples(metrics.render()[0].decode())["muniment_observer_errors_total", ()] == 2


def test_no_label_is_an_id():
    assert not any(SAID_NOTHING_OF & set(metric.labels) for metric in CATALOGUE)
    assert all(metric.description.endswith(".") for metric in CATALOGUE)


def test_counts_of_dead_workers_stay_and_their_gauges_go(tmp_path):
    environ = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    pids = []
    for _ in range(2):
        worker = subprocess.Popen([sys.executable, "-c", WORKER], env=environ)
        assert worker.wait(30) == 0
        pids.append(str(worker.pid))
    scrape = [sys.executable, "-c", SCRAPE]
    living = samples(subprocess.run(scrape, env=environ, capture_output=True, text=True, check=True).stdout)
    gone = samples(subprocess.run([*scrape, *pids], env=environ, capture_output=True, text=True, check=True).stdout)
    assert living["muniment_writes_total", (("line", "chat"),)] == 4
    assert living["muniment_degraded", (("component", "embedder"),)] == 1
    assert gone["muniment_writes_total", (("line", "chat"),)] == 4
    assert ("muniment_degraded", (("component", "embedder"),)) not in gone
