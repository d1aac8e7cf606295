"""What only a machine says to a machine: chat templates, calls of tools, addresses that carry data away."""

import re
from collections.abc import Iterator

_WHOLE = (
    (
        "template",
        ("<|", "[inst]", "<<sys", "[/inst]", "lt;|", "lt;&lt;sys", "_of_turn", "assistant", "ai:", "助手:", "助理:"),
        re.compile(
            r"(?<![`\"'“‘])(?:<|&lt;)\|(?:im_start|start_header_id|begin_of_text|start|system|developer|assistant"
            r"|user)\|(?:>|&gt;)\s{0,3}(?:(?:system|assistant|user|developer|tool)\b|[a-z一-鿿])(?!\s?(?:to|is"
            r"|are|and|tokens?|tags?|markers?|marks|delimit))"
            r"|(?<![`\"'“‘])(?:<|&lt;)\|(?:im_end|eot_id|endoftext|end|end_of_turn)\|(?:>|&gt;)\s{0,3}(?:(?:<|&lt;)\|"
            r"|\n|(?:ignore|system|you|new|disregard|assistant)\b)"
            r"|(?:(?:\A|\n|<s>|[.!?]\s)\s{0,3})\[inst\]\s{0,3}(?!and\b|tags?\b|tokens?\b|is\b|markers?\b)\S"
            r"|\[inst\](?=[^\n]{15,400}\[/inst\])|\[/inst\](?=.{0,80}\b(?:ignore|you\s(?:are|must)|sure|i\swill|obey))"
            r"|(?<![`\"'“‘])(?:<|&lt;){2}sys(?:>|&gt;){2}\s{0,3}(?!and\b|tags?\b|is\b|markers?\b|blocks?\b)\S"
            r"|(?<![`\"'“‘])<start_of_turn>\s?(?:model|user|system)"
            r"|(?<![`\"'“‘\w])<assistant>\s?(?=.{0,60}\b(?:i\s(?:will|must)|sure|ignore|you\s(?:must|are))\b)"
            r"|\n(?:human|user|用户|人类)\s?:[^\n]{3,300}\n(?:assistant|ai|助手|助理)\s?:\s{0,9}\Z",
            re.DOTALL,
        ),
    ),
    (
        "tool-call",
        ("tool", "function", "invoke", "args", "params", "parameters", "arguments", "input", "execute_"),
        re.compile(
            r"(?:<|&lt;)(?:\w{1,12}:)?(?:tool_calls?|function_calls?|tool_use|tool_code|execute_\w{3,10}|run_tool)(?:>"
            r"|&gt;)\s{0,4}(?:[{\[<\n]|&lt;|\w{2,40}\s?[({]|[a-z_]{2,40}\n)|(?:<|&lt;)(?:\w{1,12}:)?(?:invoke|use_tool"
            r"|run_tool|tool)\sname=[\"'\w]|(?:<|&lt;)function=\w{2,40}(?:>|&gt;)|(?:<"
            r"|&lt;)\|?tool[_▁]calls?[_▁]?\w{0,8}\|?(?:>|&gt;)"
            r"|\{\s{0,9}[\"']name[\"']\s{0,3}:\s{0,3}[\"'][a-z0-9_.\-]{1,64}[\"']\s{0,3},\s{0,9}[\"']"
            r"(?:arguments|parameters|input)[\"']\s{0,3}:\s{0,3}[\"']?\{"
            r"|[\"'](?:function_call|tool_calls?)[\"']\s{0,3}:\s{0,3}[{\[]"
            r"|\{\s{0,9}[\"'](?:tool|function"
            r"|action|tool_name)[\"']\s{0,3}:\s{0,3}[\"'][\w.\-]{1,64}[\"']\s{0,3},\s{0,9}[\"'](?:args|input"
            r"|arguments|parameters|params|action_input|tool_input)[\"']\s{0,3}:"
            r"|(?:\A|\n)\s{0,4}action\s?:\s?\w{2,40}\s{0,4}\n\s{0,4}action\sinput\s?:"
        ),
    ),
    (
        "exfiltration",
        ("http", "={"),
        re.compile(
            r"!\[[^\]\n]{0,120}\]\(https?://[^)\s?]{1,200}\?(?:[^)\s]{0,200}&)?(?:(?:secrets?|chat|conversation"
            r"|prompt|history|memor(?:y|ies)|leak|payload|exfil\w{0,8}|stolen|context|summary|user_?data"
            r"|userinfo|passwords?|user_?input|api_?key)="
            r"|\w{1,20}=(?:\{|\[|<|&lt;|%7b|%5b|\$\{?|\.\.\.|[a-z]{2,20}_[a-z_]{2,40}\)|base64|encoded|[一-鿿]))"
            r"|https?://[^\s?]{1,200}\?[^\s]{0,100}?=(?:\{{1,2}\w|\[\w|<[a-z一-鿿]|\$\{)"
            r"|(?<!\S)[?&]\w{1,20}=\{(?:chat|conversation|history|session|memory|prompt|user\w{0,9}|聊天|对话|会话|历史|记忆)"
        ),
    ),
)

# What a bare call must hold to be more than an example of one.
_HARMFUL = re.compile(
    r"(?<![a-z])(?:del(?:ete)?|remove|wipe|drop|send|e?mail|transfer|wire|pay|exec(?:ute)?|run|shell|bash|cmd|command|curl"
    r"|rm|post|upload|write|approve|grant|unlock|purchase|buy|order|forward|memory|secrets?|tokens?|password|sudo|sql"
    r"|disable|publish|push)(?![a-z])|https?:|/etc|/root|~/|@|发送|删除|转账|付款|支付|执行|邮件|密码|上传|解锁|购买|下单"
)
_REACH = 200


def find(text: str) -> Iterator[tuple[str, int, int]]:
    """Spans of a folded text that decide alone, each with its kind."""
    for kind, hints, pattern in _WHOLE:
        if any(hint in text for hint in hints):
            for match in pattern.finditer(text):
                bare = kind == "tool-call" and match.group()[0] == "{"
                if not bare or _HARMFUL.search(text, match.start(), match.end() + _REACH):
                    yield kind, *match.span()
