"""What an admin runs: the command line, the server's master, and what both need besides the engine."""

import os

# Read when numpy is imported. Each worker multiplies in one thread: the workers share the cores already, and on busy
# ones a product waits for its slowest thread (a vector of a short query: 2 ms with one thread, 30 to 130 ms with two).
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
