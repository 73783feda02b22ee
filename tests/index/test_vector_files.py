"""The files of the vector index: sound ones open, whatever a graph misses; damaged ones are told, and never waited for."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
import xxhash
from usearch.compiled import MetricKind, ScalarKind
from usearch.index import Index

from memory_desktop.core.errors import IndexDamagedError, KnownError
from memory_desktop.core.ports import KeySelection
from memory_desktop.core.vector_rows import row_of
from memory_desktop.embed import FolderShelf
from memory_desktop.index import SegmentedVectorIndex, set_aside
from memory_desktop.index.vectors import SEGMENT_SIZE
from memory_desktop.own_files import damaged_copies
from tests.helpers import Clock

DIM, SEGMENT = 16, 256
VERSION = "m@00000000"
LOCOMO = Path(__file__).parents[2].parent / "shared" / "data" / "locomo-dev.json"


def opened(folder: Path, graph_size: int = SEGMENT) -> SegmentedVectorIndex:
    return SegmentedVectorIndex.open(folder, VERSION, DIM, Clock(), segment_size=SEGMENT, graph_size=graph_size)


def vectors(count: int, seed: int = 1) -> np.ndarray:
    """Unit vectors that share one large direction, like those of the bundled model."""
    found = np.random.default_rng(seed).normal(size=(count, DIM)).astype(np.float32)
    found[:, 0] += 8
    return found / np.linalg.norm(found, axis=1, keepdims=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A closed index of two sealed segments and a tail."""
    where = tmp_path / "vectors" / VERSION
    index = opened(where)
    keys = np.arange(1, 2 * SEGMENT + 41)
    index.add(keys, vectors(len(keys)), keys * 7)
    while index.maintain():
        pass
    index.close()
    return where


def manifest_of(folder: Path) -> dict[str, Any]:
    return orjson.loads((folder / "manifest.json").read_bytes())


