"""The embedder that a bench run compares with: none, or one of the two whose models are in a package."""

from typing import Literal

from ops.embedding.local import LOCAL, QUALITY, LocalEmbedder

__all__ = ["EMBEDDERS", "EmbedderName", "embedder_named"]

EmbedderName = Literal["none", "local", "quality"]
EMBEDDERS: dict[str, LocalEmbedder | None] = {
    "none": None,
    "local": LocalEmbedder(LOCAL),
    "quality": LocalEmbedder(QUALITY),
}


def embedder_named(name: str) -> LocalEmbedder | None:
    """The embedder, loaded; UnavailableError with the command that installs it."""
    embedder = EMBEDDERS[name]
    if embedder is not None:
        embedder.load()
    return embedder
