"""The splitter of large arrays: elements come whole, faults cost only themselves."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_desktop.engine.importing import json_stream
from memory_desktop.engine.importing.chatgpt import _BEGINS
from memory_desktop.engine.importing.json_stream import Element, json_elements
from tests.imports.builders import chain

json_values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


class Dripping(io.BytesIO):
    """Gives a few bytes at a time, as a slow stream does."""

    def __init__(self, data: bytes, size: int) -> None:
        super().__init__(data)
        self._size = size

    def read1(self, size: int | None = -1) -> bytes:
        return super().read1(self._size)


def split(data: bytes, size: int = 1 << 20, largest: int = 1 << 28) -> list[Element]:
    return list(json_elements(Dripping(data, size), _BEGINS, largest, lambda: None))


@settings(max_examples=150)
@given(values=st.lists(json_values, max_size=6), size=st.integers(1, 40), indent=st.sampled_from([None, 0, 2]))
@pytest.mark.long
def test_any_array_comes_apart_into_its_elements(values: list[Any], size: int, indent: int | None) -> None:
    """F3: whatever JSON an array holds and however it drips in, its elements are those of a whole parse."""
    for text in (json.dumps(values, indent=indent), json.dumps(values, ensure_ascii=False, separators=(",", ":"))):
        found = split(text.encode("utf-8", "replace"), size)
        assert [one.problem for one in found] == [""] * len(values)
        expected = json.loads(text.encode("utf-8", "replace"))
        assert [one.value for one in found] == expected


@settings(max_examples=150)
@given(data=st.binary(max_size=200), size=st.integers(1, 40))
def test_any_bytes_are_answered(data: bytes, size: int) -> None:
    """F3: bytes of any kind end in elements and problems, never in an exception or an endless loop."""
    split(data, size)
    split(b"[" + data, size)
    split(b'[{"title":"a","id":"b",' + data, size)


@pytest.mark.parametrize(
    ("broken", "name"),
    [
        ('{"title": "x", "id": "x", "mapping": {', "never closed"),
        ('{"title": "x", "id": "x", "mapping": {"a": "no end}', "text never closed"),
        ('{"title": "x", "id": "x", "mapping": [1}', "brackets crossed"),
        ('{"title": "x", "id": "x"}}', "a bracket too many"),
        ('{"title": "x", "id": "x"}]', "the array closed too early"),
        ('{"title": "x" "id": "x"}', "a comma missing"),
        ("nonsense", "no JSON at all"),
        ('{"title": "x", "id": "x"} nonsense', "text behind it"),
        ('{"title": "x", "id": "\\q"}', "a bad escape"),
    ],
)
@pytest.mark.parametrize("size", [7, 1 << 20])
def test_reading_goes_on_behind_any_fault(broken: str, name: str, size: int) -> None:
    """F3: an element broken in any way is reported once, and those before and behind it come whole."""
    a, b, c = (json.dumps(chain(3, one)) for one in "ABC")
    found = split(f"[{a}, {broken}, {b}, {c}]".encode(), size)
    titles = [one.value["title"] for one in found if not one.problem and isinstance(one.value, dict)]
    assert [title for title in titles if title != "x"] == ["A", "B", "C"], name
    assert sum(bool(one.problem) for one in found) == 1, name


def test_an_element_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """F3: an element larger than the limit is refused without being held, and the next one comes."""
    monkeypatch.setattr(json_stream, "_CHUNK", 1_000)
    huge = json.dumps({"title": "huge", "id": "x", "pad": ["y" * 50] * 10_000})
    text = f"[{json.dumps(chain(1, 'A'))}, {huge}, {json.dumps(chain(1, 'B'))}]"
    found = split(text.encode(), 1_000, largest=50_000)
    assert [one.value["title"] for one in found if one.value] == ["A", "B"]
    assert [one.place for one in found if "larger than" in one.problem] == ["[1]"]


@pytest.mark.timeout(30)
def test_a_damaged_file_stays_fast() -> None:
    """F3: a text that is never closed does not make the rest of a large file slow."""
    rest = ",".join(json.dumps(chain(40, f"c{n}")) for n in range(400))
    data = f'[{{"title": "x", "id": "never closed, {rest}]'.encode() * 4
    assert sum(not one.problem for one in split(data)) >= 1_590
