"""Prompts of AI Studio, and Gemini's activity."""


def test_a_prompt_of_ai_studio_is_a_conversation_without_its_thoughts(talks):
    chunks = [
        {"role": "user", "text": "写一首诗", "tokenCount": 3, "createTime": "2026-01-02T03:04:05Z"},
        {"role": "model", "text": "rhymes?", "isThought": True},
        {"role": "model", "text": "海在远处", "finishReason": "STOP"},
        {"role": "user", "driveDocument": {"id": "x"}},
        5,
    ]
    export = {
        "runSettings": {"model": "m"},
        "systemInstruction": {"text": "be kind"},
        "chunkedPrompt": {"chunks": chunks},
    }
    said, passed = talks(export, "poem.json", "ai-studio")
    assert said == [
        [("user", "写一首诗", "2026-01-02T03:04:05.000Z"), ("assistant", "海在远处", None), ("user", "[file]", None)]
    ]
    assert passed == ["message 5"]


def activity(title, time, answer=None, **fields):
    told = {"header": "Gemini Apps", "title": title, "time": time, "products": ["Gemini Apps"], **fields}
    return told if answer is None else {**told, "safeHtmlItem": [{"html": answer}]}


def test_the_prompts_of_a_day_are_a_conversation_oldest_first(talks):
    export = [
        activity("Prompted and dinner?", "2026-03-05T06:00:00Z", "<p>Soup.</p>"),
        activity(
            "Prompted lunch?", "2026-03-04T12:00:00Z", "<p>Rice &amp; <b>tea</b></p><ul><li>one</li><li>two</li></ul>"
        ),
        activity("Used Gemini Apps", "2026-03-04T11:00:00Z"),
        {"header": "Search", "title": "Searched for rice", "time": "2026-03-04T10:30:00Z", "products": ["Search"]},
        activity("Prompted breakfast?", "2026-03-04T07:00:00Z"),
    ]
    said, passed = talks(export, "MyActivity.json", "takeout")
    assert [[words for _, words, _ in one] for one in said] == [
        ["and dinner?", "Soup."],
        ["breakfast?", "lunch?", "Rice & tea\n\n- one\n- two"],
    ]
    assert said[1][2] == ("assistant", "Rice & tea\n\n- one\n- two", "2026-03-04T12:00:00.000Z")
    assert passed == []


def test_scripts_in_an_answer_say_nothing(talks):
    hostile = "<script>steal()</script><p>fine</p><style>p{}</style><p>" + "<b>" * 1_000
    said, _ = talks([activity("Prompted x", "2026-03-04T12:00:00Z", hostile)], "MyActivity.json", "takeout")
    assert said[0][1][1] == "fine"
