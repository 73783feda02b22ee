"""What a sentence states: without what one says before it (“Oh wait, …”), and without what it denies (“not Berlin”).

Who takes something back says so: by a word before the sentence (“Correction: …”), by what is denied (“Not Berlin, I
live in Riga”), or by asking to forget it (“Forget what I said about tea”). Only plain English sentences about the
speaker are read; any other is stated as it is. Everything here takes time in proportion to the sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memory_desktop.core.patterns import later

#: Longer sentences are taken as they are.
_LONGEST = 300
_TAKES_BACK = (
    r"no|nope|nah|wait|hold on|hang on|oops|whoops|sorry|apologies|my bad|my mistake|actually|correction|in fact|wrong"
    r"|scratch that|strike that|i mean|i meant|i misspoke|i was wrong|to correct myself|let me correct (?:that|myself)"
    r"|to be (?:clear|precise)|(?:as )?it turn(?:s|ed) out(?: that)?|turns out(?: that)?"
    r"|(?:(?:i was|i['’]m|i am) )?(?:just |only )?(?:kidding|joking)"
)
_OTHERWISE = (
    r"oh|ah|um|uh|hmm|well|hi|hey|hello|yes|yeah|yep|sure|right|ok|okay|thanks|thank you|by the way|btw|to be honest|so"
    r"|in reality|in real life"
)
_HEADINGS = r"fyi|ps|update|edit|please note|note"
#: What one says before a sentence; without a comma only where the sentence plainly begins behind it.
_LEAD = later(
    rf"(?:(?P<back>(?:{_TAKES_BACK})(?:\b[,.:;!–—-]+ *|\.\.\.+ *|… *"
    r"| +(?=(?:I|I['’]\w+|we|my|our|wait|sorry|actually|it['’]?s|that['’]s|no)\b)))"
    rf"|(?:{_OTHERWISE})(?:\b[,.:;!–—-]+ *| +(?=(?:{_TAKES_BACK}|by the way|btw|please|I|I['’]\w+|we)\b))"
    rf"|(?:{_HEADINGS})[:,] +|(?:please|also|and|but),? +)",
    re.IGNORECASE,
)
#: Names of a list, not of a person: “Correction: …”, “Note: …”.
NO_SPEAKERS = frozenset(
    "correction corrections update updated edit edited note notes ps p.s. fyi reminder question questions"
    " answer answers important fact facts warning example todo task info summary tl;dr also actually wait sorry no yes"
    " oops btw request attention clarification addendum caveat tip hint rule rules"
    " translate translation proofread paraphrase rephrase rewrite summarize summarise correct read quote quotation"
    " lyrics text message email letter story poem scenario roleplay role-play pretend imagine".split()
)
_DENIED = r"(?P<denied>[^,;:.!?()]{1,60}?(?:(?<=Dr)\.[^,;:.!?()]{1,40}?)?)"
_HOW = r"(?:in |at |for |on |as |from |to |called |named )?"
_ANY_MORE = r"(?: any ?(?:more|longer))?"
_DENIES = (
    # Not Berlin, I live in Riga
    later(
        rf"^not {_HOW}{_DENIED}{_ANY_MORE}(?:[,;:.–—-]+ +(?:but )?| but )(?P<rest>(?:I|[Mm]y|[Ww]e|[Oo]ur)\b.+)$",
        re.IGNORECASE,
    ),
    # I live in Riga, not Berlin
    later(
        rf"^(?P<rest>(?:I|my|we|our)\b.{{3,200}}?)(?:,| [–—-]| \() ?(?:and |but )?not {_HOW}{_DENIED}{_ANY_MORE}\)?$",
        re.IGNORECASE,
    ),
)
_VALUE = r"(?P<value>(?!(?:I|we|he|she|they|it|my|our)\b)[^,;]{1,60})"
_NEGATED = later(
    r"^(?P<subject>(?:my|our) [\w’'-]+(?: [\w’'-]+){0,2}?) (?:is not|isn['’]t|was not|wasn['’]t) "
    r"(?P<how>(?:called|named) )?"
    rf"{_DENIED}(?:[,;.–—-]+ +(?:but |and )?| but )(?:rather )?(?:(?:(?:he|she|it|they|that|his name|her name|its name)"
    rf"(?:['’]s| is| was)|is) )?(?:actually )?(?:called |named )?{_VALUE}$",
    re.IGNORECASE,
)
_NOT_THERE = later(
    rf"^(?P<who>I|we) (?:don['’]t|do not|no longer) (?P<verb>live|work|study) (?P<how>in|at|for|as) {_DENIED}"
    rf"{_ANY_MORE}(?:[,;.–—-]+ +(?:but |and )?| but )(?:(?:I|we) (?:now |actually )?(?:live|work|study) )?"
    rf"(?P<other>in |at |for |as )?{_VALUE}$",
    re.IGNORECASE,
)
#: “It's coffee that I drink, not tea”, and “It's not tea that I drink, it's coffee”.
_THAT_I = (
    r"(?:that )?(?P<who>I|we) (?P<verb>drink|eat|use|smoke|play|drive|own|have|take|like|love|enjoy|prefer|wear|study"
    r"|teach|want|need)"
)
_CLEFT = (
    later(
        rf"^it(?:['’]s| is) (?!not\b)(?P<what>[^,;:.!?]{{1,60}}?) {_THAT_I}(?: now)?,?"
        r" (?:and )?not (?P<denied>[^,;:.!?]{1,60})$",
        re.IGNORECASE,
    ),
    later(
        rf"^it(?:['’]s not| is not| isn['’]t) (?P<denied>[^,;:.!?]{{1,60}}?) {_THAT_I}(?: now)?(?:,|;| but)"
        r"(?: (?:but|it['’]s|it is))* (?P<what>[^,;:.!?]{1,60})$",
        re.IGNORECASE,
    ),
)
_ADVERB = later(r"^(?P<who>I(?:['’]\w+)?|we(?:['’]\w+)?|my|our) (?:actually|in fact) ", re.IGNORECASE)
_SAID = (
    r"(?:what|everything|anything|all|whatever|the things?|the part|that thing)(?: that)? I(?:['’]ve| have)?"
    r" (?:ever |just )?(?:said|told you|mentioned|asked(?: you)?(?: for)?|wrote)(?: earlier| before)?"
    r" (?:about|on|regarding|concerning)"
    r"|(?:(?:the|that|this) (?:thing|bit|part|stuff|note|memory|fact|point|information|info)s?"
    r"|(?:what|everything|anything|all|whatever)(?: that)? you(?:['’]ve| have)?"
    r" (?:know|learned|learnt|noted|saved|stored|remember(?:ed)?)) (?:about|on|of|regarding|concerning|with)"
)
_MY_RULE = (
    r"(?:my|the) (?:earlier |previous |old |last )?"
    r"(?:rule|instruction|request|preference|wish|statement|remark|comment)s? (?:about|on|regarding|concerning|for)"
)
_FORGETS = later(
    r"^(?:(?:you (?:can|may|should)|can you|could you|i want you to|i['’]d like you to) )?"
    rf"(?:forget|ignore|disregard|scratch|discard)(?: about)? (?:{_SAID}|{_MY_RULE}) (?P<topic>.+)$",
    re.IGNORECASE,
)
_FORGETS_THAT = later(
    r"^forget (?:(?:that )?(?P<that>(?:I|my|we|our)\b.+)|(?P<what>(?:where|how|what|when) (?:I|we)\b.+))$",
    re.IGNORECASE,
)
_ASKED_FOR = tuple(
    (name, later(rf"^(?:{pattern})$", re.IGNORECASE))
    for name, pattern in (
        ("home", r"where (?:I|we) live|my (?:home|place of residence)"),
        ("employer", r"where I work|my (?:employer|workplace)"),
        ("name", r"what I(?:['’]m| am) called|my name"),
        ("age", r"how old I am|my age"),
        ("birthday", r"when I was born|my birthday"),
    )
)
_BEHIND_A_TOPIC = later(
    r"[;,.!?–—:(].*$| (?:but|instead|earlier|before|from now on|any ?more|please|because|since)\b.*$", re.IGNORECASE
)
_WORD = later(r"[^\W_]+(?:['’-][^\W_]+)*")
_EMPTY = frozenset(
    "a an the my me mine i we our us you your it its that this these those them him her he she they being to"
    " of in on at for with and or not no is are am was be been using use always never how what when where about all"
    " things thing stuff yesterday today".split()
)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a sentence states.

    Attributes:
        text: the statement alone. denied: what it says is not so; "" for nothing.
        takes_back: it begins as one does who takes something back.
    """

    text: str
    denied: str = ""
    takes_back: bool = False


