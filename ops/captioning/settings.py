"""The settings section `captioner`: the model that may be shown the images of the workspace."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ops.endpoint import address
from ops.endpoint.address import check_endpoint


class Captioning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model that tells in words what an image shows."""

    url: Annotated[
        str | None, Meta(description="The endpoint's OpenAI-compatible address; unset, no image leaves the host.")
    ] = None
    model: Annotated[str | None, Meta(description="The model that the endpoint is asked for; it takes images.")] = None
    key_file: Annotated[str | None, Meta(description="A file with the endpoint's key, for nobody else to read.")] = None
    key_variable: Annotated[
        str | None, Meta(description="The environment variable that holds the endpoint's key, if no file does.")
    ] = None
    timeout_seconds: Annotated[
        float, Meta(gt=0, le=600, description="Seconds until the whole answer must be there.")
    ] = 30.0
    image_bytes: Annotated[int, Meta(ge=1024, description="Bytes of the largest image that is sent.")] = 8 * 1024 * 1024
    output_tokens: Annotated[int, Meta(ge=64, description="Tokens that an answer may have (`max_tokens`).")] = 1_000
    language: Annotated[
        str | None, Meta(description="Language to write in, as in `zh`; unset, that of the image's words.")
    ] = None


def check_captioner(section: Captioning) -> None:
    """InvalidError, naming the setting, for an endpoint that can't be called as it is described."""
    if section.url is not None:
        check_endpoint("captioner", section.url, section.model, section.key_file, section.key_variable)


def read_key(section: Captioning) -> str | None:
    """The endpoint's key, None where it asks for none. InvalidError for one that others may read, or none."""
    return address.read_key("captioner", section.key_file, section.key_variable)
