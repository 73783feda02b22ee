"""What people work as: “a nurse”, “a software engineer”. Told by the last word of the name; English, by a list."""

from __future__ import annotations

import re

_OCCUPATIONS = frozenset(
    "accountant actor actress actuary administrator advisor adviser agent analyst animator apprentice archaeologist"
    " architect archivist artist assistant astronaut astronomer attorney auditor author baker banker barber barista"
    " bartender beekeeper biologist blacksmith bookbinder bookkeeper botanist brewer bricklayer broker builder butcher"
    " buyer caregiver caretaker carer carpenter cashier caterer chef chemist chiropractor clerk coach comedian"
    " composer conductor consultant contractor cook copywriter counsellor counselor courier curator dancer decorator"
    " dentist designer detective developer dietitian diplomat director doctor doorman driver economist editor"
    " electrician engineer entrepreneur estimator farmer firefighter fisherman florist forester freelancer gamer"
    " gardener geologist glazier goldsmith guard guide hairdresser handyman historian illustrator inspector instructor"
    " interpreter janitor jeweller jeweler journalist judge keeper labourer laborer landscaper lawyer"
    " lecturer librarian lifeguard linguist locksmith logistician machinist magician maid manager mason masseur"
    " mathematician mechanic meteorologist midwife miller miner model musician nanny neurologist notary novelist nurse"
    " nutritionist optician painter paralegal paramedic pastor pathologist pharmacist philosopher photographer"
    " physician physicist physiotherapist pianist pilot plumber poet policeman policewoman politician porter postman"
    " potter priest principal producer professor programmer psychiatrist psychologist publisher realtor receptionist"
    " recruiter reporter researcher roofer sailor salesman salesperson saleswoman scientist sculptor seamstress"
    " secretary seller shepherd shoemaker singer soldier solicitor statistician steward stewardess"
    " streamer surgeon surveyor tailor tattooist teacher technician tester therapist tiler trader trainer translator"
    " tutor typist upholsterer vet veterinarian waiter waitress warden watchmaker weaver welder winemaker worker"
    " writer zookeeper zoologist".split()
)
#: What may follow the name: where, for whom, since when.
_BEHIND = re.compile(r"\s(?:at|in|for|with|from|on|by|who|since|near|again|now|nowadays|these days)\b.*$")


def occupation_of(words: str) -> str:
    """The occupation that a few words name (“nurse” of “a nurse in Ghent”); "" where they name none."""
    name = _BEHIND.sub("", words.strip()).removeprefix("a ").removeprefix("an ").strip()
    last = name.rpartition(" ")[2].casefold()
    return name if name.count(" ") <= 2 and last in _OCCUPATIONS else ""
