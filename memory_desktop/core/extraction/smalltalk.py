"""Sentences that are spoken for the talk itself: numbered questions, questions without a question mark, requests,
thanks, words on how the talk goes, and what is only imagined. Nobody would note them of a person.

Each pattern looks at the beginning of a sentence, behind words like “ok” and “thanks”, and takes time in proportion to
the sentence.
"""

from __future__ import annotations

import re

from memory_desktop.core.patterns import later


def _any_of(*patterns: str) -> re.Pattern[str]:
    return later("|".join(patterns), re.IGNORECASE)


_OPENING = _any_of(
    r"(?:(?:ok|okay|oh|hey|hi|hello|well|then|now|um|hmm|yes|yeah|yep|no|nope|nah|thanks|thank you|please|sorry|great"
    r"|good|wow|aw+|haha|yay|cool|right|alright|sure|also|and|but|so|first|next|finally|actually|by the way)\b"
    r"[,.:;!–— -]*"
    r"(?:(?<=\w )(?-i:[A-Z])[\w’'-]{1,20}[,!.] +)?){1,4}"
)
_THANKS = _any_of(r"(?:(?:many )?thanks|thank you|cheers|much appreciated|sorry,? i (?:was|am))\b")
#: “Question 59: …”, “Q7. …”, “Test #3”: the material of a list or a test, not somebody's own words.
_NUMBERED = _any_of(
    r"(?:question|quest|q|test(?: (?:case|message|turn|question|prompt))?|turn|message|msg|prompt|query|example|case"
    r"|item|number|task|exercise|round)(?: (?:no\.?|number))? ?#?\d+\b",
    r"this is (?:a |just a |only a )?test\b",
    r"(?:just |only )?testing\b|ping\b",
)
_WHO = r"(?:i|you|we|he|she|they|it|there|this|that|these|those|the|my|your|our|his|her|their|an?|any\w*|some\w*)\b"
_AUXILIARY = (
    r"(?:is|are|am|was|were|do|does|did|can|could|should|would|will|shall|has|have|had|may|might|must|isn['’]t|aren['’]t"
    r"|wasn['’]t|don['’]t|doesn['’]t|didn['’]t|can['’]t|couldn['’]t|shouldn['’]t|wouldn['’]t|won['’]t|haven['’]t|hasn['’]t)"
)
_ASKS = _any_of(
    rf"(?:what|why|how|who|which|whose) (?:\w+ ){{0,3}}?{_AUXILIARY} {_WHO}",
    rf"(?:what|when|where|why|how|who|which) {_AUXILIARY} \w",
    r"how (?:many|much|long|often|far|old|do|does|did|can|to|about)\b",
    r"what (?:about|if|kind|sort|colou?r|time|else)\b",
    r"(?:what|where|who|how)['’]s (?:an?|the|your|my|this|that|it|up|wrong|new|going|there)\b",
    rf"{_AUXILIARY} (?:i|you|we|he|she|they|it|there|this|that|these|those)\b",
    r"(?:i['’]m |i am |i was |just )?(?:wondering|curious) (?:if|whether|what|how|why|when|where|who|about)\b",
    r"i (?:just |also |really )?(?:want|need|would like|wanted|wish)(?:ed)? to"
    r" (?:know|ask|understand|check|see|hear|find out)\b",
    r"i['’]d (?:like|love) to (?:know|ask|understand|hear|find out)\b",
    r"what i (?:want|need|would like|wanted) to (?:know|ask) is\b",
    r"i (?:have|had|['’]ve got) (?:an?|one|another|some|two|a few)(?: \w+)? questions?\b",
    r"my (?:next |last |first |other |second )?questions? (?:is|are)\b",
    r"(?:my |the )?(?:next |last |first |other |another |second |quick )?question:"
    r" ?(?:what|when|where|why|how|who|which)\b",
    r"(?:any|i have no|no) idea\b",
)
#: “Which is why I moved”, “When I was a child …”, “What I like is …” tell something.
_TELLS = _any_of(
    r"which (?:is|was|are|were) (?:why|how|when|where|what)",
    r"how(?:ever| we| i| my)|when(?:ever)? (?:i|we|my)\b",
    r"what i (?:like|love|hate|do|did|enjoy)|why i ",
)
_MUCH = r"(?:(?:a )?lots?|so much|much|many things|things|tons|loads|quite a lot|a few things)(?: of (?:things|stuff))?"
_OF_THE_TALK = _any_of(
    r"i (?:will|['’]ll|am going to|['’]m going to) (?:try|check|test|look at|read|use) (?:that|it|this|them|out)\b",
    r"i['’]ll (?:try|check|test|let you know|ask|be (?:right )?back)|i will let you know",
    r"let me (?:know|see|think|check|try|ask)\b",
    r"i(?: was|['’]m| am) (?:just |only )?(?:kidding|joking)\b(?: about [^,;.!?]{1,40})?[.! ]*$",
    r"i (?:see|understand|got it|get it|get that|agree|guess|suppose|know what you mean)"
    r"(?: (?:now|what|that|you|so|with|why|how)|[.!]|$)",
    r"i(?: am|['’]m) (?:not sure|unsure|confused|lost)\b",
    r"i do(?: not|n['’]t) (?:understand|get it|get that|know what you)",
    r"i(?: am|['’]m) (?:back|here|ready|done|listening)\b(?! to\b)|i was away\b",
    r"i need (?:some |your |a bit of |a little )?(?:help|advice)\b|help me\b",
    r"i (?:just |already )?(?:tried|did|ran|tested|checked|used|copied|pasted)"
    r" (?:(?:it|that|this|them)(?: (?:and|but|again|now|already|yesterday|too)\b|[,.!]|$)|your\b)",
    r"i (?:still |just |now )?(?:get|got|see|have) (?:an?|the|this|that|another) (?:same |new )?"
    r"(?:error|exception|warning|traceback)\b",
    r"(?:that|this|it) (?:works|worked|did(?: not|n['’]t) (?:work|help)|does(?: not|n['’]t) (?:work|help))\b",
    r"(?:i|we) (?:really |just |do )?(?:need|want|wanted|have|had|['’]ve got) to"
    r" (?:talk|speak|chat|tell you|ask you|catch up)\b",
    r"i(?: have|['’]ve)?(?: not|n['’]t) (?:talked|spoken|chatted|seen|heard|caught up)(?: (?:to|with|from))? you\b"
    r"|i haven['’]t (?:talked|spoken|chatted|seen|heard|caught up)(?: (?:to|with|from))? you\b",
    r"it(?:['’]s| has|['’]d)? (?:been|has been) (?:a while|so long|ages|forever|too long|a long time)"
    r"(?: since we \w+)?[.! ]*$"
    r"|long time no (?:see|talk|chat)",
    rf"(?:since|{_MUCH} (?:has |have |['’]s |['’]ve )?(?:happened|changed) since)"
    r" (?:we(?: have|['’]ve)? last (?:talked|spoke|spoken|chatted|met|saw)"
    r"|(?:our|the) last (?:talk|chat|conversation))\b,?"
    rf" ?(?:{_MUCH}(?:['’](?:s|ve)| has| have)? (?:been )?(?:happen|chang|go)\w*"
    rf"|(?:i|we)(?: have|['’]ve)? had {_MUCH} (?:happen|go)\w*)?"
    r"(?: (?:on|to me|with me|for me|in my life|here|around here|lately|recently))*[.! ]*$",
    r"(?:there (?:are|is) )?(?:(?:no|not many|nothing) )?(?:changes|news|new|updates?|complaints|plans)"
    r" (?:for me|from me|here|yet|on my (?:end|side)|to report|from my side|so far)",
    r"let['’]?s (?:talk|start|go|continue|move|see|try|do|get|begin|discuss|say)\b",
    # about whom one speaks to, or what they just said or showed
    r"i(?:['’]m| am|['’]ll be| will be) (?:always )?(?:here|there) (?:for you|to (?:help|support|listen))"
    r"|always (?:here|there) (?:for you|to (?:help|support|listen))",
    r"i (?:totally |really |do )?(?:feel|think) the same\b",
    r"i(?:['’]m| am)? (?:so |really |very |super |just )*(?:lucky|proud|grateful|thankful|glad|happy|blessed|honou?red)"
    r" (?:to (?:be|have|call|know|hear|see)|for|of|that)\b[^.!?]*\b(?:you|your|you['’]re|you['’]ve)\b",
    r"i (?:also |really |just |absolutely |so |do )*(?:love|like|admire|appreciate|respect)"
    r" (?:that|how|what|the way|when) (?:you|your|you['’]re|you['’]ve|it|they|that|this|these|those)\b",
    r"(?:it |that |you |they )?must (?:have |['’]ve )?(?:been|be|feel|felt)\b",
    r"i (?:might|may|could|should|['’]ll|will)? ?(?:just |definitely |have to )*(?:try|check|give|look into|look for"
    r"|think about|consider|keep) (?:it|that|this|them|you)\b|i['’]ll (?:definitely |have to |just )*(?:try|check|give"
    r"|look into|think about|consider|keep) (?:it|that|this|them|you)\b",
    r"we['’]ll (?:definitely |just )*(?:have to |need to )?(?:check|try|do|see|keep) (?:it|that|this|them|some|each)\b",
    r"there['’]?s something i (?:want|need|have|wanted) to (?:tell|show|ask|share)"
    r"|i (?:want|need|have|wanted) (?:something )?to (?:tell|show|ask) you\b",
    r"(?:i )?(?:can['’]?t|cannot) wait to (?:see|hear|read|know|check|try) (?:it|your?|what|how|that|them)\b",
    r"(?:i['’]m |i am )?looking forward to (?:hearing|seeing) (?:it|your?|what|how|from|about|more|that|them)\b",
    r"(?:i )?(?:really )?(?:hope|wish|wishing) (?:you|it|that|this|your)\b",
    r"a lot(?:['’]s| has|['’]ve| have)? (?:been )?(?:happen|chang|go)\w*(?: on)?"
    r"(?: (?:in my life|here|with me|lately|recently|since we \w+(?: \w+)?))*[.! ]*$",
    r"i['’](?:ll|m gonna) [a-z]+(?: [a-z]+)?[.! ]*$",
    r"(?-i:[A-Z])[\w-]{1,20}, (?:that|this|those|these|it|you|your)"
    r"(?:['’](?:s|re|ve)|(?: \w+)? (?:is|are|was|were|look|looks|sounds?|have|did))\b",
    r"your [\w'’ -]{1,30}? (?:is|are|was|were|had|has|have|looks?|sounds?|must|really)\b",
    r"i(?: have| need)? to go now\b|continue\b|go on\b|never ?mind\b|forget (?:it|that)\b",
)


