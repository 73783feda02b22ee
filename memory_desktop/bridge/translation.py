"""The window's texts in the language that was chosen, by Qt's mechanism.

English is the source: the texts stand in the code and need no file. `packaging/translations.py` finds them there, so
what is given to `tr`, `plural` and `mark` is always written out. Constants of modules and classes are only marked, as
they are made before the language is known, and translated where they are used: one text by `tr`, several by
`translated` or `shown`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from memory_desktop.assets import asset
from memory_desktop.core.wording import date_word

#: In which the texts stand in the files of translations; there is one, as the same words mean the same everywhere.
CONTEXT = "window"
#: The variable of the environment that stands above what was chosen in Preferences: "system", "en" or "de".
VARIABLE = "MEMORY_DESKTOP_LANGUAGE"
SYSTEM = "system"
#: The languages that there are, by their codes, as each calls itself.
LANGUAGES = {"en": "English", "de": "Deutsch"}

_V = TypeVar("_V")


class _State:
    """What is installed; English until something is."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.code = "en"
        self.locale = QLocale(QLocale.Language.English)
        self.translators: list[QTranslator] = []
        self.sources: dict[str, str] = {}


_state = _State()


def install(chosen: str = SYSTEM, environment: Mapping[str, str] = os.environ) -> str:
    """Let texts be in a language from now on; returns its code. Texts that a widget shows already stay as they are.

    Args:
        chosen: a code, or SYSTEM for the language of the system where there is such a translation, else English.
    """
    remove()
    wanted = environment.get(VARIABLE, "") or chosen
    codes = [wanted] if wanted in LANGUAGES else [name[:2] for name in QLocale.system().uiLanguages()[:1]]
    code = next((code for code in codes if code in LANGUAGES), "en")
    if code == "en":
        return code
    _state.code = code
    _state.locale = QLocale(code)
    of_qt = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm"
    for file in (of_qt, asset("translations") / f"memory_desktop_{code}.qm"):
        translator = QTranslator()
        if translator.load(str(file)):
            QCoreApplication.installTranslator(translator)
            _state.translators.append(translator)
    return code


def remove() -> None:
    """Let texts be English again."""
    for translator in _state.translators:
        QCoreApplication.removeTranslator(translator)
    _state.reset()


def language() -> str:
    """The code of the language that texts are in."""
    return _state.code


def locale() -> QLocale:
    """How the language writes numbers and dates."""
    return _state.locale


def tr(text: str, meaning: str = "", /, **values: object) -> str:
    """A text in the language of the window.

    Args:
        text: English, written out; with values, `{name}` stands for each, and `{{` for a brace.
        meaning: tells apart what English has one text for, and another language two.
    """
    if _state.code == "en":
        return text.format_map(values) if values else str(text)
    found = QCoreApplication.translate(CONTEXT, text, meaning or None)
    if values:
        return found.format_map(values)
    _state.sources.setdefault(found, text)
    if "&" in found or found.endswith("…"):  # also as a button's name is said
        _state.sources.setdefault(_plain(found), _plain(text))
    return found


def plural(one: str, many: str, n: int, /, **values: object) -> str:
    """A text with a number in it, `{n}`, in the form that fits it: "1 memory", "1,234 memories"."""
    text = one if n == 1 else many
    if _state.code != "en":
        found = QCoreApplication.translate(CONTEXT, one, None, n)
        text = text if found == one else found
    return text.format_map({"n": grouped(n), **values})


def source(text: str) -> str:
    """The English of a text that `tr` gave without values: what is kept must not change with the language."""
    return _state.sources.get(text, text)


def _plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")


class _Marked(str):
    __slots__ = ()


def mark(text: str, meaning: str = "", /) -> str:  # noqa: ARG001 - for the files of translations
    """A text that is translated where it is used; in what `translated` gets, it is translated when it is
    taken out."""
    return _Marked(text)


def forms(one: str, many: str, /) -> tuple[str, str]:
    """The two forms of a plural that `plural` is given elsewhere."""
    return one, many


class _Mapping(dict[Any, Any]):
    """A dict whose values are translated when they are taken out."""

    def __getitem__(self, key: Any) -> Any:
        return shown(super().__getitem__(key))

    def __iter__(self) -> Iterator[Any]:  # so that a copy is not made without asking for the values
        return super().__iter__()

    def get(self, key: Any, default: Any = None) -> Any:
        return shown(super().get(key, default))

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


class _Row(tuple[Any, ...]):
    """A tuple whose parts are translated when they are taken out."""

    __slots__ = ()

    def __getitem__(self, place: Any) -> Any:
        return shown(super().__getitem__(place))

    def __iter__(self) -> Iterator[Any]:
        return map(shown, super().__iter__())

    def __contains__(self, value: object) -> bool:
        return value in tuple(self)


def translated(values: _V) -> _V:
    """A constant dict or tuple whose marked texts are translated each time they are taken out of it."""
    made: Any = _Mapping(values) if isinstance(values, dict) else _Row(cast("Any", values))
    return cast("_V", made)


def shown(value: Any) -> Any:
    """A marked text translated; likewise what is in a tuple, a list or a dict. Anything else as it is."""
    if isinstance(value, _Marked):
        return tr(str(value))
    if type(value) is tuple:
        return tuple(map(shown, value))
    if type(value) is list:
        return list(map(shown, value))
    if type(value) is dict:
        return {key: shown(each) for key, each in value.items()}
    return value


def grouped(value: int) -> str:
    """A whole number with its thousands apart: "1,234", "1.234"."""
    return figure(value, ",")


def figure(value: float, spec: str) -> str:
    """A number as `format` writes it, with the point and the commas of the language."""
    return pointed(format(value, spec))


def pointed(text: str) -> str:
    """A number that is written in English, "1,234.5", with the point and the commas of the language."""
    if _state.code == "en":
        return text
    other = {",": _state.locale.groupSeparator(), ".": _state.locale.decimalPoint()}
    return "".join(other.get(each, each) for each in text)


#: How a day is written where it is not as in English.
_DAYS = {"de": {"%Y-%m-%d": "%d.%m.%Y", "%Y-%m": "%m.%Y", "%b %Y": "%m.%Y", "%m-%d": "%d.%m."}}


def dated(value: date, spec: str) -> str:
    """A time as `strftime` writes it, its day as the language does: "2026-11-23", "23.11.2026"."""
    for english, other in _DAYS.get(_state.code, {}).items():
        if english in spec:
            spec = spec.replace(english, other)
            break
    if "%A" in spec and _state.code != "en":
        spec = spec.replace("%A", _state.locale.dayName(value.isoweekday()))
    if "%B" in spec and _state.code != "en":
        spec = spec.replace("%B", _state.locale.monthName(value.month))
    return date_word(value, spec)


def shown_format(spec: str) -> str:
    """How Qt's fields show a time, of how they do in English: "yyyy-MM-dd HH:mm"."""
    return spec.replace("yyyy-MM-dd", "dd.MM.yyyy") if _state.code == "de" else spec


def within(text: str) -> str:
    """A heading as it stands within a sentence: small in English, as it is where nouns have capitals."""
    return text.lower() if _state.code == "en" else text
