"""What must and must not be: allergies, diets, taboos, always and never, budgets."""

from scopes.extraction.rules.english.things import action, thing
from scopes.extraction.rules.rule import rule

_DIET = (
    r"(?:(?:a |an )?(?:strict |lifelong |mostly |ovo-lacto )?(?:vegan|vegetarian|pescatarian|"
    r"flexitarian|teetotal(?:l?er)?|celiac|coeliac|lactose[- ]intolerant|"
    r"gluten[- ](?:free|intolerant|sensitive)|dairy[- ]free|nut[- ]free|diabetic|kosher|halal|sober|"
    r"intolerant (?:of|to) .+|sensitive to (?:caffeine|gluten|dairy|lactose|sulfites|msg|"
    r"histamine|soy|eggs?)(?: .*)?))"
)

RULES = (
    rule(
        "allergic",
        "constraint",
        "i we",
        r"(?:am|have been|was|turned out to be) (?:\w+ly |very |super |a bit |also |"
        r"quite )*allergic to (?P<o>.+)",
        "allergic-to-{o}",
        0.93,
        thing,
    ),
    rule(
        "allergic",
        "constraint",
        "i we",
        r"(?:have|have got|developed) (?:a |an )?(?:\w+ )?(?P<o>(?:[\w-]+ ){1,3}(?:allergy|allergies|"
        r"intolerance))(?: .*)?",
        "{o}",
        0.9,
    ),
    rule(
        "allergic",
        "constraint",
        "i we",
        r"have (?:a |an )?(?:\w+ )?(?:allergy|allergies|intolerance|allergic reaction) to (?P<o>.+)",
        "allergic-to-{o}",
        0.92,
        thing,
    ),
    rule("no longer", "constraint", "i we", rf"am no longer (?P<o>{_DIET})", "no-longer-{o}", 0.86, replaces="{o}"),
    rule(
        "diet",
        "constraint",
        "i we",
        rf"(?:am|have been|became|have gone|went|am going|have turned|keep|eat) (?P<o>{_DIET}(?: .*)?)",
        "{o}",
        0.88,
    ),
    rule(
        "diet",
        "constraint",
        "i we",
        r"(?:follow|am on|keep to|stick to|am following|have to follow) (?:a |an |"
        r"the )?(?P<o>(?:[\w-]+ ){1,4}diet\b.*)",
        "{o}",
        0.85,
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
        replaces="likes-{o}|drinks-{o}|eats-{o}|favorite-{o}",
    ),
    rule(
        "no longer",
        "constraint",
        "i we",
        r"(?:no longer|do not) (?:eat|drink|touch|have|consume|smoke|wear) (?P<o>.+?)(?: any ?more|"
        r" any longer)",
        "avoids-{o}",
        0.86,
        thing,
        replaces="likes-{o}|drinks-{o}|eats-{o}",
    ),
    rule(
        "no longer",
        "constraint",
        "i we",
        r"no longer (?:eat|drink|touch|have|consume|smoke|wear) (?P<o>.+)",
        "avoids-{o}",
        0.86,
        thing,
        replaces="likes-{o}|drinks-{o}|eats-{o}",
    ),
    rule(
        "avoids",
        "constraint",
        "i we",
        r"(?:do not|can not|never|will not|must not|may not|should not|am not allowed to|"
        r"am not supposed to|am not able to|refuse to|have never been able to) (?:ever |really |"
        r"actually )*(?:eat|drink|touch|tolerate|digest|handle|consume|swallow|smell|"
        r"go near) (?P<o>.+)",
        "avoids-{o}",
        0.88,
        thing,
        replaces="likes-{o}|drinks-{o}|eats-{o}",
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
        r"(?:try to |have to |need to |must |always )?(?:avoid|steer clear of|stay away from|"
        r"abstain from|keep away from) (?P<o>.+)",
        "avoids-{o}",
        0.84,
        thing,
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
        r"(?:must not|may not|am not allowed to|am not supposed to|am forbidden to|"
        r"have to avoid) (?P<o>(?!forget|do (?:it|that|this)|be|make|think|complain|say)\w.+)",
        "must-not-{o}",
        0.8,
        action,
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
        "only",
        "constraint",
        "i we",
        r"(?:can )?only (?P<o>(?:eat|drink|wear|buy|use|fly|work|accept|take|have|travel|stay|read|"
        r"watch|do) .+)",
        "only-{o}",
        0.8,
        thing,
    ),
    rule(
        "reacts",
        "constraint",
        "i we",
        r"(?:break out|get (?:hives|a rash|sick|ill|headaches?|migraines?|stomach ?aches?|dizzy)|"
        r"throw up|swell up|sneeze|itch|faint)\b.* (?:if|when(?:ever)?|from) (?:i (?:even )?(?:eat|"
        r"touch|drink|smell|have|am near|skip) )?(?P<o>.+)",
        "reacts-to-{o}",
        0.85,
        thing,
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
        "budget",
        "constraint",
        "i we",
        r"(?:can not|do not want to|will not) (?:spend|pay|go) (?:any )?(?P<o>(?:more than|over|above|"
        r"past) .+)",
        "not-{o}",
        0.86,
    ),
    rule(
        "condition",
        "constraint",
        "i we",
        r"(?:need|require|must have|have to have) (?P<o>(?:a |an )?(?:wheelchair|step-free|"
        r"ground[- ]floor|quiet|subtitles|captions|large print|glasses|hearing aids?|an aisle|"
        r"a window seat|aisle seat|decaf|8 hours|eight hours|seven hours|at least).*)",
        "needs-{o}",
        0.84,
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
    rule(
        "sick",
        "constraint",
        "i we",
        r"get (?P<o>(?:car ?sick|sea ?sick|motion sick|air ?sick|altitude sick|carsickness|"
        r"migraines from|hives from|heartburn from|a rash from).*)",
        "gets-{o}",
        0.84,
    ),
    rule(
        "makes ill",
        "constraint",
        "- the",
        r"(?P<o>[\w' -]{3,40}) (?:makes me (?:ill|sick|break out|sneeze|itch|nauseous)|"
        r"gives? me (?:hives|a rash|migraines?|heartburn|headaches?|stomach ?aches?)|"
        r"upsets my stomach|triggers my .+)(?: .*)?",
        "reacts-to-{o}",
        0.85,
        thing,
    ),
)
