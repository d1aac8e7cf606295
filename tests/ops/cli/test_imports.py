"""What the command line may not import: it becomes the server's master, which has settings to make first."""

import subprocess
import sys

PROGRAM = "import sys, ops.cli.main; print([name for name in ('prometheus_client', 'service') if name in sys.modules])"


def test_the_command_line_leaves_metrics_and_service_to_the_workers():
    """Their figures are shared through a folder that must be named before the metrics library is imported."""
    told = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
