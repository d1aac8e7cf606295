"""What a message says, out of the many forms that its content may have."""

from typing import Any, cast

from scopes.extraction.parsers.loosely import first, label, listed, text

_SPOKEN = ("text", "input_text", "output_text", "message", "audio_transcription", "")
_PICTURES = ("image", "image_url", "input_image", "image_file", "image_asset_pointer")
_SOUNDS = ("audio", "input_audio", "audio_asset_pointer", "real_time_user_audio_video_asset_pointer")
_FILES = ("file", "input_file", "document")
_SILENT = ("thought", "isThought", "is_thought")  # flags of what was thought and not said


def content_of(value: Any) -> str:
    """The words of a content: a text, a part, or a list of parts. Pictures, sounds and files leave a mark; thoughts,
    calls of tools and their results leave nothing."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return _part(cast("dict[str, Any]", value))
    return "\n\n".join(filter(None, map(content_of, listed(value))))


def _part(part: dict[str, Any]) -> str:
    kind = first(part, "type", "content_type")
    kind = kind if isinstance(kind, str) else ""
    if any(part.get(flag) is True for flag in _SILENT):
        return ""
    if kind in _PICTURES or "inlineImage" in part or "driveImage" in part:
        return "[image]"
    if kind in _SOUNDS or "driveAudio" in part:
        return "[audio]"
    if kind in _FILES or "driveDocument" in part or "fileData" in part:
        return file_mark(first(part, "filename", "file_name", "name", "title"))
    if kind == "text" and isinstance(part.get("text"), dict):  # {"type": "text", "text": {"value": …}}
        return text(part["text"].get("value"))
    return content_of(first(part, "text", "content", "parts")) if kind in _SPOKEN else ""


def file_mark(name: Any) -> str:
    """What stands for a file that was sent along."""
    called = label(name)
    return f"[file: {called}]" if called else "[file]"
