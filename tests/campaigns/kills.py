"""kill -9 at random moments under every kind of operation: what was acknowledged is there, and jobs are finished.

    python -m tests.campaigns.kills --count 1000 --seed 1

A try lets a child process work on a copy of a vault, and kills it after a random time. The child writes down how far the
log had come, with its hash, after each operation that returned. The vault is then opened again: it must have lost no
event, hold that hash at that place, verify, and finish what was begun; of turns of conversations also what follows in
the background: facts, without repeats, and the summary; of runs of the forgetting schedule and of consolidation, that
they go on to their end and do nothing twice. An upgrade and a rebuild are killed in the same way.
"""

from __future__ import annotations

import functools
import multiprocessing
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path

import orjson

from memory_desktop.core.conversation.cycles import MESSAGE_KIND, Cycle, CycleDraft, Stage
from memory_desktop.core.errors import KnownError
from memory_desktop.core.memory.records import generated_from
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.engine import Engine
from memory_desktop.wiring import open_vault, rebuild_vault
from tests.campaigns import common
from tests.engine.test_lab_and_migration import Shelf

_FORMATS = sorted((Path(__file__).parents[1] / "formats").glob("format-*.zip"))
_LONGEST = 1.2
# This share of the tries is killed only after the first acknowledgement.
_FROM_FIRST = 0.8
_MEMORIES = 60
_SECRET = "zwiebelfisch"
_USER = "ann"
#: So many memories are due at once: several batches of a run.
_DUE = 900
_PAGE = 100
_TALK = (
    ("My sister Mara works at the aquarium in Porto.", "How nice."),
    ("I was terrified of the flood in Porto.", "I am sorry to hear that."),
    ("Mara and I are so happy about the fig tree!", "Lovely."),
    ("How do I prune the fig tree?", "1. Wait for winter.\n2. Cut above a bud.\n3. Burn the wood."),
    ("Thanks, that worked!", "You are welcome."),
)
_FERRY = re.compile(r"ferry number (\d+) ", re.IGNORECASE)

Act = Callable[[Engine, random.Random, Path, int], None]


def _add(vault: Engine, chance: random.Random, _folder: Path, number: int) -> None:
    vault.remember(common.draft(chance, 10_000 + number))


def _edit(vault: Engine, chance: random.Random, _folder: Path, number: int) -> None:
    vault.edit(chance.choice(common.active_ids(vault)), common.sentence(chance, 20_000 + number))


def _forget(vault: Engine, chance: random.Random, _folder: Path, _number: int) -> None:
    vault.forget(chance.sample(common.active_ids(vault), 2))


def _merge(vault: Engine, chance: random.Random, _folder: Path, _number: int) -> None:
    free = [id for id in common.active_ids(vault) if not vault.memory_merging.goes_into(id)]
    vault.merge(chance.sample(free, 2))


def _assemblies(vault: Engine, chance: random.Random, _folder: Path, number: int) -> None:
    made = [vault.assemblies.create(f"group {number} {n}", chance.sample(common.active_ids(vault), 3)) for n in (0, 1)]
    vault.sync()
    vault.merging.begin([one.id for one in made], f"merged {number}")


def _import(vault: Engine, chance: random.Random, folder: Path, number: int) -> None:
    rows = [{"content": common.sentence(chance, 30_000 + 200 * number + row)} for row in range(150)]
    source = folder / "rows.jsonl"
    source.write_bytes(b"\n".join(map(orjson.dumps, rows)))
    vault.import_path(source)


def _sync(vault: Engine, chance: random.Random, folder: Path, number: int) -> None:
    _add(vault, chance, folder, number)
    vault.sync()


def _undo(vault: Engine, chance: random.Random, _folder: Path, _number: int) -> None:
    (vault.undo if chance.random() < 0.6 else vault.redo)()


def _rewind(vault: Engine, chance: random.Random, _folder: Path, _number: int) -> None:
    vault.time.rewind(chance.randint(2, vault.head))


def _snapshot(vault: Engine, _chance: random.Random, _folder: Path, number: int) -> None:
    vault.snapshots.create(f"number {number}")


