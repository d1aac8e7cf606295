"""Chats of WeChat and its like, as text and as tables."""

import pytest


def test_headings_with_the_time_first(talks):
    text = "消息记录\n\n2024-01-02 10:11:12 小雨\n在吗\n周末去海边？\n\n2024-01-02 10:12 我\n好\n"
    found, passed = talks(text, "小雨.txt", "wechat")
    assert found == [[("小雨", "在吗\n周末去海边？", "2024-01-02T10:11:12"), ("user", "好", "2024-01-02T10:12:00")]]
    assert passed == []


def test_headings_with_the_name_first_and_numbers_behind_it(talks):
    text = "小雨(12345) 2024/1/2 下午 3:05:06\n你好\n系统消息 2024-01-02 15:06:00\nx 加入了群聊\n"
    assert talks(text, "group.txt", "wechat")[0] == [[("小雨", "你好", "2024-01-02T15:05:06")]]


TABLES = {
    "sender and kind": (
        "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender\n"
        "1,2,1,0,1,1704161472,,你好,2024-01-02 10:11:12,,小明,w1\n"
        '2,2,3,0,0,1704161473,,"<x/>",2024-01-02 10:11:13,,小雨,w2\n'
        '3,2,1,0,0,1704161474,,"在,\n不在",2024-01-02 10:11:14,,小雨,w2\n'
    ),
    "talker": (
        "\ufeffid,MsgSvrID,type_name,is_sender,talker,room_name,msg,src,CreateTime\r\n"
        "1,9,文本,1,w1,,你好,,2024-01-02 10:11:12\r\n2,9,图片,0,小雨,,x,,\r\n"
        '3,9,文本,0,小雨,,"在,\n不在",,2024-01-02 10:11:14\r\n'
    ),
}


@pytest.mark.parametrize("table", TABLES)
def test_in_a_table_the_owner_is_the_user_and_who_answers_is_another(read, table):
    [one] = read(TABLES[table], "chat.csv", "chat-table")
    told = [(turn.role, turn.name, turn.content, turn.at) for turn in one.turns]
    assert told == [
        ("user", None, "你好", "2024-01-02T10:11:12"),
        ("other", "小雨", "在,\n不在", "2024-01-02T10:11:14"),
    ]


def test_a_table_of_names_alone(talks):
    table = "时间,发送者,消息类型,内容\n2024-01-02 10:11:12,小雨,文本,你好\n2024-01-02 10:11:13,我,文本,在\nshort\n"
    found, passed = talks(table, "chat.csv", "chat-table")
    assert found == [[("小雨", "你好", "2024-01-02T10:11:12"), ("user", "在", "2024-01-02T10:11:13")]]
    assert passed == ["row 4"]
