"""The bench's data: conversations whose questions name the turns that answer them, one JSON file each.

`{name, now?, turns: [{id, speaker, session, text, at?, role?, image_caption?}], questions: [{id, text, category,
evidence: [turn ids], at?}]}`; other fields are passed over. The folder that a file lies in names its data set.
"""

import os
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from scopes.errors import InvalidError
from scopes.lines.limits import check_time


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that one speaker said; `id` is its own within the conversation."""

    id: str
    speaker: str
    text: str
    session: str = ""
    at: str | None = None
    role: str | None = None
    image_caption: str | None = None

    @property
    def content(self) -> str:
        """The text, and below it `[image: caption]` where a picture was shown: what every system is given."""
        caption = f"[image: {self.image_caption}]" if self.image_caption else ""
        return "\n".join(part for part in (self.text.strip(), caption) if part)


class LabelledQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A question, answered by finding the turns of its `evidence`; asked `at` a time, else at `now`."""

    id: str
    text: str
    category: str
    evidence: tuple[str, ...]
    at: str | None = None


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """One file: turns in the order they were spoken, over one or more sessions, and what is asked about them."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[LabelledQuestion, ...]
    now: str | None = None


def read_folders(directory: str) -> dict[str, list[Conversation]]:
    """Every conversation file below a directory, by folder; InvalidError where there is none or one is malformed."""
    if not (found := find_folders(directory)):
        raise InvalidError(f"no conversation file below {directory}", field="data")
    return found


def find_folders(directory: str) -> dict[str, list[Conversation]]:
    """Every conversation file below a directory, by folder; InvalidError where one is malformed.

    JSON files without turns or questions are no conversations and are passed over. Folders go by their own name, and
    by their path where two have the same.
    """
    found: defaultdict[str, list[Conversation]] = defaultdict(list)
    for path in json_files(directory):
        if (conversation := _read(path)) is not None:
            found[os.path.dirname(path)].append(conversation)
    names = [os.path.basename(folder) for folder in found]
    unique = len(set(names)) == len(names)
    root = os.path.abspath(directory)
    named = {
        os.path.basename(folder) if unique else os.path.relpath(folder, root): conversations
        for folder, conversations in found.items()
    }
    return dict(sorted(named.items()))


def draw(folders: Mapping[str, Sequence[Conversation]], limit: int | None, seed: int) -> dict[str, list[Conversation]]:
    """The folders with at most `limit` questions each, drawn by `seed`; a conversation left without any is dropped."""
    return {folder: list(_drawn(conversations, limit, seed)) for folder, conversations in folders.items()}


def _drawn(conversations: Sequence[Conversation], limit: int | None, seed: int) -> Iterator[Conversation]:
    places = [(at, question) for at, one in enumerate(conversations) for question in one.questions]
    if limit is not None and limit < len(places):
        places = random.Random(seed).sample(places, limit)
    chosen = {(at, question.id) for at, question in places}
    for at, one in enumerate(conversations):
        questions = tuple(question for question in one.questions if (at, question.id) in chosen)
        if questions:
            yield msgspec.structs.replace(one, questions=questions)


def json_files(directory: str) -> Iterator[str]:
    """The paths of all JSON files below a directory, in order."""
    for folder, folders, files in os.walk(os.path.abspath(directory)):
        folders.sort()
        yield from (f"{folder}/{name}" for name in sorted(files) if name.endswith(".json"))


def _read(path: str) -> Conversation | None:
    with open(path, "rb") as file:
        raw = file.read()
    try:
        value = msgspec.json.decode(raw)
        if not isinstance(value, dict) or not {"turns", "questions"} <= value.keys():
            return None
        conversation = msgspec.convert(value, Conversation)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidError(f"{path}: {error}", field="data") from None
    for at in (conversation.now, *(question.at for question in conversation.questions)):
        check_time(at, "data")
    _check_unique(path, "turn", (turn.id for turn in conversation.turns))
    _check_unique(path, "question", (question.id for question in conversation.questions))
    return conversation


def _check_unique(path: str, what: str, ids: Iterable[str]) -> None:
    seen: set[str] = set()
    for identity in ids:
        if identity in seen:
            raise InvalidError(f"{path}: two {what}s have the id {identity}", field="data")
        seen.add(identity)
