"""What a person does to memories, off the GUI thread, each with its way back.

Every command says what it did in a `Done` with an undo; the window shows it as a banner. The stack of undos lives as
long as the session. An undo is a new event too: a forgotten memory comes back as a new memory whose lineage names it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memory_desktop.bridge.runner import Report, Runner, Token
from memory_desktop.core.records import Draft, Memory

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

_CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Done:
    """What was done: a sentence, the undo's name ("Forget 3 memories") or "", and the id of a memory to show."""

    text: str
    undo_name: str = ""
    show: str = ""


@dataclass(frozen=True, slots=True)
class _Outcome:
    done: Done
    undo: Callable[[Engine], str] | None = None


class Commands(QObject):
    """Signals: `done(Done)`; `undo_changed(str)`, the name of what Undo would take back, or ""; `failed(exception)`."""

    done = Signal(object)
    undo_changed = Signal(str)
    failed = Signal(object)

    def __init__(self, engine: Engine, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._runner = runner
        self._undos: list[tuple[str, Callable[[Engine], str]]] = []

    def remember(self, draft: Draft) -> None:
        """Keep a new memory."""

        def work(engine: Engine) -> _Outcome:
            kept = engine.remember(draft)
            if kept.duplicate:
                return _Outcome(Done("That text is remembered already; nothing was added.", show=kept.memory.id))
            return _Outcome(
                Done("Remembered.", "New memory", kept.memory.id),
                lambda e: _forget(e, [kept.memory.id], "Took the new memory back."),
            )

        self._start(work)

    def edit(
        self,
        memory: Memory,
        content: str,
        *,
        kind: str | None = None,
        layer: str | None = None,
        tags: Sequence[str] | None = None,
    ) -> None:
        """Change a memory's text (a new memory supersedes it) and labels."""

        def work(engine: Engine) -> _Outcome:
            now = memory
            if content.strip() != memory.content.strip():
                now = engine.edit(memory.id, content)
            wanted = tuple(tags) if tags is not None else now.tags
            changes = _Labels(
                add=tuple(tag for tag in wanted if tag not in now.tags),
                remove=tuple(tag for tag in now.tags if tag not in wanted),
                kind=kind if kind != now.kind else None,
                layer=layer if layer != now.layer.value else None,
            )
            relabelled = changes.apply(engine, [now.id])
            if now.id != memory.id:
                return _Outcome(
                    Done("Saved. The earlier text is kept as superseded.", "Edit memory", now.id),
                    lambda e: _swap(e, now.id, [memory.id], "The earlier text is back."),
                )
            if relabelled:
                return _Outcome(Done("Saved.", "Edit labels", now.id), _labels_back([memory], "Labels are back."))
            return _Outcome(Done("Nothing changed.", show=now.id))

        self._start(work)

    def relabel(
        self,
        keys: Sequence[int],
        *,
        add_tags: Sequence[str] = (),
        remove_tags: Sequence[str] = (),
        kind: str | None = None,
        layer: str | None = None,
    ) -> None:
        """Change labels of many."""

        def work(engine: Engine) -> _Outcome:
            before = _fetch(engine, keys)
            changes = _Labels(tuple(add_tags), tuple(remove_tags), kind, layer)
            number = changes.apply(engine, [memory.id for memory in before])
            text = f"Changed {_memories(number)}."
            return _Outcome(
                Done(text, f"Change {_memories(number)}"),
                _labels_back(before, f"Changed {_memories(number)} back."),
            )

        self._start(work)

    def forget(self, keys: Sequence[int]) -> None:
        """Forget memories, at once."""

        def work(engine: Engine) -> _Outcome:
            ids = [memory.id for memory in _fetch(engine, keys) if memory.status.value != "tombstone"]
            if not ids:
                return _Outcome(Done("They were forgotten already."))
            number = engine.forget(ids)
            return _Outcome(
                Done(f"Forgot {_memories(number)}.", f"Forget {_memories(number)}"),
                lambda e: _restore(e, ids),
            )

        self._start(work)

    def restore(self, keys: Sequence[int]) -> None:
        """Bring forgotten or superseded texts back as new memories."""

        def work(engine: Engine) -> _Outcome:
            made = engine.restore([memory.id for memory in _fetch(engine, keys)])
            ids = [memory.id for memory in made]
            return _Outcome(
                Done(
                    f"Restored {_memories(len(made))}.",
                    f"Restore {_memories(len(made))}",
                    ids[0] if ids else "",
                ),
                lambda e: _forget(e, ids, f"Forgot {_memories(len(ids))} again."),
            )

        self._start(work)

    def merge(self, keys: Sequence[int], content: str) -> None:
        """Make one memory of several."""

        def work(engine: Engine) -> _Outcome:
            ids = [memory.id for memory in _fetch(engine, keys)]
            made = engine.merge(ids, content)
            return _Outcome(
                Done(f"Merged {_memories(len(ids))} into one.", f"Merge {_memories(len(ids))}", made.id),
                lambda e: _swap(e, made.id, ids, f"{_memories(len(ids)).capitalize()} are back."),
            )

        self._start(work)

    @property
    def undo_name(self) -> str:
        """What Undo would take back, or ""."""
        return self._undos[-1][0] if self._undos else ""

    def undo(self) -> None:
        """Take the last one back."""
        if not self._undos:
            return
        _name, back = self._undos.pop()
        self.undo_changed.emit(self.undo_name)
        self._start(lambda engine: _Outcome(Done(back(engine))))

    def _start(self, work: Callable[[Engine], _Outcome]) -> None:
        def run(_token: Token, _report: Report) -> _Outcome:
            return work(self._engine)

        self._runner.run(self, run, self._finish, failed=self.failed.emit)

    def _finish(self, outcome: _Outcome) -> None:
        if outcome.undo is not None and outcome.done.undo_name:
            self._undos.append((outcome.done.undo_name, outcome.undo))
            self.undo_changed.emit(self.undo_name)
        self.done.emit(outcome.done)


@dataclass(frozen=True, slots=True)
class _Labels:
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    kind: str | None = None
    layer: str | None = None

    def apply(self, engine: Engine, ids: Sequence[str]) -> int:
        if not ids or self == _Labels():
            return 0
        return engine.update(ids, add_tags=self.add, remove_tags=self.remove, kind=self.kind, layer=self.layer)


def _memories(number: int) -> str:
    return f"{number:,} {'memory' if number == 1 else 'memories'}"


def _fetch(engine: Engine, keys: Sequence[int]) -> list[Memory]:
    found: list[Memory] = []
    for start in range(0, len(keys), _CHUNK):
        found += engine.page(keys[start : start + _CHUNK])
    return found


def _forget(engine: Engine, ids: Sequence[str], text: str) -> str:
    engine.forget(ids)
    return text


def _restore(engine: Engine, ids: Sequence[str]) -> str:
    return f"Restored {_memories(len(engine.restore(ids)))}."


def _swap(engine: Engine, made: str, ids: Sequence[str], text: str) -> str:
    """First bring the sources back, so that no moment is without them."""
    engine.restore(ids)
    engine.forget([made])
    return text


def _labels_back(before: Sequence[Memory], text: str) -> Callable[[Engine], str]:
    def back(engine: Engine) -> str:
        groups: dict[_Labels, list[str]] = defaultdict(list)
        for memory in before:
            now = engine.get(memory.id)
            change = _Labels(
                add=tuple(tag for tag in memory.tags if tag not in now.tags),
                remove=tuple(tag for tag in now.tags if tag not in memory.tags),
                kind=memory.kind if memory.kind != now.kind else None,
                layer=memory.layer.value if memory.layer != now.layer else None,
            )
            groups[change].append(memory.id)
        for change, ids in groups.items():
            change.apply(engine, ids)
        return text

    return back