def rewrite(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    body = manifest_of(folder)
    change(body)
    (folder / "manifest.json").write_bytes(orjson.dumps(body))


def as_format_1(folder: Path) -> None:
    """The files as an earlier program left them: graphs that number their rows, no digests, no answers of probes."""
    body = manifest_of(folder)
    body["format"] = 1
    del body["seen"]
    for one in body["segments"]:
        path = folder / (one["name"] + ".vec")
        data = path.read_bytes()[: one["count"] * (8 + 2 * DIM)]
        path.write_bytes(data)
        one["files"][".vec"] = [len(data), xxhash.xxh3_64(data).hexdigest()]
        rows = np.frombuffer(data, np.float16, offset=8 * one["count"]).reshape(-1, DIM).astype(np.float32)
        if one["kind"] == "sealed":
            graph = folder / (one["name"] + ".ann")
            numbered = Index(ndim=DIM, metric=MetricKind.Cos, dtype=ScalarKind.I8, enable_key_lookups=False)
            numbered.add(np.arange(len(rows), dtype=np.uint64), rows, threads=1)
            numbered.save(str(graph))
            one["files"][".ann"] = [graph.stat().st_size, xxhash.xxh3_64(graph.read_bytes()).hexdigest()]
        del one["bound"], one["keyed"], one["probes"], one["quantizer"]
    (folder / "manifest.json").write_bytes(orjson.dumps(body))


def test_probes_are_chosen_and_answered_when_a_segment_is_sealed(folder: Path) -> None:
    """T1: the manifest keeps rows and what the graph answered to them, and any opening finds that it agrees."""
    for one in manifest_of(folder)["segments"][:2]:
        assert len(one["probes"]) == 8
        assert all(len(answers) == 10 for _, answers in one["probes"])
    for _ in range(5):
        index = opened(folder)
        assert index.check() == ()
        index.close()


def test_a_row_that_its_graph_misses_is_no_damage(folder: Path) -> None:
    """T1: a graph that answers otherwise to a few of the probes is sound; one that answers mostly otherwise is not."""

    def other(body: dict[str, Any], count: int) -> None:
        probes = body["segments"][0]["probes"]
        for row, answers in probes[:count]:
            answers[:] = [(row + 100 + n) % SEGMENT for n in range(10)]

    rewrite(folder, lambda body: other(body, 3))
    opened(folder).close()
    rewrite(folder, lambda body: other(body, 8))
    with pytest.raises(IndexDamagedError, match="does not answer as it did"):
        opened(folder)


def test_a_graph_of_other_vectors_is_found(folder: Path) -> None:
    """T1: with files whose checksums hold, a graph that belongs to another segment is still damage."""

    def swap(body: dict[str, Any]) -> None:
        first, second = body["segments"][:2]
        first["files"][".ann"], second["files"][".ann"] = second["files"][".ann"], first["files"][".ann"]

    rewrite(folder, swap)
    names = [one["name"] for one in manifest_of(folder)["segments"][:2]]
    for name, target in zip(names, ("x", names[0]), strict=True):
        (folder / f"{name}.ann").rename(folder / f"{target}.ann")
    (folder / "x.ann").rename(folder / f"{names[1]}.ann")
    with pytest.raises(IndexDamagedError, match="does not answer"):
        opened(folder)


def test_an_index_of_an_earlier_program_opens(folder: Path) -> None:
    """T1: files without digests and answers open, grow, and say of their rows that the text is not known."""
    as_format_1(folder)
    index = opened(folder)
    assert index.check() == ()
    assert index.seen == 2 * SEGMENT + 40
    assert not index.digests()[1].any()
    index.add(np.array([9_000]), vectors(1, 2), np.array([5]))
    index.close()
    again = opened(folder)
    assert again.digests()[1].tolist()[-2:] == [0, 5]
    again.close()


@pytest.mark.slow
@pytest.mark.skipif(not LOCOMO.exists(), reason="needs real conversations in a folder beside the project")
@pytest.mark.parametrize("segment", [SEGMENT_SIZE, 4_096])
def test_sound_files_of_real_texts_are_never_damaged(tmp_path: Path, segment: int) -> None:
    """T1: 41,000 pairs of turns of real conversations, sealed, with and without kept answers: no opening finds damage."""
    turns = [
        turn["text"]
        for one in json.loads(LOCOMO.read_text())
        for name, session in one["conversation"].items()
        if isinstance(session, list)
        for turn in session
    ]
    embedder = FolderShelf(tmp_path / "none").open("bundled")
    texts = [f"{a} {b}" for a, b in product(turns[:205], turns[-200:])]
    folder = tmp_path / "v"
    index = SegmentedVectorIndex.open(folder, VERSION, embedder.dim, Clock(), segment_size=segment)
    for start in range(0, len(texts), 4_096):
        part = texts[start : start + 4_096]
        index.add(np.arange(start + 1, start + 1 + len(part)), embedder.embed(part), np.ones(len(part), np.int64))
        while index.maintain():
            pass
    index.close()
    for strip in (False, True):
        if strip:
            rewrite(folder, lambda body: [one.pop("probes") for one in body["segments"]])
        for _ in range(10):
            again = SegmentedVectorIndex.open(folder, VERSION, embedder.dim, Clock(), segment_size=segment)
            assert again.check() == ()
            again.close()


def test_keys_after_a_lost_event_are_dropped(folder: Path) -> None:
    """R2: an index says the greatest key it ever held, lets all after one go, and gives nothing of them back."""
    index = opened(folder)
    assert index.seen == 2 * SEGMENT + 40
    assert index.drop_after(SEGMENT + 10) == SEGMENT + 30
    assert index.seen == SEGMENT + 10
    assert index.keys().tolist() == list(range(1, SEGMENT + 11))
    index.close()
    index = opened(folder)
    assert (len(index), index.seen) == (SEGMENT + 10, SEGMENT + 10)
    other = vectors(5, 3)
    index.add(np.arange(SEGMENT + 11, SEGMENT + 16), other, np.full(5, 3))
    found = index.search(other[2], 1, KeySelection())
    assert found.keys.tolist() == [SEGMENT + 13]
    assert index.check() == ()
    assert index.digests()[1].tolist()[-6:] == [(SEGMENT + 10) * 7, 3, 3, 3, 3, 3]
    index.close()


def test_dropped_keys_of_sealed_segments_are_gone_for_good(folder: Path) -> None:
    """R2: single keys leave sealed files too; the other rows stay, and are sealed again."""
    index = opened(folder)
    whole = vectors(2 * SEGMENT + 40)
    assert index.drop(np.array([1, 7, SEGMENT + 3, 99_999])) == 3
    assert index.drop(np.array([1])) == 0
    left = np.setdiff1d(np.arange(1, 2 * SEGMENT + 41), [1, 7, SEGMENT + 3])
    while index.maintain():
        pass
    for _ in range(2):
        assert index.keys().tolist() == left.tolist()
        np.testing.assert_allclose(index.fetch(left)[1], whole[left - 1], atol=1e-3)
        assert (index.digests()[1] == left * 7).all()
        assert index.check() == ()
        index.close()
        index = opened(folder)
    index.close()


def test_a_graph_grows_and_is_as_one_of_all_at_once(tmp_path: Path) -> None:
    """D3, E1: a graph takes further vectors in until it is full, the same byte for byte as of all at once."""
    count = 5 * SEGMENT + 10
    whole, keys = vectors(count), np.arange(1, count + 1)
    at_once = opened(tmp_path / "once", 4 * SEGMENT)
    at_once.add(keys, whole, keys)
    while at_once.maintain():
        pass
    folder = tmp_path / "parts"
    index = opened(folder, 4 * SEGMENT)
    for start in range(0, 5 * SEGMENT, SEGMENT):
        part = slice(start, start + SEGMENT)
        index.add(keys[part], whole[part], keys[part])
        assert index.maintain() and not index.maintain()
        if start == SEGMENT:
            index.close()
            index = opened(folder, 4 * SEGMENT)
    index.add(keys[-10:], whole[-10:], keys[-10:])
    for each in (at_once, index):
        assert [one.items for one in each.segments()] == [4 * SEGMENT, SEGMENT, 10]
        assert each.check() == ()
    graphs = [[one.read_bytes() for one in sorted(where.glob("*.ann"))] for where in (tmp_path / "once", folder)]
    assert graphs[0] == graphs[1]
    assert len(list(folder.glob("*.vec"))) == 3
    again = opened(folder)
    for each in (index, again):
        np.testing.assert_allclose(each.fetch(keys)[1], whole, atol=1e-3)
        assert [each.search(whole[row], 1, KeySelection()).keys[0] for row in (0, 700, count - 1)] == [1, 701, count]


def test_a_graph_grows_by_what_came_late(tmp_path: Path) -> None:
    """E1, B12.2: vectors of earlier memories and of parts of texts, which stand before others in a file, come in, too."""
    late = np.array([row_of(3, 1), row_of(3, 2), *range(1, SEGMENT - 1)])
    soon = np.arange(SEGMENT, 2 * SEGMENT)
    rows = np.concatenate([soon, late])
    whole = vectors(len(rows))
    index = opened(tmp_path / "index", 4 * SEGMENT)
    for part in (slice(SEGMENT), slice(SEGMENT, None)):
        index.add(rows[part], whole[part])
        assert index.maintain()
    assert [one.items for one in index.segments()] == [2 * SEGMENT]
    assert index.check() == ()
    found = [int(index.search(vector, 1, KeySelection()).keys[0]) for vector in whole]
    whose = [row if row > 0 else 3 for row in rows.tolist()]
    assert np.mean([one == other for one, other in zip(found, whose, strict=True)]) > 0.99
    index.close()
    assert opened(tmp_path / "index").keys().tolist() == sorted(set(whose))


def test_graphs_that_fit_become_one(folder: Path) -> None:
    """E1: segments of an earlier program, whose graphs cannot grow, are made one that can, and nothing is lost."""
    as_format_1(folder)
    index = opened(folder, 4 * SEGMENT)
    assert index.maintain() and not index.maintain()
    assert [one.items for one in index.segments()] == [2 * SEGMENT, 40]
    assert index.check() == ()
    keys = np.arange(1, 2 * SEGMENT + 41)
    index.add(keys + len(keys), vectors(len(keys), 3))
    assert index.maintain() and not index.maintain()
    assert [one.items for one in index.segments()] == [4 * SEGMENT, 80]
    np.testing.assert_allclose(index.fetch(keys)[1], vectors(len(keys)), atol=1e-3)
    index.close()
    opened(folder).close()


def test_graphs_of_an_earlier_program_are_made_anew(folder: Path) -> None:
    """E1: graphs that are full, and are of an earlier program, are made anew one by one, and nothing is lost."""
    as_format_1(folder)
    index = opened(folder, SEGMENT)
    assert index.maintain() and index.maintain() and not index.maintain()
    assert [one["quantizer"] is None for one in manifest_of(folder)["segments"]] == [False, False, True]
    assert [one.items for one in index.segments()] == [SEGMENT, SEGMENT, 40]
    keys = np.arange(1, 2 * SEGMENT + 41)
    np.testing.assert_allclose(index.fetch(keys)[1], vectors(len(keys)), atol=1e-3)
    index.close()
    opened(folder).close()


BAD_MANIFESTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "count": lambda body: body["segments"][0].update(count=7),
    "count 0": lambda body: body["segments"][0].update(count=0),
    "count text": lambda body: body["segments"][0].update(count="many"),
    "count huge": lambda body: body["segments"][0].update(count=10**15),
    "dim": lambda body: body.update(dim=DIM + 1),
    "dim 0": lambda body: body.update(dim=0),
    "kind": lambda body: body["segments"][0].update(kind="delta"),
    "files": lambda body: body["segments"][0].update(files={}),
    "files text": lambda body: body["segments"][0].update(files="x"),
    "twice": lambda body: body["segments"].append(body["segments"][0]),
    "next": lambda body: body.update(next_number=1),
    "segments": lambda body: body.update(segments=5),
    "format": lambda body: body.update(format=[2]),
    "written": lambda body: body["segments"][0].update(written_at=5),
    "probes": lambda body: body["segments"][0].update(probes=[[99_999, [1]]]),
    "probes text": lambda body: body["segments"][0].update(probes="none"),
    "bound": lambda body: body["segments"][0].update(bound=False),
    "seen": lambda body: body.update(seen="far"),
    "quantizer": lambda body: body["segments"][0].update(quantizer=5),
    "quantizer short": lambda body: body["segments"][0]["quantizer"].update(shift="AAAA"),
    "quantizer step": lambda body: body["segments"][0]["quantizer"].update(step=0.0),
    "model": lambda body: body.update(model_version="../x"),
}


