"""Where Chinese time words begin and end.

Written without spaces, 上周 also stands in 晚上周杰伦, and 后天 in 后天性. The characters beside which a time word is
part of another word are listed here, after the words of jieba's dictionary. Verbs that people also use before a time
are not among them, as 看 in 看上周的照片.
"""

__all__ = [
    "BEFORE_DAY_NUMBER",
    "DIGITS",
    "NO_DAY",
    "NO_FAR_DAY",
    "NO_MONTH",
    "NO_NUMBERED_MONTH",
    "NO_WEEK",
    "NO_YEAR",
    "OWN",
    "SURNAMES",
    "WEEKDAY",
]

DIGITS = "零一二两三四五六七八九十百千"

# Holds behind the first character of a time word, unless that is the second of another word.
OWN = (
    "(?<![身皇脸晚加地之海头路网马桌走床手街世背墙登山岛船台天早楼心北遇面赶树场车碰带水踏镇壁顶肩关门边岸陆考跃机披架圣爱]上)"
    "(?<![以天之留地当剩坐陛眼跪脚手几低门底水部台山阁楼乡两一旗余城南私殿足桥皮身时井零卑膝林篮树流落]下)"
    "(?<![日基资根原脚剧书课标草文刻译样抄副读范教剪油话账成版木血蓝珍]本)"
    "(?<![以目之面眼门当提日先空此往胸生跟山超事台赛考阵史窗近战桌婚楼节庙房早饭午年月课睡产床]前)"
    "(?<![以之最然先随此今太皇落身日战背其往而过事赛术午年月婚饭幕酒节课雨]后)"
    "(?<![失过除逝离死望辞远夺飞免减省删占褪略回出进下]去)"
    "(?<![文聪鲜昆透分探光孔高黎精简清开英严神失辨显姚阳贤崇启廉小]明)"
    "(?<![说证表阐声发查指]明(?=天[气空才生赋性使文](?!日)))(?<!从前(?=天[天气真]))"
    "(?<!如今(?<![比例假]如今))(?<!至今(?=[早晚]))(?<!当今(?=天下))"
)
SURNAMES = "李王张刘陈杨赵黄吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎盛文狄"

# What follows no time word: 后天性, 昨天堂, 上周边, 上月球, 去年轻, 三月不知肉味.
NO_FAR_DAY = "(?![气空赋堂津])"
NO_DAY = "(?![空赋堂津])"
NO_WEEK = "(?!期(?![末中])|边|围(?!棋)|年(?!会)|岁|遭|杰伦|刊|长|恩来|星驰|折)"
NO_MONTH = "(?![光球亮饼色台宫牙经票季琴老食嫂影子刊])"
NO_NUMBERED_MONTH = f"{NO_MONTH}(?![{DIGITS}几0-9天河花飞雪节]|不知|怀胎|流火|革命|党人)"
NO_YEAR = "(?![轻龄糕货夜级代款版薪幼迈])"

# 上周一直, 上周三个人, 上周日本队 and 上周天气 name no weekday.
WEEKDAY = (
    "(?:一(?![直起共个样次家些定切下旦点边般度路时群]|整天)|"
    "[二三四五六](?![个次位人家种本件条场年]|天[^上下中晚早])|"
    "日(?![本语料记常程志])|天(?![气天空津使文才]))"
)

# What 21号 by itself stands behind; elsewhere it is a ship, a house, a battery.
BEFORE_DAY_NUMBER = "(?<![^ ,.:;?!，。？！、；：~–—\\-的了在从自到至于是我你他她们和跟与就都要想月周])"
