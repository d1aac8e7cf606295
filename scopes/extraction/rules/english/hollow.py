"""English words that say nothing by themselves: whoever finds "working on a new project" later has learned nothing."""

import re

__all__ = ["HOLLOW", "HOLLOW_OF"]

HOLLOW = frozenset(
    re.findall(
        r"\S+",
        """
    i we me us my our mine myself you your he she it they him her them his its their this that these those there
    here what which who whom whose how when where why one ones some any all both each every either other others
    another such same own everything anything nothing something everyone someone stuff thing things much many
    more most lot lots few little bit bunch couple ton tons so too very really just also only even still again
    already almost quite pretty rather always ever never now then soon later lately recently currently today
    tonight finally usually mostly actually definitely totally absolutely surely together away back out off up
    down over on in at to for of from with without about into by as than like through around a an the and or but
    because since though although while if until after before not no yes yeah
    be am is are was were been being have has had having do does did doing done will would shall should can could
    may might must need needs wanna gonna gotta go goes going went gone get gets getting got make makes making
    made take takes taking took keep keeps keeping kept let lets letting put puts give gives giving gave come comes
    coming came try trying tried start starting started begin want wants wanted like likes liked love loves loved
    enjoy enjoying hope hoping wish plan planning planned aim aiming work working works worked learn learning
    learned learnt pick picked picking choose chose chosen decide decided use using used find finding found look
    looking feel feels feeling see seeing seen know knowing known think thinking say saying tell show showing
    join joining bring bringing create creating build building grow growing improve improving continue continuing
    focus savor cherish share sharing support follow pursue achieve reach experience explore exploring push
    practice practicing play playing
    good great nice fun cool new old big small amazing awesome wonderful fantastic incredible beautiful lovely
    exciting excited interesting special important tough hard easy challenging fulfilling rewarding fresh better
    best different various certain fave favorite happy glad proud sure able ready right real true
    asking thanks thank hey hi well okay ok
    stuff project projects plan plans skill skills idea ideas goal goals dream dreams challenge
    challenges opportunity opportunities chance event events place time times way ways journey life part parts
    moment moments vibe vibes adventure adventures change changes step steps difference hobby hobbies passion
    day days week weeks month months year years morning evening night
    mean means happen happens happened hate train training trained next last first kind sort
    task tasks option options topic subject future world hope heart mind energy joy feeling feelings
    hear hearing talk talked talking chat chatting long even though been ain't ll ve re allergic allergy
    """,
    )
)
"""Words of grammar, verbs that may do anything, nouns that may be anything, and praise."""

_PASSING = frozenset(
    re.findall(
        r"\S+",
        """
    movie film restaurant food dinner lunch drinks gift present book song music show tasty yummy delicious relax chill
    hang friend friends buddies tonight weekend watch eat order buy cook
    """,
    )
)
_REMARKED = frozenset({"rock", "team", "everybody", "blessing", "priority"})

HOLLOW_OF = {
    "project": frozenset({"biz", "business", "company", "startup", "job"}),
    "relation": _REMARKED,
    "habit": frozenset({"friend", "friends", "family", "kids", "progress"}),
    "goal": _PASSING,
    "fact": _REMARKED | _PASSING,
}
"""What a kind makes hollow: a project only said to be one, people of whom nothing is told, a wish of the evening."""
