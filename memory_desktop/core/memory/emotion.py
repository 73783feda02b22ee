"""The emotion of a memory in words: open metadata, of which the names that are common are put as people say them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

#: Under these names files and agents keep words for the emotion: a text, a list, or a mapping of words to strengths.
_LABELS = ("dominant", "dominant_emotion", "emotion", "label", "labels", "emotions")
#: Name → (what a low, a middling and a high value is called, where low ends, where high begins).
_SCALES = {
    "valence": (("unpleasant", "neutral", "pleasant"), -0.2, 0.2),
    "arousal": (("calm", "moderate", "excited"), 0.33, 0.66),
    "intensity": (("weak", "moderate", "strong"), 0.33, 0.66),
}


def emotion_text(emotion: Mapping[str, Any]) -> str:
    """Words first, then valence, arousal and intensity with what their numbers mean, then the rest; a line each."""
    words = list(dict.fromkeys(word for name in _LABELS for word in _words(emotion.get(name))))
    lines = [", ".join(words)] if words else []
    for name, scale in _SCALES.items():
        if _is_number(emotion.get(name)):
            lines.append(f"{name} {emotion[name]:g} ({_meaning(float(emotion[name]), *scale)})")
    told = {
        *(name for name in _LABELS if _words(emotion.get(name))),
        *(name for name in _SCALES if _is_number(emotion.get(name))),
    }
    lines += [f"{name}: {_plain(emotion[name])}" for name in sorted(emotion) if name not in told]
    return "\n".join(lines)


def emotion_words(emotion: Mapping[str, Any]) -> tuple[str, ...]:
    """The words for it, as “emotion:” in a search finds them, each once."""
    found: dict[str, None] = {}
    for name in _LABELS:
        value = emotion.get(name)
        if isinstance(value, str) or (isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)):
            found |= dict.fromkeys(_words(value))
    return tuple(found)


def label_of(emotion: Mapping[str, Any]) -> str:
    """The one word that an editor shows; "" where there is none."""
    name = _label_name(emotion)
    return str(emotion.get(name, ""))


def valence_of(emotion: Mapping[str, Any]) -> float | None:
    """How pleasant it is, as the source gave it; None where it is not known."""
    value = emotion.get("valence")
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def changed_emotion(emotion: Mapping[str, Any], label: str, valence: float | None) -> dict[str, Any]:
    """What has to be set so that a memory with this emotion has another label and valence; None removes an entry."""
    wanted: dict[str, Any] = {}
    label = " ".join(label.split())
    if label != label_of(emotion):
        wanted[_label_name(emotion)] = label or None
    if valence != valence_of(emotion):
        wanted["valence"] = valence
    return wanted


def with_changes(emotion: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The emotion with entries set, or removed where the change is None."""
    return {name: value for name, value in {**emotion, **changes}.items() if value is not None or name not in changes}


def _label_name(emotion: Mapping[str, Any]) -> str:
    return next((name for name in _LABELS if isinstance(emotion.get(name), str)), _LABELS[0])


def _words(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, Mapping) and all(_is_number(strength) for strength in value.values()):
        strongest = sorted(value.items(), key=lambda item: (-float(item[1]), str(item[0])))
        return [f"{word} {strength:g}" for word, strength in strongest]
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        return list(value)
    return []


def _meaning(value: float, words: tuple[str, str, str], low: float, high: float) -> str:
    return words[0] if value < low else words[2] if value > high else words[1]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str, sort_keys=True)
