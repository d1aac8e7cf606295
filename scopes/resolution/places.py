"""Places that hold many others: whoever lives in Lisbon lives in Portugal too."""

import re

__all__ = ["WIDE", "WIDE_CHINESE"]

WIDE = frozenset(
    re.findall(
        r"\w+",
        """
    africa alabama alaska algeria alps america andalusia argentina arizona arkansas asia australia austria bavaria
    belgium brazil britain brittany bulgaria california canada carolina catalonia chile china colombia colorado
    connecticut croatia cuba czechia dakota delaware denmark ecuador egypt england estonia ethiopia europe finland
    flanders florida france georgia germany ghana greece hawaii holland hungary iceland idaho illinois india indiana
    indonesia iowa iran iraq ireland island islands israel italy jamaica japan jersey jordan kansas kentucky kenya
    korea latvia lebanon lithuania louisiana maine malaysia malta maryland massachusetts michigan midwest minnesota
    mississippi missouri montana morocco nebraska nepal netherlands nevada nigeria norway ohio oklahoma ontario oregon
    pakistan pennsylvania peru philippines poland portugal provence quebec queensland romania russia saxony scandinavia
    scotland serbia sicily slovakia slovenia spain sweden switzerland taiwan tanzania tennessee texas thailand tunisia
    turkey tuscany tyrol uganda uk ukraine uruguay us usa utah venezuela vermont vietnam virginia wales wisconsin
    wyoming zealand united kingdom states new north south east west northern southern eastern western county coast the
    republic province region
    """,
    )
)
"""Words that names of countries, states and regions are made of."""

WIDE_CHINESE = re.compile(
    r"(?:中国|美国|英国|法国|德国|日本|韩国|加拿大|澳大利亚|澳洲|新西兰|马来西亚|泰国|越南|印度|俄罗斯|意大利|西班牙|葡萄牙|荷兰|"
    r"瑞士|瑞典|挪威|芬兰|丹麦|奥地利|比利时|波兰|希腊|爱尔兰|土耳其|埃及|巴西|墨西哥|阿根廷|欧洲|北美|南美|非洲|亚洲|国外|海外|"
    r"河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|"
    r"内蒙古?|广西|西藏|宁夏|新疆|东北|西北|江南|北方|南方|加州|\S+[省国])"
)
