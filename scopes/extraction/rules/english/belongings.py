"""What somebody owns, pets among it."""

from scopes.extraction.rules.english.things import thing
from scopes.extraction.rules.rule import anything, rule

PET = (
    r"(?:dogs?|puppy|puppies|cats?|kittens?|hamsters?|rabbits?|bunny|bunnies|parrots?|budgies?|"
    r"canary|canaries|goldfish|fish|turtles?|tortoises?|snakes?|geckos?|lizards?|"
    r"guinea pigs?|horses?|pony|ponies|chickens?|hens?|goats?|sheep|ferrets?|rats?|mouse|mice|"
    r"bees|beehives?|hives?|pets?|corgi|labrador|lab|poodle|beagle|terrier|retriever|husky|"
    r"dachshund|collie|spaniel|greyhound|bulldog|tabby|"
    r"rescue|cockatiel|parakeet|axolotl|llama|alpaca|donkey|duck|ducks|hedgehog|tarantula)"
)
_OBJECT = (
    r"(?:cars?|bikes?|bicycles?|motorbikes?|motorcycles?|scooters?|vans?|trucks?|suv|convertible|"
    r"boats?|canoe|kayaks?|caravan|camper(?:van)?|rv|house|flat|apartment|condo|cottage|cabin|"
    r"houseboat|studio|farm|land|garden|allotment|greenhouse|garage|shed|pool|hot tub|sauna|"
    r"guitars?|piano|violin|cello|drums?|drum kit|keyboard|ukulele|flute|saxophone|"
    r"trumpet|bass|banjo|accordion|harp|synth|turntable|record player|cameras?|lens|tripod|drone|"
    r"telescope|laptop|macbook|computer|pc|desktop|tablet|ipad|kindle|e-reader|"
    r"phone|iphone|pixel|smartwatch|watch|console|playstation|ps5|xbox|switch|headphones|tv|"
    r"projector|printer|3d printer|sewing machine|loom|oven|espresso machine|coffee machine|"
    r"air fryer|robot vacuum|dishwasher|washing machine|treadmill|rowing machine|surfboard|"
    r"snowboard|skis|skateboard|tent|bookshelf|library|record collection|collection|"
    r"vinyl|tattoos?|glasses|ring|necklace|wheelchair|hearing aids?|solar panels|server|"
    r"raspberry pi|nas|tesla|toyota|honda|ford|bmw|volvo|subaru|mazda|audi|vw|volkswagen|vespa|"
    r"wood stove|kiln|easel|desk|sofa|couch|mattress|bonsai|orchid|cactus|plants?|membership|"
    r"subscription|season ticket|passport|driver's license|driving license|license)"
)
_COUNT = (
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+|some|several|my own|our own|the|"
    r"another|this|that|my|our|a pair of|a couple of|a few)"
)

_LIVING = "has-{k}|has-a-{k}|has-an-{k}|has-one-{k}|has-my-{k}"

RULES = (
    rule(
        "pet",
        "possession",
        "my our",
        rf"(?P<o>(?P<k>(?:[\w-]+ ){{0,2}}?{PET})(?: [\w'-]+){{0,2}}? (?:has |have |had )?"
        r"(?:just |sadly |recently )?(?:to be )?(?:died|passed away|passed on|(?:was )?put (?:down|to sleep)|is dead|"
        r"crossed the rainbow bridge)\b.*)",
        "{k}-died",
        0.82,
        replaces=_LIVING,
    ),
    rule(
        "no longer",
        "possession",
        "i we",
        r"(?:have )?(?:just )?(?:sold|gave away|got rid of|lost|donated|traded in|"
        rf"scrapped) (?P<o>(?:my|our|the) (?P<k>(?:[\w-]+ ){{0,3}}?(?:{PET}|{_OBJECT}))\b.*)",
        "parted-with-{o}",
        0.8,
        thing,
        replaces=f"has-{{o}}|{_LIVING}",
    ),
    rule(
        "no longer",
        "possession",
        "i we",
        r"(?:no longer (?:have|own|drive)|do not (?:have|own|"
        rf"drive)) (?P<o>(?:{_COUNT} )?(?:[\w-]+ ){{0,3}}?(?:{PET}|{_OBJECT})\b.*?)(?: any ?more)?",
        "no-longer-has-{o}",
        0.8,
        thing,
        replaces="has-{o}",
    ),
    rule(
        "pet",
        "possession",
        "i we",
        r"(?:have|have got|own|keep|adopted|have adopted|just adopted|rescued|got|just got|bought|"
        rf"raise|breed|am fostering|foster|have had|picked up) (?P<o>(?:{_COUNT} )?(?:(?!\w+ed\b|"
        rf"\w+ing\b|always|never|to\b|of\b|no\b|as\b|like\b)[\w'-]+ ){{0,4}}?{PET}\b(?! (?:food|person|"
        r"people|hair|allergy|show|lover|sitter|walker|photo|picture|video)).*)",
        "has-{o}",
        0.86,
        thing,
    ),
    rule(
        "owns",
        "possession",
        "i we",
        r"(?:own|co-own|am the (?:proud )?owner of|inherited|have inherited) (?P<o>.+)",
        "has-{o}",
        0.86,
        thing,
    ),
    rule(
        "bought",
        "possession",
        "i we",
        r"(?:have )?(?:bought|purchased|acquired|picked up|ordered|got myself|treated myself to|"
        r"invested in|upgraded to|was given|were given|won|built|got(?= an? (?:new|used|second-hand|"
        rf"old)| some new| myself)) (?:myself |ourselves )?(?P<o>(?:{_COUNT}|new|second-hand|"
        rf"used) (?:[\w'-]+ ){{0,4}}?{_OBJECT}\b.*)",
        "has-{o}",
        0.82,
        thing,
    ),
    rule(
        "thing",
        "possession",
        "my",
        rf"(?P<o>(?:[\w-]+ ){{0,2}}?{_OBJECT}) (?:is (?:a|an|named|called)|runs on|has|needs|"
        r"broke down|was stolen)\b.+",
        "{o}",
        0.74,
        anything,
    ),
)
