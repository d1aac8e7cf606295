"""A real HTTP server that answers for chat completions as a test has it answer, well or badly."""

import json
import re
import time

from tests.embedding_endpoint import Endpoint


def material(body):
    """What the model was shown: the JSON object of the last message."""
    return json.loads(body["messages"][-1]["content"])


def memory_of(shown):
    """An item for each turn of a person, linked to the first, and a diary paragraph."""
    told = [turn for turn in shown["turns"] if turn["role"] == "user"]
    items = [
        {
            "kind": "fact",
            "file": "told",
            "name": re.sub(r"\W+", "-", turn["text"])[:40].strip("-") or "word",
            "content": f"The user said: {turn['text']}",
            "event_at": None,
            "confidence": 0.9,
            "tags": ["told"],
            "evidence": [turn["n"]],
            "why": turn["text"][:40],
            "links": shown["addresses"][:1],
        }
        for turn in told
    ]
    return {"items": items, "diary": "They talked it over until it was late."}


def skill_of(shown):
    """A skill with a step for each that worked in the first trace, and a pitfall for each that did not."""
    steps = shown["traces"][0]["steps"]
    lines = [{"text": f"Do: {step['action']}", "evidence": [f"1.{step['n']}"]} for step in steps]
    failed = ["error" in step for step in steps]
    return {
        "name": shown["name"] or "told-by-a-model",
        "description": f"Does this: {shown['traces'][0]['task']}",
        "steps": [line for line, bad in zip(lines, failed, strict=True) if not bad],
        "pitfalls": [line for line, bad in zip(lines, failed, strict=True) if bad],
    }


def completion(content, **more):
    """An answer with this text."""
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop", **more}
    return {"choices": [choice], "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}


def says(content, **more):
    """A behaviour: always this text."""
    return lambda handler, body: handler.answer(completion(content, **more))


def answers(memory):
    """A behaviour: always this memory."""
    return says(json.dumps(memory))


def well(handler, body):
    """As an endpoint should."""
    shown = material(body)
    handler.answer(completion(json.dumps(skill_of(shown) if "traces" in shown else memory_of(shown))))


def fails(status, **headers):
    """A behaviour: always this status."""
    return lambda handler, body: handler.answer({"error": {"message": "no"}}, status, **headers)


def drips(handler, body):
    """A byte now and then, for as long as somebody listens."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    for _ in range(2000):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.01)


def refuses(handler, body):
    """As a model does that won't."""
    message = {"role": "assistant", "content": None, "refusal": "I can't help with that."}
    handler.answer(completion(None, message=message))


class ModelEndpoint(Endpoint):
    """Remembers in `asked` what it was asked; `behaviour` is called with each request and its body."""

    def __init__(self):
        super().__init__()
        self.behaviour = well

    def times_asked(self):
        """How often each set of turns was asked about."""
        counts = {}
        for one in self.asked:
            told = tuple(turn["text"] for turn in material(one)["turns"])
            counts[told] = counts.get(told, 0) + 1
        return counts
