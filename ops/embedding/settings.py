"""The settings section `embedding`: who makes the vectors, and how long anything waits for them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ops.endpoint import address
from ops.endpoint.address import check_endpoint

_MAX_DIM = 16_384


class Embedding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who makes the vectors that ranking compares beside the words."""

    provider: Annotated[
        Literal["auto", "none", "local", "quality", "endpoint"],
        Meta(description="`local`, `quality`: extras, offline; `auto`: `local` if it is installed, else `none`."),
    ] = "auto"
    url: Annotated[
        str | None, Meta(description="The endpoint's OpenAI-compatible address, as in `http://127.0.0.1:11434/v1`.")
    ] = None
    model: Annotated[str | None, Meta(description="The model that the endpoint is asked for.")] = None
    dim: Annotated[
        int, Meta(ge=0, le=_MAX_DIM, description="Length that its vectors must have; 0 takes that of the first.")
    ] = 0
    encoding: Annotated[
        Literal["float", "base64"], Meta(description="How the endpoint is asked to write vectors; both are read.")
    ] = "float"
    query_prefix: Annotated[
        str | None, Meta(description="What the endpoint's model wants before a query, as in `query: `.")
    ] = None
    document_prefix: Annotated[
        str | None, Meta(description="What it wants before a stored text, as in `passage: `.")
    ] = None
    key_file: Annotated[str | None, Meta(description="A file with the endpoint's key, for nobody else to read.")] = None
    key_variable: Annotated[
        str | None, Meta(description="The environment variable that holds the endpoint's key, if no file does.")
    ] = None
    query_deadline_ms: Annotated[
        int, Meta(ge=1, le=60_000, description="Milliseconds a retrieval waits for its vector; then words alone rank.")
    ] = 250
    timeout_seconds: Annotated[
        float, Meta(gt=0, le=600, description="Seconds that one request for stored texts may take.")
    ] = 30.0
    batch_texts: Annotated[int, Meta(ge=1, le=2048, description="Texts in one request.")] = 64
    batch_characters: Annotated[int, Meta(ge=1, description="Characters in one request of several texts.")] = 64_000
    text_tokens: Annotated[
        int, Meta(ge=8, description="Estimated tokens of one text that are sent; what is behind them is not.")
    ] = 2000


def check_embedding(section: Embedding) -> None:
    """InvalidError, naming the setting, for an endpoint that can't be called as it is described."""
    if section.provider == "endpoint":
        check_endpoint("embedding", section.url, section.model, section.key_file, section.key_variable)


def read_key(section: Embedding) -> str | None:
    """The endpoint's key, None where it asks for none. InvalidError for one that others may read, or none."""
    return address.read_key("embedding", section.key_file, section.key_variable)