#: What is only thought of: it tells what is not so, or what somebody is to play.
_UNREAL = r"(?:would|wouldn['’]t|could|couldn['’]t|might|(?:i|we|it|he|she|they|that)['’]d)\b"
_IMAGINED = _any_of(
    rf"(?:even )?if (?:only )?(?:i|we|my|our)\b[^.!?]{{1,200}}?\b{_UNREAL}",
    rf"(?:i|we) (?:{_UNREAL} )[^.!?]{{1,200}}?\bif (?:i|we|my|our)\b",
    r"(?:(?:just |now )?imagine|suppose|supposing|assume|assuming|let(?:['’]?s| us| me) (?:just )?(?:say|imagine|assume"
    r"|suppose)|say for example|say,? (?:that )?(?:i|we)|hypothetically|what if|picture this|for the sake of argument"
    r"|in theory|in an? (?:alternate|alternative|parallel|ideal|perfect) (?:world|universe|timeline)|in another life"
    r"|act as (?:if|though)|treat me as (?:if|though)|pretend (?:that )?you\b"
    r"|if (?:someone|somebody|anyone|anybody|people) (?:asks?|calls?|wants? to know))\b"
    r"(?! how\b| my (?:surprise|joy|shock))",
    r"in (?:the|a|this|that|one) (?:\w+ )?(?:film|movie|play|book|song|series|show|episode|opera|musical|comic)\b"
    r"[^.!?]{1,60}?\b(?:says?|said|sings?|sang|tells?|told|thinks?|thought|claims?)\b",
    r"(?:(?:can|could|would|will) you )?(?:please )?(?:write|tell|make up|invent|compose|create|continue|draft)\b"
    r"[^.!?]{0,60}?\b(?:story|tale|poem|novel|song|scene|script|screenplay|dialogue|limerick|haiku)\b[^.!?]{0,40}?"
    r"\b(?:in which|where|that)\b",
    r"(?:last night )?in (?:a|the|my|one|this|that|our|another) (?:\w+ )?(?:dream|game|novel|nightmare)\b",
)
_PRETENCE = (
    r"(?:stor(?:y|ies)|tale|fairy tale|scenario|role-? ?play(?:ing)?|simulation|thought experiment|fantasy|fiction)"
)
#: Opens what is told of another world, and what follows is part of it.
_FRAMES = _any_of(
    r"(?:(?:let(?:['’]?s| us| me)|we(?:['’]re| are| will|['’]ll)|i(?:['’]ll|['’]m| will| am going to| want to"
    r"|['’]d like to)|can we|could we|shall we|you) )?(?:just |all |now )?"
    r"(?:pretend(?! (?:that )?you\b)|pretending|(?:(?:do|have|play|start|try) (?:an? |another )?)?role-? ?play"
    r"|role-? ?playing|make[- ]believe|play (?:an? |another )?(?:\w+ )?game (?:where|in which))\b",
    r"my (?:\w+ )?(?:character|avatar|persona)(?:['’]s name)? (?:in|is|lives|works|loves|hates|has|was|will)\b",
    rf"(?:in|for|within|as part of|during|inside) (?:a|the|my|one|this|that|our|your|another|today['’]s) (?:\w+ )?"
    rf"{_PRETENCE}\b(?!-)",
)
_CASTS = _any_of(
    r"(?:from now on,? )?you(?:['’]re| are)(?: now)? (?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?(?:[.!;,]|$| and\b)"
)
_PLAYS = _any_of(r"(?:and )?i(?:['’]m| am|['’]ll be| will be) (?-i:[A-Z])\w+")
_FRAMED = later(
    rf"\b(?:in|for|as part of) (?:the|this|that|our|my|your|an?) (?:\w+ )?"
    rf"(?:{_PRETENCE}|novel|dream|nightmare|screenplay)[.! ]*$"
    r"|\b(?:hypothetically(?: speaking)?|for the sake of argument)[.! ]*$",
    re.IGNORECASE,
)
_IN_EARNEST = _any_of(
    r"(?:but |and |now )?(?:in (?:reality|truth|real life|fact)|in the real world|really|actually|seriously"
    r"|back to reality|joking aside|for real)\b"
)