def _verify(vault: Engine, _chance: random.Random, _folder: Path, _number: int) -> None:
    vault.verify(repair=True)


def _migrate(vault: Engine, _chance: random.Random, _folder: Path, _number: int) -> None:
    other = "other" if vault.model_version.startswith("small") else "bundled"
    vault.models.start(other)
    while vault.models.step() or vault.models.maintain():
        pass
    vault.models.switch()


def _process(vault: Engine, chance: random.Random, _folder: Path, number: int) -> None:
    """A turn with one fact of its own and one that each turn repeats, and some of the work that follows."""
    said = f"My dog is called Kaffe. Remember that ferry number {number} leaves at noon."
    turn = CycleDraft(user_input=said, final_response="Noted.", user_id=_USER, session_id=f"session {number % 3}")
    vault.conversations.process(turn)
    for _ in range(chance.randint(0, 6)):
        vault.conversations.work()


def _fade(vault: Engine, chance: random.Random, folder: Path, number: int) -> None:
    """Many memories of long ago are due: some fade, some are forgotten; a part of them is protected."""
    rows = [
        {
            "content": common.sentence(chance, 60_000 + 1_000 * number + row),
            "created_at": "2015-01-01",
            "salience": 0.04,
        }
        for row in range(_DUE)
    ]
    source = folder / "old.jsonl"
    source.write_bytes(b"\n".join(map(orjson.dumps, rows)))
    vault.import_path(source)
    vault.layers.meta.protect(chance.sample(common.active_ids(vault), 5))
    vault.layers.meta.forgetting.run(most=chance.choice((0, 0, _DUE // 2)))


def _consolidate(vault: Engine, chance: random.Random, _folder: Path, number: int) -> None:
    """Turns with names, feelings and a way of doing something, and a run over them."""
    for place in range(chance.randint(3, 8)):
        said, answer = chance.choice(_TALK)
        turn = CycleDraft(
            user_input=f"{said} ({number}.{place})", final_response=answer, user_id=_USER, session_id=f"talk {number}"
        )
        vault.conversations.record(turn)
    vault.layers.consolidation.run(_USER)


def _keep_secret(vault: Engine, _chance: random.Random, _folder: Path, number: int) -> None:
    vault.remember(f"The {_SECRET} number {number} is nobody's business")


_ACTS: dict[str, Act] = {
    "add": _add,
    "edit": _edit,
    "forget": _forget,
    "merge": _merge,
    "merge assemblies": _assemblies,
    "import": _import,
    "sync": _sync,
    "undo": _undo,
    "rewind": _rewind,
    "snapshot": _snapshot,
    "verify": _verify,
    "migration": _migrate,
    "process": _process,
    "forgetting": _fade,
    "consolidation": _consolidate,
}
_ALONE = ("purge", "rebuild", "upgrade", "everything")
KINDS = (*_ACTS, *_ALONE)


@functools.cache
def _ready() -> Path:
    """A vault to copy."""
    path = Path(tempfile.mkdtemp(prefix="memory-desktop-campaign-")) / "vault"
    chance = random.Random(7)
    with _open(path, create=True) as vault:
        for number in range(_MEMORIES):
            vault.remember(common.draft(chance, number))
        vault.sync()
        vault.forget(common.active_ids(vault)[:3])
        vault.snapshots.create("before")
        _keep_secret(vault, chance, path, 0)
        vault.sync()
    return path


def _open(path: Path, *, create: bool = False) -> Engine:
    return open_vault(path, create=create, new_id=lambda: "test", shelf=Shelf())


def _child(path: Path, kind: str, seed: str, acks: Path) -> None:
    """Work until killed. Runs in a process of its own."""
    chance = random.Random(seed)
    with acks.open("ab", buffering=0) as said:
        try:
            _work(path, kind, chance, lambda vault: said.write(_ack(vault)))
        except BaseException:
            said.write(orjson.dumps({"failed": traceback.format_exc()}) + b"\n")
            raise


def _ack(vault: Engine) -> bytes:
    receipt = vault.receipt()
    return orjson.dumps({"event": receipt.position, "hash": receipt.hash}) + b"\n"


def _work(path: Path, kind: str, chance: random.Random, acknowledge: Callable[[Engine], object]) -> None:
    number = 0
    while True:
        number += 1
        if kind == "rebuild":
            rebuild_vault(path)
            continue
        with _open(path) as vault:
            acknowledge(vault)
            if kind == "upgrade":
                continue
            if kind == "purge":
                _keep_secret(vault, chance, path.parent, number)
                vault.sync()
                found = [one.id for one in vault.page(vault.keys(RecordFilter())) if _SECRET in one.content]
                vault.purge(vault.plan_purge(found))
                acknowledge(vault)
                continue
            for _ in range(chance.randint(3, 12)):
                number += 1
                name = chance.choice(list(_ACTS)) if kind == "everything" else kind
                try:
                    _ACTS[name](vault, chance, path.parent, number)
                except KnownError:
                    continue  # a random command may be refused
                acknowledge(vault)
                if chance.random() < 0.5:
                    vault.sync()


def attempt(folder: Path, chance: random.Random, number: int) -> str:
    """One try; see the module."""
    kind = KINDS[number % len(KINDS)]
    path, acks = folder / "vault", folder / "acks.jsonl"
    if kind == "upgrade":
        with zipfile.ZipFile(chance.choice(_FORMATS)) as archive:
            archive.extractall(folder)
    else:
        shutil.copytree(_ready(), path)
    acks.touch()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "tests.campaigns.kills"])
    child = context.Process(target=_child, args=(path, kind, f"{number} {chance.random()}", acks), daemon=True)
    child.start()
    moment = chance.random() ** 2 * _LONGEST + 0.02
    if chance.random() < _FROM_FIRST and kind not in ("rebuild", "upgrade"):
        while child.is_alive() and not acks.stat().st_size:  # a busy machine would else be killed at the beginning only
            child.join(0.01)
    child.join(moment)
    if child.is_alive() and child.pid is not None:
        os.kill(child.pid, signal.SIGKILL)
    child.join()
    told = [orjson.loads(line) for line in acks.read_bytes().split(b"\n")[:-1]]
    if told and "failed" in told[-1]:
        raise common.LawBrokenError(f"{kind}: {told[-1]['failed']}")
    _check(path, kind, told)
    return f"{kind}: {'in the middle' if told else 'at the beginning'}"


def _check(path: Path, kind: str, told: list[dict[str, object]]) -> None:
    """The law."""
    try:
        with _open(path) as vault:
            _require(vault.loss is None, f"{kind}: {vault.loss}")
            for one in told[-1:]:
                receipt = vault.receipt()
                stands = vault._store.log.hash_of(int(str(one["event"])))
                _require(stands == one["hash"], f"{kind}: event {one['event']} of {receipt.position} is lost")
            vault.catch_up()
            vault.retry_now()
            vault.sync()
            report = vault.verify()
            _require(report.ok, f"{kind}: {report.findings}")
            waiting = [*vault.merges.waiting(of_memories=True), *vault.merges.waiting(of_memories=False)]
            _require(not waiting, f"{kind}: a merge is not finished: {waiting}")
            for snapshot in vault.snapshots.list():
                check = vault.snapshots.validate(snapshot.id)
                _require(check.ok, f"{kind}: {snapshot.id}: {check.problems}")
            if kind == "process":
                _check_turns(vault)
            if kind in ("forgetting", "everything"):
                _check_forgetting(vault)
            if kind in ("consolidation", "everything"):
                _check_consolidation(vault)
            texts = [memory.content for memory in vault.page(vault.keys(RecordFilter()))]
            kept = any(_SECRET in text for text in texts)
        _require(not (path / "purge.due").exists(), f"{kind}: a purge is not finished")
        _require(not (path / "rebuild").exists(), f"{kind}: a rebuild is not cleared away")
        if kind == "purge" and not kept:
            held = [file for file in path.rglob("*") if file.is_file() and _SECRET.encode() in file.read_bytes()]
            _require(not held, f"{kind}: the text is still in {held}")
    except common.LawBrokenError:
        raise
    except Exception as error:
        raise common.LawBrokenError(f"{kind}: {traceback.format_exc()}") from error


def _check_turns(vault: Engine) -> None:
    """Each turn is learned from once, what several of them say is kept once, and the summary counts each once."""
    while vault.conversations.work():
        pass
    turns = _turns(vault)
    unfinished = [one.cycle_id for one in turns if one.extraction is not Stage.COMPLETED]
    _require(not unfinished and not vault.conversations.waiting_turns(), f"process: not learned from: {unfinished}")
    learned = [one.content for one in vault.page(vault.keys(RecordFilter())) if one.kind != MESSAGE_KIND]
    ferries = sorted(match[1] for text in learned if (match := _FERRY.search(text)))
    said = sorted(match[1] for one in turns if (match := _FERRY.search(one.user_input)))
    _require(ferries == said, f"process: of {said} the vault knows {ferries}")
    dogs = sum("Kaffe" in text for text in learned)
    _require(dogs == min(1, len(turns)), f"process: the dog's name is kept {dogs} times")
    counted = vault.conversations.summary(_USER).update_count
    _require(counted == len(turns), f"process: the summary counts {counted} of {len(turns)} turns")


def _turns(vault: Engine) -> list[Cycle]:
    """All turns of the user."""
    found: list[Cycle] = []
    page = vault.conversations.list_cycles(user_id=_USER, limit=_PAGE)
    while True:
        found += page.cycles
        if not page.cursor:
            return found
        page = vault.conversations.list_cycles(user_id=_USER, limit=_PAGE, cursor=page.cursor)


def _check_forgetting(vault: Engine) -> None:
    """A run that was killed goes on by itself to its end, deals with each memory once and with none that is protected,
    and is taken back as a whole."""
    forgetting, protected = vault.layers.meta.forgetting, vault.layers.meta.protected_keys()
    while forgetting.step():
        pass
    runs = [one for one in forgetting.runs() if one.state != "undone"]
    for run in runs:
        _require(run.state == "done", f"forgetting: the run of {run.seq} is {run.state}")
        _require(len(set(run.lines)) == len(run.lines), f"forgetting: the run of {run.seq} dealt twice with a memory")
        _require(run.faded + run.forgotten == len(run.lines), f"forgetting: the run of {run.seq} counts otherwise")
    if not runs or vault.undo_stacks().undo[0].command != runs[0].seq:
        return
    before = len(vault.keys(RecordFilter()))
    vault.undo(runs[0].seq)
    after = len(vault.keys(RecordFilter()))
    _require(after - before == runs[0].forgotten, f"forgetting: {after - before} of {runs[0].forgotten} came back")
    kept = vault.layers.meta.protected_keys()
    _require(protected <= kept, "forgetting: what was protected is so no longer")


def _check_consolidation(vault: Engine) -> None:
    """A run that was killed goes on by itself, a second finds nothing, each turn is one episode, and no concept,
    procedure or event is there twice."""
    runs, layers = vault.layers.consolidation, vault.layers
    while runs.step():
        pass
    states = {one.state for one in runs.list()}
    _require(states <= {"done", "undone"}, f"consolidation: runs are {states}")
    if not states:
        return
    runs.run(_USER)
    _require(runs.run(_USER).nothing, "consolidation: a further run finds something")
    episodes = layers.episodes.by_user(_USER, None)
    turns = _turns(vault)
    _require(
        sorted(one.cycle.cycle_id for one in episodes) == sorted(one.cycle_id for one in turns),
        f"consolidation: {len(episodes)} episodes of {len(turns)} turns",
    )
    concepts = [one.payload.identity for one in layers.concepts.list(_USER)]
    _require(len(set(concepts)) == len(concepts), f"consolidation: concepts are there twice: {concepts}")
    felt = [generated_from(layers.emotions.get(one.id).memory.metadata) for one in layers.emotions.events(_USER)]
    _require(all(felt), "consolidation: an event names no messages")
    _require(len(set(felt)) == len(felt), f"consolidation: events of one turn are there twice: {felt}")


def _require(holds: bool, what: str) -> None:
    if not holds:
        raise common.LawBrokenError(what)


if __name__ == "__main__":
    sys.exit(common.main(__doc__ or "", attempt))
