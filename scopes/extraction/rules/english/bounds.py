"""What must and must not be: allergies, diets, taboos, always and never, budgets."""

from scopes.extraction.rules.english.things import action, thing
from scopes.extraction.rules.rule import rule

_DIET = (
    r"(?:(?:a |an )?(?:strict |lifelong |mostly |ovo-lacto )?(?:vegan|vegetarian|pescatarian|"
    r"flexitarian|teetotal(?:l?er)?|celiac|coeliac|lactose[- ]intolerant|"
    r"(?:on )?(?:a |an |the )?(?:[\w-]+ ){1,3}diet|"
    r"gluten[- ](?:free|intolerant|sensitive)|dairy[- ]free|nut[- ]free|diabetic|kosher|halal|sober|"
    r"intolerant (?:of|to) .+|sensitive to (?:caffeine|gluten|dairy|lactose|sulfites|msg|"
    r"histamine|soy|eggs?)(?: .*)?))"
)

RULES = (
    rule(
        "no longer",
        "constraint",
        "i we",
        r"(?:am|was) (?:no longer|not|never) (?:\w+ly )?allergic to (?P<o>.+?)"
        r"(?: any ?(?:more|longer)| after all| at all)?",
        "not-allergic-to-{o}",
        0.88,
        thing,
        replaces="allergic-to-{o}",
    ),
    rule(
        "allergic",
        "constraint",
        "i we",
        r"(?:am|have been|was|turned out to be) (?:\w+ly |very |super |a bit |also |"
        r"quite )*allergic to (?P<o>.+)",
        "allergic-to-{o}",
        0.93,
        thing,
        replaces="not-allergic-to-{o}",
    ),
    rule("no longer", "constraint", "i we", rf"am no longer (?P<o>{_DIET})", "no-longer-{o}", 0.86, replaces="{o}"),
    rule(
        "diet",
        "constraint",
        "i we",
        rf"(?:am|have been|became|have gone|went|am going|have turned|keep|eat|follow) (?P<o>{_DIET}(?: .*)?)",
        "{o}",
        0.88,
    ),
    rule(
        "given up",
        "habit",
        "i we",
        r"(?:have )?(?:stopped|given up|gave up|cut out|quit|sworn off|swore off|"
        r"cut) (?P<o>(?:eating |drinking |having |taking )?(?:meat|red meat|alcohol|drinking|smoking|"
        r"sugar|caffeine|coffee|dairy|gluten|pork|beef|fish|bread|soda|wine|beer|cigarettes|vaping|"
        r"gambling|social media)\b.*)",
        "gave-up-{o}",
        0.86,
        replaces="likes-{o}|favorite-{o}",
    ),
    rule(
        "avoids",
        "constraint",
        "i we",
        r"(?:(?:no longer|do not|can not|never|will not|must not|may not|should not|am not allowed to|"
        r"am not supposed to|am not able to|refuse to|have never been able to) (?:ever |really |actually )*(?:eat|"
        r"drink|touch|tolerate|digest|handle|consume|swallow|smell|smoke|go near)|"
        r"(?:try to |have to |need to |must |always )?(?:avoid|steer clear of|stay away from|abstain from|"
        r"keep away from)) (?P<o>.+?)(?: any ?(?:more|longer))?",
        "avoids-{o}",
        0.88,
        thing,
        replaces="likes-{o}|back-to-{o}",
    ),
    rule(
        "avoids",
        "constraint",
        "i we",
        r"(?:do not|never) (?P<o>(?:drink|smoke|drive|fly|gamble|swim|dive|vape)(?: at all| alcohol|"
        r" coffee| anymore| any more| on .+| after .+)?)",
        "does-not-{o}",
        0.86,
    ),
    rule(
        "avoids",
        "constraint",
        "i we",
        r"can not have (?P<o>(?!an?\b|any (?:more )?(?:idea|kids|children)|it|that|this|the|my|fun|"
        r"both|everything|you|kids|children|time)\w.*)",
        "avoids-{o}",
        0.84,
        thing,
    ),
    rule(
        "forbidden",
        "constraint",
        "i we",
        r"(?:can not|am unable to|am not able to) (?P<o>(?:work|attend|travel|drive|meet|lift|climb|"
        r"run|swim|walk|use|wear|sit|stand (?:for|long)|sleep|fly|kneel|see (?:well|colors|without)|"
        r"hear (?:well|with)|read (?:small|without)|be around|be near|do (?:mornings|mondays|weekends|"
        r"stairs|evenings|nights|heights))\b.+)",
        "must-not-{o}",
        0.74,
        action,
    ),
    rule(
        "never",
        "constraint",
        "i we",
        r"never (?P<o>(?!thought|knew|heard|realized|had|saw|been|expected|imagined|felt|seen|would|"
        r"did|got|said|met|tried|used to|mind|know|understood|understand|stop|stopped|get|forget|"
        r"forgot|give up|gave|lose|want|could|really|fail|have|see|went|ever|took|made|found|came|"
        r"left|told|asked|thanked|finished|learned|looked|wanted|minded|feel|let|liked|(?:go|leave|"
        r"start|end|sleep|eat|travel|begin) .*without|quite|even|regret)[\w].+)",
        "never-{o}",
        0.8,
        action,
    ),
    rule(
        "none for me",
        "constraint",
        "-",
        r"no (?P<o>[\w ]{2,40}?) for me(?:,? (?:please|thanks|thank you))?",
        "avoids-{o}",
        0.82,
        thing,
    ),
    rule(
        "budget",
        "constraint",
        "my our",
        r"(?:\w+ )?(?P<k>budget|limit|maximum|upper limit|curfew|bedtime|"
        r"notice period) (?:\w+ ){0,4}?(?:is|are) (?P<o>.*(?:\d|hundred|thousand|grand|million|"
        r"midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|"
        r"april|may|june|july|august|september|october|november|december|tomorrow|tight).*)",
        "{k}",
        0.85,
    ),
    rule(
        "medicine",
        "constraint",
        "i",
        r"(?:am on|take|have to take|am taking|inject|use) (?P<o>(?:[\w-]+ ){0,3}(?:medication|"
        r"medicine|meds|insulin|antidepressants|blood thinners|statins|antihistamines|antibiotics|"
        r"inhaler|pills?|tablets?|beta blockers)\b.*)",
        "takes-{o}",
        0.84,
    ),
    rule(
        "fear",
        "constraint",
        "i we",
        r"(?:am|have always been) (?:\w+ly |really |so |very )*(?:afraid|scared|terrified|petrified|"
        r"frightened) of (?P<o>.+)",
        "afraid-of-{o}",
        0.82,
        thing,
    ),
)
