"""Chinese words for what does not last: hotels, journeys, what is to come."""

import re

from scopes.extraction.rules.lasting import Lasting

__all__ = ["LASTING"]

_AHEAD = (
    r"(?:明天|后天|大后天|明晚|明早|下下?个?(?:周末?|星期|礼拜|月|学期|季度)|明年|后年|过(?:几|两|些)天|过阵子|改天)"
)

LASTING = Lasting(
    dwells=re.compile(r"住|搬"),
    lodging=re.compile(
        r"(?:酒店|宾馆|民宿|旅馆|旅店|旅社|客栈|青旅|青年旅舍|度假村|招待所|"
        r"香格里拉|希尔顿|万豪|凯悦|君悦|洲际|喜来登|威斯汀|丽思|全季|亚朵|汉庭|如家)"
        r"(?!旁|附近|对面|后面|隔壁|街|城|小区|楼上)|这次|这趟|这几天|这两天|[一两二三四五六七几\d]+晚|"
        r"(?i:\b(?:hotel|inn|hostel|motel|resort|air ?bnb)\b)"
    ),
    journey=re.compile(
        rf"出差|旅游|旅行|度假|游玩|出游|自驾|蜜月|出发|航班|机票|高铁票|(?:{_AHEAD})[^，,]{{0,6}}(?:去|飞|到|回)|"
        r"(?:要|会|准备|打算|计划)(?:去|飞|到)\S"
    ),
    wont=re.compile(r"经常|常常|常年|总是|老是|有时|偶尔|每|喜欢|爱|以前|曾|不|没"),
    nearby=re.compile(r"^(?!.*(?:现在|目前|一直|平时|平常)).*住"),
    after=re.compile(r"^(?:就|都|会|先|到时候?|晚上)*住"),
    coming=re.compile(
        rf"{_AHEAD}|即将|将要|将会|马上(?:就|要|去|到|入)|快要|就要|(?:打算|准备|计划|考虑)(?:去|搬|跳|换|入|回|到|在|辞)|"
        r"要(?=搬|跳槽|换工作|入职|转行|辞职|结婚|离婚|退休)|"
        r"[一两二三四五六七八九十几\d]+(?:天|周|个?星期|个?月|年)(?:之?后|以后)(?:就|要|会|去|搬|入|跳)"
    ),
    joins=re.compile(r"但是?|不过|然后"),
    begins=re.compile(
        rf"(?:{_AHEAD}|\d{{1,2}}月(?:\d{{1,2}}[号日])?)(?:就|要|会|正式|开始|去)*(?:入职|报到|上班|搬|开始)"
    ),
)