def imagined(text: str) -> bool:
    """Does a sentence tell of what is not so: “If I lived in Paris, I would …”, “Let's say I work at …”?"""
    return _IMAGINED.match(text, _begins(text)) is not None or frames(text) or _FRAMED.search(text) is not None


def frames(text: str, before: str = "") -> bool:
    """Does a sentence open what is only imagined: “Let's pretend I am a king”, “In this story, I live on Mars”?

    Args:
        before: the sentence before it: “You are Hamlet. I am Ophelia.” gives a part to both.
    """
    begins = _begins(text)
    return _FRAMES.match(text, begins) is not None or bool(
        before and _CASTS.match(before, _begins(before)) and _PLAYS.match(text, begins)
    )


def in_earnest(text: str) -> bool:
    """Does a sentence end what is only imagined: “In reality I live in Oslo”?"""
    return _IN_EARNEST.match(text) is not None


def asks(text: str) -> bool:
    """Is a sentence a question or a numbered item, whether or not it ends in a question mark?"""
    starts = {0, _begins(text)}
    asked = any(_ASKS.match(text, start) and not _TELLS.match(text, start) for start in starts)
    return asked or any(_NUMBERED.match(text, start) for start in starts)


def of_the_talk(text: str) -> bool:
    """Is a sentence an acknowledgement, thanks, or about the talk itself?"""
    return any(one is not None for one in (_THANKS.match(text), _OF_THE_TALK.match(text, _begins(text))))


def _begins(text: str) -> int:
    """Where a sentence begins to say something."""
    opening = _OPENING.match(text)
    return opening.end() if opening is not None else 0
