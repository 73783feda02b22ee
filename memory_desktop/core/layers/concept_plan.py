"""Which concepts conversations come to, planned by rules alone; nothing is written here.

Three things become concepts, where they come up in at least two episodes (or one, if they are known already): names of
people, places and things that a person said; pairs of words that hardly occur apart ("support group"); and what
somebody says they like. Besides, every entity that an agent keeps in the graph of server-memory, as somebody has named
it on purpose. Where the messages name no speaker, the user is who they say they are, or whom the assistant calls by the
user's id. What is learned of a concept are
the facts that name it, word for word; the sentences of people that state something of a name (see
`concept_statements`), but for those that a later one takes back; an attribute, a definition or a link where a sentence
says so in so many words ("X works at Y", "my sister X", "X is a …"); and a link "related to" where two come up together
in at least two episodes: within a sentence, or oftener than by chance. Who is only called by name does not come up. The
same episodes give the same plan.

A short form of a name is the name ("Theo" for "Theodora"), where it is that of one speaker, whom only others call so;
or where people are called by both in the same conversation, it lacks at least two letters, and no other name begins so.
In neither case may somebody speak under the short form, or one message have both.

English only; other languages give names at most. It rather leaves a concept out than makes one of a word that says
little: days, months, exclamations and words that also stand in small letters are no names.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from memory_desktop.core.calendar import DAY_WORDS, MONTH_WORDS
from memory_desktop.core.conversation.analysis import identity, names, preferences, says_little
from memory_desktop.core.conversation.spoken_to import names_spoken_to
from memory_desktop.core.extraction.facts import Said, noted
from memory_desktop.core.extraction.sentences import sentences
from memory_desktop.core.layers.concept_statements import states, takes_back, without_calls
from memory_desktop.core.layers.concepts import RELATED, ConceptData, Edge, Property, folded
from memory_desktop.core.memory.claims import claims
from memory_desktop.core.patterns import later
from memory_desktop.core.wording import count

METHOD = "rules@1"
#: In how many episodes a name, a pair of words or what is liked must come; how often two together.
NAMED_FROM, TOGETHER_FROM = 2, 2
#: So many times as often as by chance two that are in no sentence together come up in the same episodes.
OFTENER = 1.5
#: A short form of a name has so many letters, and lacks so many of the name.
SHORT_FROM, SHORTER_BY = 3, 2
#: How sure a sentence is that states something of a name.
STATED = 0.8
#: Which share of the occurrences of each of its words a pair must be.
COHESION = 0.5
#: A word that stands in small letters for so many times its capitals is no name.
SMALL_SHARE = 0.25
#: At most so many concepts of one plan; facts, sources and links "related to" of one concept.
MOST, FACTS, SOURCES, RELATED_MOST = 200, 20, 50, 8
#: Speakers who are not named.
_NOBODY = frozenset("user human me assistant ai model bot agent system you".split())
#: Those of them who are the user, whose name the conversations may tell.
_THE_USER = frozenset(("user", "human", "me"))
_CALENDAR = (
    MONTH_WORDS
    | DAY_WORDS
    | frozenset("spring summer autumn fall winter am pm utc today tomorrow yesterday tonight weekend weekday".split())
)
#: Words for times that a name may have besides others.
_TIMES = frozenset(
    "morning afternoon evening night noon midnight midday dawn dusk second minute hour day week fortnight month quarter"
    " year decade century".split()
)
_EXCLAIMED = frozenset(
    "wow omg lol haha hah yay yep yup nope aww aw ooh oh ah uh um hmm cheers congrats congratulations thx yikes phew"
    " whoa woah gosh god hooray ugh dude guys hey heyo bye goodbye".split()
)
_KIN = (
    "friend|best friend|old friend|girlfriend|boyfriend|partner|fiancée?|wife|husband|mother|mom|mum|father|dad|sister"
    "|brother|daughter|son|grandmother|grandma|grandfather|grandpa|aunt|uncle|cousin|niece|nephew|boss|manager|colleague"
    "|coworker|teacher|coach|mentor|doctor|dentist|therapist|neighbou?r|roommate|landlord|dog|puppy|cat|kitten|horse"
    "|turtle|rabbit|parrot|guinea pig"
)
_BEASTS = frozenset("dog puppy cat kitten horse turtle rabbit parrot guinea pig".split()) | {"guinea pig"}
_WORD = later(r"[^\W\d_][\w'’-]*")
_NAME = r"[A-Z][\w’'-]+(?: [A-Z][\w’'-]+){0,2}"
_MY_NAME = later(r"\b(?:my name is|my name['’]s|call me)\b", re.IGNORECASE)
_MY = later(rf"\b[Mm]y (?:\w+ )?(?P<how>{_KIN}),? (?:is )?(?:called |named )?(?P<name>{_NAME})")
_IS_MY = later(rf"(?<![\w’'-])(?P<name>{_NAME})(?:,| is) my (?:\w+ )?(?P<how>{_KIN})\b")
_IS_A = later(
    rf"^(?P<name>{_NAME}) is (?P<what>(?:an?|the) [a-z][^.!?;,]{{3,80}}?)(?=[.!?;,]|\s(?:and|but|who|which|that)\b|$)"
)
_LINKS = {"home": ("lives in", "place"), "employer": ("works at", "organisation")}
_ATTRIBUTES = ("home", "employer", "occupation", "birthday", "birthplace", "age")
# Of these there is much talk, and nothing to know.
_ABSTRACT = frozenset("impact difference way ways bond friends person people place experience".split())
_NO_OBJECT = frozenset(
    "to a an the it that this them him her you me us my our your their his being how what when all more".split()
)


@dataclass(frozen=True, slots=True)
class Talk:
    """An episode as the planner reads it: its id, what was said, by whom, whether facts may be taken from it, and the
    conversation."""

    episode: str
    said: Sequence[Said]
    learned: bool = True
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact that was learned from an episode: its text, how sure it is, and who says it. A speaker with a name stands
    before the text, with a colon."""

    text: str
    episode: str
    confidence: float = 1.0
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity of the graph that agents keep: its observations with the memories that they are, and its relations
    (target, type)."""

    name: str
    type: str
    observations: Sequence[tuple[str, str]] = ()
    relations: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class PlannedConcept:
    """What would be learned of one concept, from which episodes, and why, in a sentence."""

    data: ConceptData
    sources: tuple[str, ...]
    why: str
    method: str = METHOD


@dataclass(slots=True)
class _Found:
    """What has been gathered of a concept. `episodes`: in their order."""

    name: str
    category: str = ""
    episodes: dict[str, None] = field(default_factory=dict)
    facts: dict[str, Told] = field(default_factory=dict)
    properties: dict[str, Property] = field(default_factory=dict)
    edges: dict[tuple[str, str], Edge] = field(default_factory=dict)
    definition: str = ""


def plan_concepts(
    talks: Sequence[Talk],
    facts: Sequence[Told],
    entities: Sequence[NamedEntity] = (),
    known: Mapping[str, str] | None = None,
    user: str = "",
) -> list[PlannedConcept]:
    """The concepts that episodes, facts and entities come to, those of most episodes first.

    Args:
        talks: episodes, oldest first. known: category of each concept that is there, by name. user: id of the user
            whose episodes they are, which may be their name.
    """
    there = {folded(name): category for name, category in (known or {}).items()}
    reader = _Reader(talks, there, user)
    for told in facts:
        reader.take(told)
    reader.take_statements(talk.episode for talk in talks if talk.learned)
    found = reader.finished()
    plans = [_plan(one, there) for one in found]
    plans.sort(key=lambda one: (-len(one.sources), folded(one.data.name)))
    return [*plans[:MOST], *(_of_entity(one) for one in entities if folded(one.name))]


class _Reader:
    """Gathers what episodes say of their concepts."""

    def __init__(self, talks: Sequence[Talk], there: Mapping[str, str], user: str = "") -> None:
        self._speakers = {folded(one.speaker): one.speaker for talk in talks for one in talk.said if _somebody(one)}
        self._sentences = [
            (talk.episode, one, piece.text) for talk in talks for one in talk.said for piece in sentences(one.text)
        ]
        called = _called_by_name(talks)
        forms = _short_forms(called, self._speakers)
        self._aliases = _nicknames(self._sentences, self._speakers) | {nick: name for nick, (name, _) in forms.items()}
        for text in (said.text for talk in talks for said in talk.said):
            apart = [nick for nick, name in self._aliases.items() if _has(text, nick) and _has(text, name)]
            for nick in apart:
                del self._aliases[nick]
        self._whole = {name: spelled for nick, (name, spelled) in forms.items() if nick in self._aliases}
        self._episodes = len(talks)
        own = _own_name(talks, user)
        if own:
            self._speakers[folded(own)] = own
            self._aliases |= dict.fromkeys(_THE_USER, folded(own))
        self._found: dict[str, _Found] = {}
        self._together: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        self._beside: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
        self._spoken_of: dict[str, dict[str, None]] = defaultdict(dict)
        for name in self._candidates(there):
            self._found[folded(name)] = _Found(name, there.get(folded(name), ""))
        for key in self._speakers:
            if key in self._found:
                self._found[key].category = self._found[key].category or "person"
        self._patterns = {
            key: later(rf"(?<![\w-]){re.escape(one.name)}(?![\w-])", _flags(one.name))
            for key, one in self._found.items()
        }
        self._read()

    def take(self, told: Told) -> None:
        """A fact, for each concept that it names, or whose words it is."""
        speaker, _, words = told.text.partition(": ")
        by = self._key(told.speaker or (speaker if words else ""))
        about = self._named(without_calls(words if words and self._key(speaker) == by else told.text, _KIN))
        if by in self._found:
            about |= {by}
        for key in about:
            one = self._found[key]
            one.facts.setdefault(folded(told.text), told)
            one.episodes.setdefault(told.episode)
        self._join(self._together, about, told.episode)
        self._attributes(told.text, by)

    def take_statements(self, episodes: Iterable[str]) -> None:
        """What people state in these episodes of what has a name, unless a fact tells it already; a statement that
        takes earlier ones back stands in their place."""
        wanted, stated = set(episodes), list[tuple[_Found, Told]]()
        for episode, said, text in self._sentences:
            if episode not in wanted or said.ai:
                continue
            for key in self._named(text):
                one = self._found[key]
                if one.name[0].isupper() and states(text, one.name):
                    told = Told(noted(said.speaker, text), episode, STATED, said.speaker)
                    _state(one, told)
                    stated.append((one, told))
        for one, told in stated:
            if folded(told.text) in one.facts:
                self._attributes(_words(told), self._key(told.speaker))

    def finished(self) -> list[_Found]:
        """What there is enough of, with links between those that come together."""
        kept = {key: one for key, one in self._found.items() if one.episodes}
        beside = {pair: episodes for pair, episodes in self._beside.items() if self._no_chance(pair, episodes)}
        together = {pair: {**beside.get(pair, {}), **episodes} for pair, episodes in self._together.items()}
        ranked = sorted((beside | together).items(), key=lambda one: (-len(one[1]), one[0]))
        links, linked = Counter[str](), self._pairs_linked()
        for (a, b), episodes in ranked:
            if len(episodes) < TOGETHER_FROM or a not in kept or b not in kept:
                continue
            if min(links[a], links[b]) >= RELATED_MOST or (a, b) in linked or (b, a) in linked:
                continue
            links.update((a, b))
            share = len(episodes) / max(1, min(len(kept[a].episodes), len(kept[b].episodes)))
            _link(kept[a], kept[b].name, RELATED, round(min(1.0, share), 2))
        return list(kept.values())

    # --- which --------------------------------------------------------------------------------------------------------

    def _candidates(self, there: Mapping[str, str]) -> Iterator[str]:
        """The names of what may become a concept, each once, in the spelling that is commonest."""
        where: dict[str, dict[str, None]] = defaultdict(dict)
        spelled: dict[str, Counter[str]] = defaultdict(Counter)
        by_people: set[str] = set()
        for episode, said, text in self._sentences:
            for name in names(text):
                key = self._key(name)
                where[key][episode] = None
                spelled[key][self._speakers.get(key) or self._whole.get(key, name)] += 1
                if not said.ai:
                    by_people.add(key)
        _join_plurals(where, spelled, by_people, self._aliases)
        small: Counter[str] = Counter()
        for episode, said, text in self._sentences:
            words = _WORD.findall(text)
            small.update(word for word in words if word[:1].islower())
            speaker = self._key(said.speaker)
            key = self._key(words[0].removesuffix("'s").removesuffix("’s")) if words and words[0][0].isupper() else ""
            if key in where and not (len(words) > 1 and words[1][0].isupper()):
                where[key][episode] = None  # at the beginning of a sentence, where it is a name elsewhere
            if speaker in self._speakers:
                where[speaker][episode] = None
                spelled[speaker].setdefault(self._speakers[speaker], 1)
                by_people.add(speaker)
        for key, episodes in where.items():
            name = max(spelled[key], key=lambda one: (spelled[key][one], one))
            enough = NAMED_FROM if key not in there else 1
            if len(episodes) >= enough and key in by_people and self._is_name(name, sum(spelled[key].values()), small):
                yield name
        more = [*_pairs(self._sentences), *self._often_liked(there)]
        yield from (one for one in dict.fromkeys(more) if folded(one) not in where)

    def _often_liked(self, there: Mapping[str, str]) -> Iterator[str]:
        """What somebody says they like, and what comes up in other episodes, too."""
        liked = dict.fromkeys(folded(one) for _, said, text in self._sentences for one in _liked(said, text))
        for one in (one for one in liked if not _tells_when(one.split())):
            word = later(rf"\b{re.escape(one)}\b", re.IGNORECASE)
            episodes = {episode for episode, said, text in self._sentences if not said.ai and word.search(text)}
            if len(episodes) >= (NAMED_FROM if one not in there else 1):
                yield one

    def _is_name(self, name: str, times: int, small: Mapping[str, int]) -> bool:
        words = folded(name).split()
        if _tells_when(words) or any(word in _EXCLAIMED for word in words) or folded(name) in _NOBODY:
            return False
        if folded(name) in self._speakers:
            return True
        return len(words) > 1 or small.get(words[0], 0) < SMALL_SHARE * times

    def _key(self, name: str) -> str:
        key = folded(name)
        return self._aliases.get(key, key)

    # --- what ---------------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        present: dict[str, set[str]] = defaultdict(set)
        for episode, said, text in self._sentences:
            about = self._named(text)
            bare = without_calls(text, _KIN) if about else text
            spoken_of = about if bare == text else self._named(bare)
            for key in spoken_of:
                self._found[key].episodes.setdefault(episode)
            self._join(self._together, spoken_of, episode)
            present[episode] |= spoken_of
            if said.ai:
                continue
            by = self._key(said.speaker)
            self._kin(text, by)
            self._defined(text)
            for liked in _liked(said, text):
                if by in self._found and folded(liked) in self._found:
                    _link(self._found[by], self._found[folded(liked)].name, "likes", 1.0)
        for episode, keys in present.items():
            self._join(self._beside, keys, episode)
            for key in keys:
                self._spoken_of[key][episode] = None

    def _named(self, text: str) -> set[str]:
        small = folded(text)
        found = {key for key, pattern in self._patterns.items() if key in small and pattern.search(text)}
        nicks = {key for nick, key in self._aliases.items() if re.search(rf"\b{nick}\b", small) and key in self._found}
        return found | nicks

    def _join(self, pairs: dict[tuple[str, str], dict[str, None]], about: Iterable[str], episode: str) -> None:
        for pair in combinations(sorted(about), 2):
            pairs[pair][episode] = None

    def _no_chance(self, pair: tuple[str, str], episodes: Mapping[str, None]) -> bool:
        """Do two come up in the same episodes oftener than they would by chance?"""
        a, b = (len(self._spoken_of[key]) for key in pair)
        return len(episodes) * self._episodes > OFTENER * a * b

    def _attributes(self, text: str, by: str) -> None:
        for claim in claims(text):
            subject = by if claim.subject == "i" else self._key(claim.subject)
            one = self._found.get(subject)
            if one is None or claim.attribute not in _ATTRIBUTES:
                continue
            one.category = one.category or "person"
            how, category = _LINKS.get(claim.attribute, ("", ""))
            target = next(iter(sorted(self._named(claim.value), key=len, reverse=True)), "")
            if how and target and target != subject:
                other = self._found[target]
                other.category = other.category or category
                _link(one, other.name, how, 1.0)
            elif len(claim.value) <= 60:
                one.properties.setdefault(claim.attribute, Property(name=claim.attribute, value=claim.value))

    def _kin(self, text: str, by: str) -> None:
        if by not in self._found:
            return
        for match in (*_MY.finditer(text), *_IS_MY.finditer(text)):
            one = self._found.get(self._key(match["name"])) or self._found.get(self._key(match["name"].split()[0]))
            if one is not None and folded(one.name) != by:
                how = match["how"].lower()
                one.category = one.category or ("animal" if how in _BEASTS else "person")
                _link(one, self._found[by].name, f"{how} of", 1.0)

    def _defined(self, text: str) -> None:
        match = _IS_A.match(text)
        one = self._found.get(self._key(match["name"])) if match is not None else None
        if one is not None and match is not None and not one.definition:
            one.definition = match["what"].strip()

    def _pairs_linked(self) -> set[tuple[str, str]]:
        return {
            (key, folded(edge.target))
            for key, one in self._found.items()
            for edge in one.edges.values()
            if edge.relationship != RELATED
        }


def _state(one: _Found, told: Told) -> None:
    over = [key for key, fact in one.facts.items() if takes_back(_words(told), _words(fact), one.name)]
    for key in over:
        del one.facts[key]
    if not any(_words(told) in fact.text for fact in one.facts.values()):
        one.facts[folded(told.text)] = told
        one.episodes.setdefault(told.episode)


def _words(told: Told) -> str:
    """A fact without who says it."""
    speaker, _, words = told.text.partition(": ")
    return words if words and speaker == told.speaker else told.text


def _plan(one: _Found, there: Mapping[str, str]) -> PlannedConcept:
    facts = sorted(one.facts.values(), key=lambda told: -told.confidence)[:FACTS]
    first = dict.fromkeys(told.episode for told in facts)
    order = {episode: number for number, episode in enumerate(one.episodes)}
    sources = sorted(list(dict.fromkeys((*first, *one.episodes)))[:SOURCES], key=lambda id: order[id])
    why = f"Named in {count(len(one.episodes), 'episode')}"
    why += f"; {count(len(one.facts), 'fact speaks', 'facts speak')} of it." if one.facts else "."
    data = ConceptData(
        name=one.name,
        definition=one.definition,
        category=there.get(folded(one.name)) or one.category,
        facts=tuple(told.text for told in facts),
        properties=tuple(one.properties.values()),
        edges=tuple(one.edges.values()),
    )
    return PlannedConcept(data, tuple(sources), why)


def _of_entity(one: NamedEntity) -> PlannedConcept:
    others = ((target, how) for target, how in one.relations if folded(target) != folded(one.name))
    edges = tuple(Edge(target=target, relationship=how.replace("_", " ")) for target, how in others)
    facts = tuple(text for _, text in one.observations if text)
    data = ConceptData(name=one.name, category=one.type.replace("_", " "), facts=facts, edges=edges)
    sources = tuple(dict.fromkeys(id for id, _ in one.observations))
    return PlannedConcept(data, sources, "An agent keeps it as an entity.")


def _link(one: _Found, target: str, how: str, strength: float) -> None:
    if folded(target) != folded(one.name):
        one.edges.setdefault((folded(target), how), Edge(target=target, relationship=how, strength=strength))


def _pairs(said: Sequence[tuple[str, Said, str]]) -> Iterator[str]:
    """Pairs of small words that stand in enough episodes, and hardly occur apart."""
    alone: Counter[str] = Counter()
    before: dict[str, Counter[str]] = defaultdict(Counter)
    where: dict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    for episode, one, text in said:
        if one.ai:
            continue
        words = [(match.start(), match.end(), match[0]) for match in _WORD.finditer(text)]
        alone.update(word.lower() for _, _, word in words)
        for (_, end, first), (after, _, second) in pairwise(words):
            if text[end:after] != " ":
                continue
            before[second.lower()][first.lower()] += 1
            if first.islower() and second.islower() and _content(first) and _content(second):
                where[f"{first} {second}"].add(episode)
                times[f"{first} {second}"] += 1
    for pair, episodes in where.items():
        first, second = pair.split()
        cohesive = times[pair] >= COHESION * alone[first] and times[pair] >= COHESION / 2 * alone[second]
        if _tells_when(pair.split()):
            continue
        if len(episodes) >= NAMED_FROM and cohesive and second not in _ABSTRACT and not _does(before[first]):
            yield pair


def _tells_when(words: Sequence[str]) -> bool:
    """Do small words name a time: has one of them a place in the calendar, or are they all of the clock?"""
    single = [(word, word.removesuffix("s")) for word in words]
    return any(_CALENDAR & set(both) for both in single) or all(_TIMES & set(both) for both in single)


def _content(word: str) -> bool:
    return len(word) >= 4 and not says_little(word) and word.isalpha() and not word.endswith(("ing", "ly", "ed"))


def _does(before: Mapping[str, int]) -> bool:
    """Does what stands before a word say that it is a verb?"""
    verb = sum(before.get(word, 0) for word in ("to", "i", "you", "we", "they", "can", "will", "could", "should"))
    return verb * 3 >= sum(before.values()) > 0


def _liked(said: Said, text: str) -> list[str]:
    """What a person says they like, where that is one or two words."""
    if said.ai:
        return []
    found = (one.partition(" ")[2].rstrip(".!").split() for one in preferences(text) if one.startswith("likes "))
    return [
        " ".join(words)
        for words in found
        if len(words) <= 2
        and not _NO_OBJECT & {word.lower() for word in words}
        and all(word.isalpha() and not says_little(word) for word in words)
    ]


def _nicknames(said: Sequence[tuple[str, Said, str]], speakers: Mapping[str, str]) -> dict[str, str]:
    """Short forms of speakers' names, by which only the others call them."""
    callers: dict[str, set[str]] = defaultdict(set)
    for _, one, text in said:
        for name in names(text):
            callers[folded(name)].add(folded(one.speaker))
    found = {}
    for nick, by in callers.items():
        meant = [key for key in speakers if key.startswith(nick) and key != nick]
        if len(nick) >= 3 and " " not in nick and nick not in speakers and len(meant) == 1 and meant[0] not in by:
            found[nick] = meant[0]
    return found


