"""What a run's figures were measured with: versions, the policy's and BM25's parameters, and a digest of all."""

import hashlib
import importlib.metadata
import os
import platform

import msgspec

from ops.embedding.local import LOCAL, QUALITY
from scopes.retrieval.bm25 import Bm25Parameters
from scopes.retrieval.policy import load_policy
from scopes.retrieval.segmenter import warm

_LIBRARIES = ("muniment", "numpy", "msgspec", LOCAL.package, QUALITY.package, "bm25s", "tantivy", "chromadb", "mem0ai")


def configuration() -> dict[str, str]:
    """By name; `hash` is the same for two runs exactly if all that can change a ranking or its speed is."""
    parts = {
        "policy": load_policy().label,
        "bm25": msgspec.json.encode(Bm25Parameters()).decode(),
        "segmenter": warm().name,
        "python": platform.python_version(),
        "cores": str(os.cpu_count()),
        **{name: _version(name) for name in _LIBRARIES},
    }
    return {**parts, "hash": hashlib.sha256(msgspec.json.encode(parts)).hexdigest()[:16]}


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
