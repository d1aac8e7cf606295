"""What somebody does for a living, and what he studies or studied."""

from scopes.extraction.rules.english.things import occupation, thing
from scopes.extraction.rules.rule import rule

TRADE = (
    r"(?:[\w-]+ ){0,4}?(?:nurse|teacher|doctor|engineer|developer|programmer|designer|lawyer|"
    r"attorney|chef|cook|baker|writer|author|student|"
    r"professor|lecturer|tutor|researcher|scientist|analyst|accountant|manager|director|"
    r"consultant|architect|artist|painter|musician|"
    r"singer|drummer|guitarist|pianist|violinist|actor|actress|dancer|photographer|journalist|"
    r"editor|translator|interpreter|librarian|"
    r"electrician|plumber|carpenter|welder|mechanic|farmer|gardener|driver|pilot|sailor|soldier|"
    r"veteran|officer|firefighter|"
    r"paramedic|pharmacist|dentist|vet|veterinarian|surgeon|therapist|psychologist|counselor|"
    r"counsellor|coach|trainer|"
    r"social worker|midwife|carer|caretaker|nanny|au pair|barista|bartender|waiter|waitress|"
    r"server|cashier|clerk|salesman|saleswoman|salesperson|"
    r"realtor|broker|banker|economist|biologist|chemist|physicist|mathematician|statistician|"
    r"geologist|astronomer|historian|"
    r"archaeologist|linguist|philosopher|entrepreneur|founder|owner|freelancer|contractor|intern|"
    r"apprentice|trainee|assistant|secretary|"
    r"administrator|sysadmin|technician|operator|inspector|planner|producer|filmmaker|"
    r"screenwriter|animator|illustrator|curator|"
    r"potter|tailor|florist|beekeeper|fisherman|butcher|brewer|hairdresser|barber|beautician|"
    r"masseuse|model|blogger|streamer|"
    r"youtuber|podcaster|gamer|athlete|runner|swimmer|cyclist|climber|boxer|referee|judge|priest|"
    r"pastor|monk|nun|politician|"
    r"diplomat|civil servant|recruiter|marketer|copywriter|project lead|team lead|tech lead|"
    r"postdoc|phd student|undergrad|undergraduate|graduate|freshman|"
    r"sophomore|junior|senior|major|retiree|pensioner|homemaker|housewife|stay-at-home (?:mom|dad|"
    r"parent)|single (?:mom|dad|parent)|"
    r"mother|father|mom|dad|mum|grandmother|grandfather|grandparent|widow|widower|twin|only child|"
    r"vegan|vegetarian|night owl|early bird|"
    r"morning person|introvert|extrovert|ambivert|christian|muslim|buddhist|jew|hindu|catholic|"
    r"atheist|quaker|immigrant|native|citizen|lefty)"
)

RULES = (
    rule(
        "trade",
        "profile",
        "i",
        r"(?:am|have been|became|have become|used to be|was) (?:working as |training as |"
        rf"training to be |studying to be(?:come)? |not only )?(?:a|an|the) (?P<o>(?:{TRADE})\b.*)",
        "{o}",
        0.84,
        occupation,
    ),
    rule(
        "trade",
        "profile",
        "i",
        r"(?:work|am working|worked|have worked|have been working|freelance|volunteer|moonlight|"
        r"am employed|serve) (?:\w+ )?as (?:a|an|the) (?P<o>.+)",
        "job",
        0.88,
        thing,
    ),
    rule(
        "trade",
        "profile",
        "my",
        r"(?:day |current |new |main )*(?:job|profession|occupation|trade|line of work|role|job title|"
        r"position) (?:is|involves) (?P<o>.+)",
        "job",
        0.84,
        thing,
    ),
    rule(
        "trade",
        "profile",
        "i",
        r"(?:teach|coach|edit|tutor|drive (?:a bus|a taxi|a truck|trains|for)|nurse at) (?P<o>.+)",
        "job-{o}",
        0.76,
        thing,
    ),
    rule(
        "runs",
        "profile",
        "i we",
        r"(?:run|own|manage|co-own|co-founded|founded|started|opened) (?P<o>(?:a|an|my own|our own|"
        r"the) (?:\w+[ -]){0,4}(?:shop|store|business|company|studio|cafe|café|restaurant|bakery|bar|"
        r"pub|agency|farm|startup|practice|gallery|salon|hotel|hostel|school|gym|charity|newsletter|"
        r"podcast|channel|blog|team)\b.*)",
        "runs-{o}",
        0.82,
        thing,
    ),
    rule(
        "job change",
        "profile",
        "i",
        r"(?!(?:have )?\w+ an? (?:\w+ )?(?:job|position|role) (?:at|for) )"
        r"(?:have )?(?:just )?(?:got|gotten|landed|started|accepted|took|lost|quit|left|resigned from|"
        r"been promoted to|was promoted to|got promoted to) (?P<o>(?:a|an|my|the|"
        r"that)? ?(?:\w+[ -]){0,3}(?:job|position|role|internship|promotion|scholarship|"
        r"fellowship)\b.*)",
        "job-news-{o}",
        0.76,
        thing,
    ),
    rule(
        "promoted",
        "profile",
        "i",
        r"(?:was|got|have been|just got) (?:promoted|hired|laid off|fired|made redundant|"
        r"transferred)(?P<o>.*)",
        "job-news-{o}",
        0.74,
    ),
    rule(
        "studies",
        "profile",
        "i",
        r"(?:am studying|study|major in|majored in|am majoring in|am minoring in|"
        r"studied) (?P<o>(?!for\b|hard|a lot|all|abroad|late)[\w &,'-]+)",
        "studies-{o}",
        0.8,
        thing,
    ),
)
