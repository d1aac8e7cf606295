"""Who somebody is: name, age, origin, tongue, state of life and health."""

from scopes.extraction.rules.english.things import named, thing
from scopes.extraction.rules.rule import rule

_PEOPLE = (
    r"(?:american|british|english|scottish|welsh|irish|french|german|italian|spanish|portuguese|"
    r"dutch|belgian|swiss|austrian|swedish|"
    r"norwegian|danish|finnish|icelandic|polish|czech|slovak|hungarian|romanian|bulgarian|greek|"
    r"turkish|russian|ukrainian|serbian|"
    r"croatian|chinese|japanese|korean|vietnamese|thai|indonesian|malaysian|filipino|indian|"
    r"pakistani|bangladeshi|iranian|iraqi|"
    r"israeli|egyptian|moroccan|nigerian|kenyan|ethiopian|ghanaian|canadian|mexican|brazilian|"
    r"argentinian|chilean|colombian|peruvian|"
    r"cuban|australian|singaporean|taiwanese|jewish|muslim|christian|catholic|buddhist|hindu|"
    r"atheist|agnostic|quaker)"
)
_STATE = (
    r"(?:happily |newly |recently |legally |semi-|half |partly |slightly )*(?:married|single|"
    r"divorced|separated|engaged|widowed|pregnant|expecting|retired|unemployed|self-employed|"
    r"left-handed|right-handed|ambidextrous|color-?blind|deaf|blind|dyslexic|autistic|bilingual|"
    r"trilingual|nearsighted|short-sighted|"
    r"farsighted|asthmatic|anemic|diabetic|epileptic|adopted|transgender|trans|gay|bisexual|"
    r"lesbian|nonbinary|non-binary|queer|asexual|hard of hearing|deaf in one ear|"
    r"visually impaired|"
    r"a (?:widow|widower)|introverted|extroverted|dual national|tone-deaf)"
)
_ILLNESS = (
    r"(?:type (?:1|2|one|two) diabetes|diabetes|asthma|migraines?|adhd|add|autism|dyslexia|"
    r"epilepsy|arthritis|anxiety|depression|insomnia|"
    r"eczema|psoriasis|hypertension|high blood pressure|low blood pressure|tinnitus|endometriosis|"
    r"ibs|crohn's(?: disease)?|hay fever|"
    r"a heart condition|a bad (?:back|knee|hip|shoulder)|sleep apnea|vertigo|scoliosis|anemia|"
    r"gout|reflux|glaucoma|cataracts|ptsd|ocd|"
    r"bipolar(?: disorder)?|a fear of .+|a phobia .+|stage fright|a pacemaker|a stutter|a limp|"
    r"an? \w+ (?:condition|disorder|disease|syndrome))"
)

RULES = (
    rule(
        "name",
        "profile",
        "my",
        r"(?:full |first |last |real |given |middle )?name is (?P<o>[\w' .-]{2,40})",
        "name",
        0.92,
        named,
    ),
    rule(
        "name",
        "profile",
        "i",
        r"(?:am called|go by|am known as) (?P<o>[\w' .-]{2,30}?)(?: but .+| and .+)?",
        "name",
        0.86,
        named,
    ),
    rule(
        "name",
        "profile",
        "- you please",
        r"(?:(?:please |just |you can |can )*)call me (?P<o>(?!back|when|if|at|after|on|in|tomorrow|"
        r"later|any|as|crazy|old|up|out)[\w'-]{2,30}(?: [\w'-]{1,20})?)(?: please)?",
        "name",
        0.84,
        named,
    ),
    rule(
        "introduces",
        "profile",
        "i",
        rf"am (?!{_PEOPLE}\b|{_STATE}\b)(?P<o>[a-z]+(?: [a-z]+)?), (?:a|an|your|the) .+",
        "name",
        0.84,
        proper="o",
    ),
    rule(
        "age",
        "profile",
        "i",
        r"(?:am|have (?:just )?turned|just turned|turned|am turning|will be|am about to turn|"
        r"will turn) (?P<o>\d{1,3}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|"
        r"ninety)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|(?:thir|four|fif|six|seven|"
        r"eigh|nine)teen)(?: years old| years of age)?(?: (?:this|next|last|in|on|today|"
        r"tomorrow)\b.*)?",
        "age",
        0.88,
    ),
    rule(
        "birthday",
        "profile",
        "my",
        r"birthday (?:is|falls|was) (?:on |in )?(?P<o>.*\d.*|.*(?:january|february|march|april|may|"
        r"june|july|august|september|october|november|december|christmas|valentine|halloween).*)",
        "birthday",
        0.9,
    ),
    rule("born", "profile", "i", r"was born (?:on|in) (?P<o>.*\d.*)", "born", 0.88),
    rule(
        "no longer",
        "profile",
        "i",
        rf"am (?:no longer|not(?=.* any ?(?:more|longer)$)) (?P<o>(?:a|an|the) .+?|{_STATE}.*?)"
        r"(?: any ?(?:more|longer))?",
        "no-longer-{o}",
        0.84,
        replaces="{o}",
    ),
    rule(
        "tongue",
        "profile",
        "my our",
        r"(?:native language|mother tongue|first language|native tongue|second language) (?:is|"
        r"was) (?P<o>.+)",
        "native-language",
        0.88,
    ),
    rule(
        "origin",
        "profile",
        "i",
        rf"am (?:originally |half[- ]|part[- ]|a quarter )*(?P<o>{_PEOPLE}(?:[ -].*)?)",
        "{o}",
        0.84,
    ),
    rule("state", "profile", "i we", rf"(?:am|got|have been|am getting|was) (?P<o>{_STATE}(?: .*)?)", "{o}", 0.82),
    rule(
        "illness",
        "profile",
        "i",
        r"(?:have|suffer from|live with|have been living with|struggle with|get|have had|"
        r"deal with) (?P<o>(?:(?:bad|chronic|severe|mild|terrible|awful|frequent|seasonal|"
        rf"really bad) )*{_ILLNESS}(?: .*)?)",
        "has-{o}",
        0.84,
    ),
    rule(
        "illness",
        "profile",
        "i",
        r"(?:was|have been|am|got|just got|have just been) (?:\w+ )?diagnosed with (?P<o>.+)",
        "has-{o}",
        0.86,
        thing,
    ),
    rule(
        "figure",
        "profile",
        "my our",
        r"(?P<k>blood type|height|weight|shoe size|ring size|clothes size|star sign|zodiac sign|"
        r"phone number|number|email|email address|address|time ?zone|mbti|surname|maiden name|"
        r"middle name|salary|passport number|postcode|zip code|anniversary|wedding anniversary|"
        r"religion|nationality|citizenship|eyesight|age|visa|dress size) (?:is|are) (?P<o>.+)",
        "{k}",
        0.88,
    ),
)
