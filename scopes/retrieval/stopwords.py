"""Words that carry no subject: cut from a query when something else is left of it, never from what is indexed.

`may` is not among them: it is a month.
"""

__all__ = ["CHINESE", "ENGLISH", "is_english_stop"]

_ENGLISH = """
a about above after again against all also am an and any are as at be because been before being below between both but
by can could did do does doing done down during each else ever few for from further get gets getting got had has have
having he her here hers herself him himself his how however i if in into is it its itself just let lets like many me
might mine more most much must my myself no nor not now of off on once one ones only or other our ours ourselves out
over own per quite rather really same shall she should since so some such than that the their theirs them themselves
then there these they this those though through to too under until up upon us very via was we were what whatever when
where whether which while who whom whose why will with within without would yes yet you your yours yourself yourselves
"""

_CHINESE = """
的 了 着 过 是 在 有 和 与 或 及 并 而 但 但是 因为 所以 如果 虽然 然后 以及 还是 或者 而且 并且 不过 因此 于是 我 你
您 他 她 它 们 我们 你们 您们 他们 她们 它们 咱 咱们 自己 大家 这 那 哪 这个 那个 哪个 这些 那些 哪些 这里 那里 哪里
这儿 那儿 哪儿 这样 那样 怎样 怎么 怎么样 什么 什 怎 啥 谁 为什么 多少 几 吗 呢 吧 啊 呀 哦 嘛 啦 么 就 都 也 还 又 再
很 太 更 最 只 才 却 不 没 没有 不是 是否 是不是 有没有 把 被 给 对 从 到 向 往 于 以 为 为了 由 用 跟 同 关于 对于 会
能 可以 可能 应该 要 想 去 来 说 让 叫 请 请问 一 一个 一些 一下 个 些 种 上 下 里 中 曾 曾经 已 已经 正在 时候 当时
当 时 地 得 之 其 此 某 哪位 那么 这么 有什么 是什么 什么样
"""

ENGLISH = frozenset(_ENGLISH.split())
CHINESE = frozenset(_CHINESE.split())

_CONTRACTED = ("n't", "'m", "'re", "'ve", "'ll", "'d")


def is_english_stop(word: str) -> bool:
    """Whether a lower-case word, contractions included, is a function word: `the`, `don't`, `what's`, `they've`."""
    head, apostrophe, _ = word.partition("'")
    return word in ENGLISH or (bool(apostrophe) and (head in ENGLISH or word.endswith(_CONTRACTED)))