def without_lead(sentence: str) -> tuple[str, bool]:
    """A sentence without what one says before it, and whether that takes something back."""
    start, back = 0, False
    while (found := _LEAD.match(sentence, start)) is not None and found.end() > start:
        start, back = found.end(), back or found["back"] is not None
    return (sentence[start:], back) if start < len(sentence) else (sentence, False)


def is_lead(text: str) -> bool:
    """Is a clause only what one says before a sentence: “I was just kidding”?"""
    lead = f"{text}, "
    found = _LEAD.match(lead)
    return found is not None and found.end() == len(lead)


@lru_cache(maxsize=1_024)
def stated(sentence: str) -> Stated:
    """See `Stated`. A sentence, or two of which the second says what the first one denies."""
    bare, back = without_lead(" ".join(sentence.split()))
    plain = plainly(bare.rstrip(".!… "))
    if len(plain) > _LONGEST:
        return Stated(bare, takes_back=back)
    for pattern in _DENIES:
        if (found := pattern.match(plain)) is not None:
            return Stated(_without_adverb(found["rest"]), found["denied"].strip(), back)
    if (found := _NEGATED.match(plain)) is not None:
        said = f"{found['subject']} is {found['how'] or ''}{found['value']}"
        return Stated(said, found["denied"].strip(), back)
    if (found := _NOT_THERE.match(plain)) is not None:
        said = f"{found['who']} {found['verb']} {found['other'] or found['how'] + ' '}{found['value']}"
        return Stated(said, found["denied"].strip(), back)
    return Stated(_without_adverb(bare), takes_back=back)