@pytest.mark.parametrize("name", BAD_MANIFESTS)
def test_a_manifest_that_says_what_cannot_be_is_damage(folder: Path, name: str) -> None:
    """R11: every wrong value in a manifest is told as damage, and nothing is deleted for it."""
    rewrite(folder, BAD_MANIFESTS[name])
    before = sorted(one.name for one in folder.iterdir())
    with pytest.raises(IndexDamagedError):
        opened(folder)
    assert sorted(one.name for one in folder.iterdir()) == before


@pytest.mark.parametrize("text", [b"", b"[]", b"5", b"null", b"\xff", b"{", b'{"format":3}'])
def test_a_manifest_that_is_none_is_damage(folder: Path, text: bytes) -> None:
    """R11: whatever stands in the manifest's file is told as damage."""
    (folder / "manifest.json").write_bytes(text)
    with pytest.raises(IndexDamagedError):
        opened(folder)


@pytest.mark.parametrize("kind", ["pipe", "folder", "link to nothing"])
@pytest.mark.parametrize("name", ["manifest.json", "sealed-00000002.vec", "sealed-00000002.ann"])
def test_what_stands_in_place_of_a_file_is_damage(folder: Path, kind: str, name: str) -> None:
    """R11: a pipe, a folder or a link instead of a file is told, and never waited for."""
    assert (folder / name).is_file()
    (folder / name).unlink()
    if kind == "pipe":
        os.mkfifo(folder / name)
    elif kind == "folder":
        (folder / name).mkdir()
    else:
        (folder / name).symlink_to(folder / "nothing")
    with pytest.raises(IndexDamagedError):
        opened(folder)


