"""What of a turn its speaker says himself: without code, quoted lines, recalled memory, pasted text and markup."""

import re

from scopes.extraction.rules.tasks import without_material

__all__ = ["own_words"]

_BLOCKS = re.compile(
    r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)"
    r"|<(memory|memories|context|recalled|system|document|documents|quote|blockquote|transcript|"
    r"history|tool\w*)\b[^>]*>"
    r".*?(?:</\1>|\Z)"
    r"|\[image: [^\]]{0,500}\]|`[^`\n]*`|https?://\S+",
    re.DOTALL | re.IGNORECASE,
)
_QUOTED = re.compile(
    "\"[^\"\n]{2,400}\"|“[^”\n]{2,400}”|「[^」\n]{2,400}」|『[^』\n]{2,400}』|(?<=[ ,:(])'[A-Z][^'\n]{8,400}'(?!\\w)"
)
_QUOTED_LINE = re.compile(r"(?m)^[ \t]*(?:>|\|).*$")
# A heading, and the paragraph or list below it, that hands over somebody else's words.
_RECALLED = re.compile(
    r"(?im)^[^\n]{0,60}?\b(?:(?:here(?:'s| is| are) )?(?:what (?:i|you|we) (?:remember|know|"
    r"recall)|(?:relevant |known |recalled |"
    r"stored |saved |user )+(?:memor(?:y|ies)|facts|context)|previous (?:conversation|context|"
    r"messages)|conversation"
    r" (?:history|summary)|memory (?:context|dump))|forwarded message|(?:he|she|"
    r"they) wrote)\b[^\n]{0,60}?:[ \t]*"
    r"(?:\n[ \t]*(?:[-*•\d][^\n]*|[^\n]+))*[^\n]*"
)
_RECALLED_CHINESE = re.compile(
    r"(?m)^[^\n]{0,20}?(?:(?:以下|下面)是?(?:我|你|关于)?[^\n]{0,12}(?:记忆|记得|记录|背景|上下文|"
    r"聊天记录|对话记录|原文|转发)"
    r"|我记得的(?:内容|信息)|相关记忆|用户(?:画像|记忆|信息)|历史(?:对话|消息)|"
    r"转发)[^\n]{0,12}?[：:][ \t]*(?:\n[ \t]*[^\n]+)*[^\n]*"
)

_HANDED_OVER = re.compile(
    r"(?i)remember|recall|know|memor|facts|context|history|summary|messages|wrote|记|背景|上下文|"
    r"对话|消息|原文|转发|画像|信息"
)
_QUOTE = re.compile("[\"“「『]| '[A-Z]")


def own_words(content: str) -> str:
    """The text with everything that is not the speaker's own statement blanked; a short quoted name stays."""
    if "`" in content or "<" in content or "[" in content or "~~~" in content or "://" in content:
        content = _BLOCKS.sub(" … ", content)
    if ">" in content or "|" in content:
        content = _QUOTED_LINE.sub("", content)
    if (":" in content or "：" in content) and _HANDED_OVER.search(content):
        content = _RECALLED_CHINESE.sub("", _RECALLED.sub("", content))
    content = without_material(content)
    return _QUOTED.sub(_without_sentence, content) if _QUOTE.search(content) else content


def _without_sentence(quoted: re.Match[str]) -> str:
    """A title or a name in quotation marks is the speaker's own word; a sentence in them is somebody's."""
    words = quoted.group()
    inner = words[1:-1]
    is_sentence = len(inner.split()) > 6 or re.search(r"[.!?。！？，,]|\bI\b|\bI'|我", inner) is not None
    return " … " if is_sentence else words