def plainly(sentence: str) -> str:
    """A sentence without an end mark in the order of a plain one: “I drink coffee, not tea”, of “It's coffee that I
    drink, not tea”."""
    if len(sentence) <= _LONGEST:
        for pattern in _CLEFT:
            if (found := pattern.match(sentence)) is not None:
                return f"{found['who']} {found['verb']} {found['what']}, not {found['denied']}"
    return sentence


def is_speaker(name: str) -> bool:
    """May what stands before a colon at the beginning of a text be who says it?"""
    return name.casefold() not in NO_SPEAKERS


@lru_cache(maxsize=1_024)
def forgets(sentence: str) -> str:
    """What a sentence asks to forget of what its speaker said: a topic (“short sentences”), or the statement itself (“I
    live in Berlin”); "" where it asks for nothing like that."""
    bare = without_lead(" ".join(sentence.split()))[0].rstrip(".!… ")
    if len(bare) > _LONGEST or sentence.rstrip().endswith("?"):
        return ""
    found = _FORGETS.match(bare)
    topic = found["topic"] if found is not None else ""
    if found is None and (that := _FORGETS_THAT.match(bare)) is not None:
        topic = that["that"] or (that["what"] if asked_for(that["what"]) else "")
    topic = _BEHIND_A_TOPIC.sub("", topic).strip()
    return topic if _telling(topic) or asked_for(topic) else ""


def asked_for(topic: str) -> str:
    """What of somebody a topic to be forgotten asks for, as claims name it: “home”, of “where I live”; else ""."""
    return next((name for name, pattern in _ASKED_FOR if pattern.match(topic) is not None), "")


def is_about(topic: str, text: str) -> bool:
    """Does a text have all telling words of a topic? One has to be there."""
    wanted = _telling(topic)
    return bool(wanted) and wanted <= _telling(text)


def _telling(text: str) -> frozenset[str]:
    words = (word.casefold().replace("’", "'").removesuffix("'s") for word in _WORD.findall(text))
    return frozenset(_singular(word) for word in words if word not in _EMPTY)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _without_adverb(text: str) -> str:
    found = _ADVERB.match(text)
    return f"{found['who']} {text[found.end() :]}" if found is not None else text
