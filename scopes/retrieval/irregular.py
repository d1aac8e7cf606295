"""English irregular forms by their plain form: what suffix rules can't reach.

Forms that are as common as another word are left out (`rose`, `bit`, `lay`, `wound`, `lives`, `leaves`).
"""

__all__ = ["IRREGULAR"]

_FORMS = """
arise arose arisen
awake awoke awoken
be am is are was were been
bear borne
beat beaten
become became
begin began begun
bend bent
bite bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
child children
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
do did done does
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
foot feet
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
goose geese
grow grew grown
hang hung
have had has
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
knife knives
know knew known
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
light lit
lose lost
make made
man men
mean meant
meet met
mouse mice
overcome overcame
pay paid
person people
prove proven
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shelf shelves
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speak spoke spoken
speed sped
spend spent
spill spilt
spin spun
spit spat
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
thief thieves
throw threw thrown
tooth teeth
undergo underwent undergone
understand understood
wake woke woken
wear wore worn
weave wove woven
weep wept
wife wives
win won
withdraw withdrew withdrawn
wolf wolves
woman women
write wrote written
"""

IRREGULAR: dict[str, str] = {
    form: plain for plain, *forms in (line.split() for line in _FORMS.split("\n") if line) for form in forms
}
