"""Files of questions, and the figures that come of them."""

from __future__ import annotations

import math

import orjson
import pytest

from memory_desktop.core.lab import asked_result, figures, measured, ndcg_at
from memory_desktop.core.questions import Resolved, asked_again, left_out, read_questions


def test_bad_lines_are_named_and_the_others_read() -> None:
    """F8: each line that cannot be used is named with file, line and field; the rest is read, each question once."""
    file = read_questions(
        "q.jsonl",
        b"\xef\xbb\xbf"
        b'{"query": "where  does Mara live?", "expected": ["D1:3", " D1:4 "], "category": 2}\n'
        b"\n"
        b"{not json\n"
        b'["a list"]\n'
        b'{"expected": ["a"]}\n'
        b'{"query": "  ", "expected": ["a"]}\n'
        b'{"query": "tea", "expected": "a"}\n'
        b'{"query": "tea", "expected": []}\n'
        b'{"query": "tea", "expected": ["a", 7]}\n'
        b'{"query": "\xff", "expected": ["a"]}\n'
        b'{"query": "where does Mara live?", "expected": ["D1:4", "D2:1"]}',
    )
    assert [(one.query, one.expected, one.line) for one in file.questions] == [
        ("where does Mara live?", ("D1:3", "D1:4", "D2:1"), 1)
    ]
    assert [(one.line, one.field) for one in file.bad] == [
        (3, ""),
        (4, ""),
        (5, "query"),
        (6, "query"),
        (7, "expected"),
        (8, "expected"),
        (9, "expected"),
        (10, ""),
    ]
    assert file.bad[2].text == "q.jsonl, line 5, field “query”: it is missing; it must be a text with some words."
    assert file.bad[4].text == 'q.jsonl, line 7, field “expected”: it must be a list of ids, and is "a".'
    assert file.bad[6].text == "q.jsonl, line 9, field “expected”: each id must be a text, and 7 is not."


def test_figures_by_hand() -> None:
    """F8: recall@5 and @10, hit@10, MRR@10 and nDCG@10 on rankings worked out on paper."""
    ranked = ["x1", "a", "x2", "x3", "x4", "x5", "b", "x6", "x7", "x8", "c"]
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg_at(ranked, ["a", "b", "c"], 10) == pytest.approx((1 / math.log2(3) + 1 / math.log2(8)) / ideal)
    assert ndcg_at(["a", "b"], ["a", "b"], 10) == pytest.approx(1.0)
    assert ndcg_at(["a", "b"], ["a", "b", "c"], 2) == pytest.approx(1.0)  # more are expected than there are places
    assert ndcg_at([], ["a"], 10) == 0.0
    results = [
        asked_result("one", ["a", "b", "c"], {"hybrid": ranked}, 10),
        asked_result("two", ["c"], {"hybrid": ranked}, 10),  # the eleventh
    ]
    found = figures(measured(results, "hybrid", [0.001, 0.003]), 10)
    assert found == pytest.approx(
        {
            "recall@5": (1 / 3 + 0) / 2,
            "recall@10": (2 / 3 + 0) / 2,
            "hit@10": 0.5,
            "MRR@10": 0.25,
            "nDCG@10": (1 / math.log2(3) + 1 / math.log2(8)) / ideal / 2,
            "p50_ms": 1.0,
            "p95_ms": 3.0,
        }
    )
    assert measured([asked_result("one", ["a"], {"hybrid": ranked}, 3)], "hybrid", []).recall5 is None


def test_operators_that_are_wrong_and_questions_that_come_twice_are_named() -> None:
    """F3: what a search would refuse is not measured, and two lines with one query are told to be one question, which is
    not counted as left out."""
    lines = [
        {"query": "before:notadate adoption", "expected": ["a"]},
        {"query": "tea", "expected": ["a"]},
        {"query": "tea", "expected": ["b"]},
    ]
    file = read_questions("q.jsonl", b"\n".join(map(orjson.dumps, lines)))
    assert [(one.query, one.expected) for one in file.questions] == [("tea", ("a", "b"))]
    (bad,) = left_out(file, Resolved((), ()))
    assert bad.startswith("q.jsonl, line 1, field “query”: before:notadate is not a date")
    assert asked_again(file) == ["q.jsonl, line 3, asks what line 2 asks: both are one question, with the ids of both."]
