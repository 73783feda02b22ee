"""The gate: what every text goes through before it may become a memory, whichever way it comes.

Looked at are the text and everything that is written beside it: tags, kind, source, thread, metadata, emotion. The
novelty of a text is `core.events.intake`'s business, and what needs vectors is the engine's.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from memory_desktop.core.memory.canonical import canonical_text
from memory_desktop.core.memory.drafts import Prepared, as_draft, prepare
from memory_desktop.core.memory.held import Verdict
from memory_desktop.core.memory.records import Draft, Memory
from memory_desktop.core.settings import Settings

if TYPE_CHECKING:
    from memory_desktop.core.screening.pii import PiiMatch

_NAMES = {
    "email": ("e-mail address", "e-mail addresses"),
    "phone": ("phone number", "phone numbers"),
    "card": ("card number", "card numbers"),
    "iban": ("account number", "account numbers"),
    "key": ("key, token or password", "keys, tokens or passwords"),
    "ip": ("IP address", "IP addresses"),
    "passport": ("passport number", "passport numbers"),
    "id": ("personal number", "personal numbers"),
    "address": ("street address", "street addresses"),
}
_DEEPEST = 20
# Labels are short, and come again with most memories of an import: what was found in them is kept.
_LONGEST_LABEL, _LABELS_KEPT = 64, 4_096


def screened(draft: Draft, settings: Settings) -> Prepared:
    """The draft, canonical, with what the gates say of it, and without personal data if that is to be removed.

    A `synthetic: true` in the metadata marks the memory as synthetic.

    Raises:
        InvalidCommandError: no text, or too much.
    """
    text = canonical_text(draft.content)
    verdicts: list[Verdict] = []
    validation = settings.text("gates.validation")
    if validation != "off":
        reasons = dict.fromkeys(
            [*suspicious(draft.content), *(r for label in _labels(draft) for r in _suspicious_label(label))]
        )
        verdicts += [Verdict("validation", validation, reason) for reason in reasons]
    action = settings.text("gates.pii")
    kinds = _kinds(draft, text) if action != "off" else []
    if kinds:
        verdicts.append(Verdict("pii", action, contains(kinds, redacted=action == "redact")))
        if action == "redact":
            draft = redacted(draft)
    if not draft.synthetic and _says_synthetic(draft.metadata):
        draft = replace(draft, synthetic=True)
    if draft.record:  # one of our own exports brings the flags of its labels with it
        kinds = [match.kind for match in find_pii(text)] if kinds else []
    return prepare(draft, tuple(verdicts), tuple(sorted(set(kinds))))


def released(draft: Draft, verdicts: Sequence[Verdict], *, without_personal_data: bool) -> Prepared:
    """A draft that a person lets in, as it is or redacted, whatever the gates say of it now."""
    kinds = _kinds(draft, canonical_text(draft.content))
    if _says_synthetic(draft.metadata):
        draft = replace(draft, synthetic=True)
    return prepare(redacted(draft) if without_personal_data else draft, tuple(verdicts), tuple(sorted(set(kinds))))


def taken_out(memory: Memory, verdict: Verdict) -> Prepared:
    """The text of a memory that is held back for a reason that was found after it had come in."""
    return prepare(as_draft(memory, memory.content), (verdict,), memory.pii)


def redacted(draft: Draft) -> Draft:
    """The draft with a mark in each place of personal data; an id of the source, which tells items apart, as a hash."""
    id = draft.external_id
    if id is not None and find_pii(id):
        id = f"hash-{hashlib.sha256(id.encode()).hexdigest()[:16]}"
    text = canonical_text(draft.content)
    plain = _without(text)
    return replace(
        draft,
        content=plain,
        embedding=draft.embedding if plain == text else {},  # the vector is that of the whole text
        kind=_without(draft.kind),
        tags=tuple(_without(tag) for tag in draft.tags),
        source=_without(draft.source),
        thread=_without(draft.thread),
        external_id=id,
        metadata=_mapped(draft.metadata, _without),
        emotion=_mapped(draft.emotion, _without),
        extra=_mapped(draft.extra, _without),
    )


def kinds_beside(draft: Draft) -> frozenset[str]:
    """The kinds of personal data in what stands beside the text of a draft: tags, source, metadata …"""
    return frozenset(place.kind for label in _labels(draft) for place in _pii_of_label(label))


def _without(text: str) -> str:
    return redact(text, find_pii(text))


def _kinds(draft: Draft, text: str) -> list[str]:
    """The kind of each place of personal data, with repetitions."""
    places = (*find_pii(text), *(place for label in _labels(draft) for place in _pii_of_label(label)))
    return [place.kind for place in places]


# What looks at texts takes 0.15 s to import: the first text waits for it, and a window that opens does not.


def suspicious(text: str) -> tuple[str, ...]:
    """See `instructions.suspicious`."""
    from memory_desktop.core.screening import instructions

    return instructions.suspicious(text)


def find_pii(text: str) -> tuple[PiiMatch, ...]:
    """See `pii.find_pii`."""
    from memory_desktop.core.screening import pii

    return pii.find_pii(text)


def redact(text: str, matches: Sequence[PiiMatch]) -> str:
    """See `pii.redact`."""
    from memory_desktop.core.screening import pii

    return pii.redact(text, matches)


def _suspicious_label(label: str) -> tuple[str, ...]:
    return _kept_suspicious(label) if len(label) <= _LONGEST_LABEL else suspicious(label)


def _pii_of_label(label: str) -> tuple[PiiMatch, ...]:
    return _kept_pii(label) if len(label) <= _LONGEST_LABEL else find_pii(label)


_kept_suspicious = lru_cache(_LABELS_KEPT)(suspicious)
_kept_pii = lru_cache(_LABELS_KEPT)(find_pii)


def _labels(draft: Draft) -> Iterator[str]:
    """Every text beside the content. The id of the source only tells people apart: it is not looked at."""
    yield from (each for each in (draft.kind, *draft.tags, draft.source, draft.thread) if len(each) > 1)
    yield from _texts(draft.metadata)
    yield from _texts(draft.emotion)
    yield from _texts(draft.extra)


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    """Every text in a JSON value; a key and its text together, as the key may say what the text is."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for key, each in value.items():
            yield from [f"{key}: {each}"] if isinstance(each, str) else _texts(each, depth + 1)
    elif isinstance(value, (list, tuple)) and depth < _DEEPEST:
        for each in value:
            yield from _texts(each, depth + 1)


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {change(key): _with_key(key, each, change) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_mapped(each, change) for each in value]
    return value


def _with_key(key: str, value: Any, change: Callable[[str], str]) -> Any:
    """A text is changed as what its key says it is: "password" makes the text a password."""
    if not isinstance(value, str):
        return _mapped(value, change)
    head = f"{key}: "
    together = change(head + value)
    return together.removeprefix(head) if together.startswith(head) else change(value)


def _says_synthetic(metadata: Mapping[str, Any]) -> bool:
    """Does the source say that it was generated, itself or in a part that it calls metadata?"""
    parts = (metadata, *(each for each in metadata.values() if isinstance(each, Mapping)))
    return any(part.get("synthetic") in (True, "true", "True") for part in parts)


def contains(kinds: Sequence[str], *, redacted: bool = False) -> str:
    """What personal data was found, in a sentence. `kinds`: of each place, with repetitions."""
    parts = [f"{count} {_NAMES.get(kind, (kind, kind))[count > 1]}" for kind, count in Counter(kinds).items()]
    return f"It contains {', '.join(parts)}" + (", replaced by marks." if redacted else ".")