@dataclass(slots=True)
class _Called:
    """A name by which people are called: how it is written, by which speakers, in which conversations and episodes."""

    name: str
    by: set[str] = field(default_factory=set)
    threads: set[str] = field(default_factory=set)
    episodes: set[str] = field(default_factory=set)


def _called_by_name(talks: Sequence[Talk]) -> dict[str, _Called]:
    found: dict[str, _Called] = {}
    for talk in talks:
        for said in talk.said:
            for name in names_spoken_to(said.text):
                one = found.setdefault(folded(name), _Called(_spelled(name, said.text)))
                one.by.add(folded(said.speaker))
                one.threads.add(talk.thread)
                one.episodes.add(talk.episode)
    return found


def _short_forms(called: Mapping[str, _Called], speakers: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Short forms of names by which people are called: the name, and how it is written."""
    found = {}
    for nick, short in called.items():
        longer = [key for key, one in called.items() if key.startswith(nick) and key != nick and _is_used(one)]
        if len(nick) < SHORT_FROM or nick in speakers or " " in nick or len(longer) != 1:
            continue
        name = called[longer[0]]
        if len(longer[0]) >= len(nick) + SHORTER_BY and short.threads & name.threads and longer[0] not in short.by:
            found[nick] = longer[0], speakers.get(longer[0], name.name)
    return found


def _is_used(one: _Called) -> bool:
    """Is it a name, and no slip of the pen?"""
    return len(one.episodes) >= NAMED_FROM


def _has(text: str, key: str) -> bool:
    return key in text.casefold() and re.search(rf"\b{re.escape(key)}\b", text, re.IGNORECASE) is not None


def _own_name(talks: Sequence[Talk], user: str = "") -> str:
    """The name of a user whom the messages do not name: as they say it themselves, where the assistant calls them so
    or nothing else is said to be their name; or their id, where the assistant calls them by it. "" where that is not
    clear."""
    said = [one for talk in talks for one in talk.said]
    if any(_somebody(one) for one in said):
        return ""
    told = [name for one in said if not one.ai and (name := identity(one.text).get("user_name"))]
    called = "\n".join(one.text for one in said if one.ai)
    calls = (rf", {re.escape(name)}[!.,?]|^{re.escape(name)}[,!]" for name in told)
    sure = [name for name, call in zip(told, calls, strict=True) if re.search(call, called, re.MULTILINE)]
    named = set(sure) or {name for one in said if not one.ai and (name := _called(one.text))}
    if not named and folded(user) not in _NOBODY:
        calling = [one.text for one in said if one.ai and folded(user) in names_spoken_to(one.text)]
        named = {_spelled(user, calling[0])} if len(calling) >= NAMED_FROM else named
    return named.pop() if len(named) == 1 else ""


def _spelled(name: str, text: str) -> str:
    """A name as a text writes it, which has it."""
    found = re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
    return found[0] if found is not None else name


def _called(text: str) -> str:
    found = _MY_NAME.search(text)
    return identity(text).get("user_name", "") if found else ""


def _join_plurals(
    where: dict[str, dict[str, None]], spelled: dict[str, Counter[str]], by_people: set[str], aliases: dict[str, str]
) -> None:
    """A name with an "s" at its end is the name without it, where that is there, too."""
    for key in [one for one in where if one.endswith("s") and one[:-1] in where]:
        where[key[:-1]] |= where.pop(key)
        spelled[key[:-1]].update({name.removesuffix("s"): times for name, times in spelled.pop(key).items()})
        by_people |= {key[:-1]} if key in by_people else set()
        aliases[key] = key[:-1]


def _somebody(said: Said) -> bool:
    return not said.ai and bool(folded(said.speaker)) and folded(said.speaker) not in _NOBODY


def _flags(name: str) -> re.RegexFlag:
    return re.IGNORECASE if name.islower() else re.NOFLAG
