"""What somebody had and has no more is no belonging, and takes the place of the one that was."""

import pytest


@pytest.mark.parametrize(
    ("before", "after", "address"),
    [
        ("I have a cat.", "My cat died last month.", "pets:cat-died"),
        ("I have a dog.", "My dog Rex passed away in May.", "pets:dog-died"),
        ("I have a dog.", "Our dog had to be put down.", "pets:dog-died"),
        ("I have a cat.", "I lost my cat last year.", "belongings:parted-with-my-cat-last-year"),
        ("I own a car.", "I sold my car.", "belongings:parted-with-my-car"),
        ("我养了一只猫。", "我的猫上个月死了。", "pets:猫死了"),
        ("我有一条狗。", "我家的狗去世了。", "pets:狗去世了"),
    ],
)
def test_death_and_loss_end_a_belonging(home, before, after, address):
    home.memorize(before, extract="rules")
    home.memorize(after, extract="rules")
    assert list(home.texts()) == [address] and len(home.texts("archive")) == 1


@pytest.mark.parametrize("text", ["My phone died.", "My laptop died yesterday."])
def test_what_broke_down_is_not_kept_as_a_belonging(home, text):
    home.memorize(text, extract="rules")
    assert home.texts() == {}


@pytest.mark.parametrize(
    "text",
    [
        "call me at 5pm", "Text me when you land.", "Wake me up at seven.", "五点叫我", "下午五点给我打电话",
        "明天早上八点打给我",
    ],
)  # fmt: skip
def test_a_request_to_call_is_no_memory(home, text):
    home.memorize(text, extract="rules")
    assert home.texts() == {}


@pytest.mark.parametrize(("text", "address"), [("Call me Max.", "profile:name"), ("大家都叫我小雨", "profile:称呼")])
def test_how_somebody_is_called_is_his_name(home, text, address):
    home.memorize(text, extract="rules")
    assert list(home.texts()) == [address]
