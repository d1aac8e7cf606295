"""The settings section `llm`: the model that may be asked once a memorize, and how much of it an app may use."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ops.endpoint import address
from ops.endpoint.address import check_endpoint
from scopes.errors import InvalidError


class Llm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The model that draws items, links and a diary paragraph from turns."""

    url: Annotated[
        str | None, Meta(description="The endpoint's OpenAI-compatible address; unset, no model is asked.")
    ] = None
    model: Annotated[str | None, Meta(description="The model that the endpoint is asked for.")] = None
    key_file: Annotated[str | None, Meta(description="A file with the endpoint's key, for nobody else to read.")] = None
    key_variable: Annotated[
        str | None, Meta(description="The environment variable that holds the endpoint's key, if no file does.")
    ] = None
    answer_format: Annotated[
        Literal["json_schema", "json_object", "text"],
        Meta(description="How the endpoint is asked for JSON; `text` leaves it to the prompt."),
    ] = "json_schema"
    temperature: Annotated[float | None, Meta(description="Sampling temperature; unset, it is the endpoint's.")] = None
    timeout_seconds: Annotated[
        float, Meta(gt=0, le=600, description="Seconds until the whole answer must be there.")
    ] = 60.0
    input_tokens: Annotated[
        int, Meta(ge=500, description="Estimated tokens of one question; turns that don't fit are read by rules.")
    ] = 12_000
    output_tokens: Annotated[int, Meta(ge=64, description="Tokens that an answer may have (`max_tokens`).")] = 2_000
    language: Annotated[
        str | None, Meta(description="Language to write in, as in `zh`; unset, that of the conversation.")
    ] = None
    calls_per_day: Annotated[int, Meta(ge=0, description="Calls of one app in a day (UTC); 0 sets no limit.")] = 0
    tokens_per_day: Annotated[
        int, Meta(ge=0, description="Tokens of one app in a day (UTC), questions and answers; 0 sets no limit.")
    ] = 0


def check_llm(section: Llm) -> None:
    """InvalidError, naming the setting, for an endpoint that can't be called as it is described."""
    if section.temperature is not None and not 0 <= section.temperature <= 2:
        raise InvalidError("a temperature is from 0 to 2", field="llm.temperature")
    if section.url is not None:
        check_endpoint("llm", section.url, section.model, section.key_file, section.key_variable)


def read_key(section: Llm) -> str | None:
    """The endpoint's key, None where it asks for none. InvalidError for one that others may read, or none."""
    return address.read_key("llm", section.key_file, section.key_variable)
