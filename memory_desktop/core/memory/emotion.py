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