def test_what_others_put_beside_the_files_is_ignored(folder: Path) -> None:
    """R11: sub-folders and files of others are no damage, and stay."""
    (folder / "@eaDir").mkdir()
    (folder / "@eaDir" / "x").write_text("thumbnail")
    (folder / "delta-00000099.vec.conflict").write_text("of a file server")
    opened(folder).close()
    assert (folder / "@eaDir" / "x").exists()
    assert (folder / "delta-00000099.vec.conflict").exists()


@pytest.mark.parametrize("depth", [0, 1])
def test_a_file_in_place_of_the_folder_is_set_aside(tmp_path: Path, depth: int) -> None:
    """R11: a file where the index's folder, or the folder above it, should be is damage, and can be set aside."""
    where = tmp_path / "vectors" / VERSION
    place = where if depth == 0 else where.parent
    place.parent.mkdir(exist_ok=True)
    place.write_text("somebody's")
    with pytest.raises(IndexDamagedError, match="not a folder"):
        opened(where)
    moved = set_aside(where, Clock())
    assert moved is not None
    assert moved.read_text() == "somebody's"
    opened(where).close()


def test_one_damaged_copy_is_kept(folder: Path) -> None:
    """T1: setting an index aside again replaces the copy of the last time."""
    pristine, clock = folder.with_name("pristine"), Clock(tick=timedelta(seconds=1))
    shutil.copytree(folder, pristine)
    for _ in range(3):
        assert set_aside(folder, clock) is not None
        assert len(damaged_copies(folder.parent, folder.name)) == 1
        shutil.copytree(pristine, folder)
    with pytest.raises(KnownError):
        SegmentedVectorIndex.open(folder, "other@00000000", DIM, Clock())
