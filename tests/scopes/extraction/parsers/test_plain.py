"""Plain messages and loose text."""

import json

import pytest

HI = {"role": "user", "content": "hi", "at": "2024-01-02T03:04:05Z"}
YO = {"role": "assistant", "content": "yo"}
TALK = [("user", "hi", "2024-01-02T03:04:05.000Z"), ("assistant", "yo", None)]


@pytest.mark.parametrize(
    ("content", "count"),
    [
        ({"messages": [HI, YO]}, 1),
        ([{"messages": [HI, YO]}, {"messages": [HI, YO]}], 2),
        ([HI, YO], 1),
        ("\n".join(map(json.dumps, [HI, YO])), 1),
        ("\n".join(map(json.dumps, [{"messages": [HI, YO]}] * 3)), 3),
        (
            {
                "conversations": [
                    {"from": "human", "value": "hi", "timestamp": "1704164645"},
                    {"from": "gpt", "value": "yo"},
                ]
            },
            1,
        ),
        (json.dumps({"title": "T", "messages": [HI, YO]}, indent=2), 1),
    ],
)
def test_messages_are_read_in_every_common_form(talks, content, count):
    assert talks(content, "chat.json", "messages") == ([TALK] * count, [])


def test_systems_and_tools_say_nothing_and_names_are_kept(talks):
    messages = [{"role": "system", "content": "x"}, {**HI, "name": "小雨"}, {"role": "tool", "content": "y"}, 3]
    found, passed = talks({"messages": messages}, "chat.json", "messages")
    assert (found, passed) == ([[("小雨", "hi", "2024-01-02T03:04:05.000Z")]], ["element 1, message 4"])


def test_loose_text_in_both_languages(talks):
    text = "我：喜欢海边\n花生过敏\n助手: noted\nMe: at 10:30, see https://example.org\nAssistant：好\n\nAlice: hello\n"
    found, passed = talks(text, "chat.txt", "text")
    assert found == [
        [
            ("user", "喜欢海边\n花生过敏", None),
            ("assistant", "noted", None),
            ("user", "at 10:30, see https://example.org", None),
            ("assistant", "好", None),
            ("Alice", "hello", None),
        ]
    ]
    assert passed == []


def test_times_in_front_of_lines_and_days_above_them(talks):
    text = "2024年1月2日 星期二\n10:30 我：早\n助手：早\n--- 2024-01-03 ---\n[2024-01-04 08:00] User: hi\nBot: yo\n"
    found, _ = talks(text, "chat.txt", "text")
    assert [at for _, _, at in found[0]] == ["2024-01-02T10:30:00", "2024-01-02", "2024-01-04T08:00:00", "2024-01-03"]


def test_lines_before_anyone_speaks_are_passed_over_and_told(talks):
    found, passed = talks("exported by a tool\n\nUser: hi\n", "chat.txt", "text")
    assert (found, passed) == ([[("user", "hi", None)]], ["line 1"])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_text_in_every_common_encoding(talks, encoding):
    found, _ = talks("我：喜欢海边，花生过敏\n助手：好的\n".encode(encoding), "chat.txt", "text")
    assert found == [[("user", "喜欢海边，花生过敏", None), ("assistant", "好的", None)]]


def test_speakers_of_markdown(talks):
    assert talks("**User:** hi\n\n**Assistant:** yo\n", "chat.md", "text")[0] == [
        [("user", "hi", None), ("assistant", "yo", None)]
    ]
