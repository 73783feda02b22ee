"""What is done to the memories that are selected in a list: the same in Memories and in Search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QObject, QRect, Slot
from PySide6.QtWidgets import QWidget

from memory_desktop.bridge import meta_commands
from memory_desktop.bridge.runner import Token
from memory_desktop.core.answers import Facets
from memory_desktop.core.memory.records import Memory, Status
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.ui.memories.dialogs import AssemblyDialog
from memory_desktop.ui.memories.in_place import TagsCard, ask_kind
from memory_desktop.ui.tag_field import TagsOf
from memory_desktop.ui.view import View

_PAGE = 1000
#: Tags are counted in so many of the selected memories at most.
_COUNTED = 5000


class SelectionCommands(QObject):
    """Commands on the selected memories of a view.

    Args:
        view: has the session, and lies under the card of tags.
        found: the list, which gets the focus back. keys: of what is selected in it, in the order of its rows.
        spot: where the current row shows its tags ("tags") or kind ("kind"), in pixels of the view.
    """

    def __init__(
        self, view: View, found: QWidget, keys: Callable[[], Sequence[int]], spot: Callable[[str], QRect]
    ) -> None:
        super().__init__(view)
        self._view = view
        self._found = found
        self._keys = keys
        self._spot = spot
        self.card = TagsCard(view)
        self.card.closed.connect(found.setFocus)
        self.card.field.changed.connect(self.change_tags)
        self.card.field.tags_wanted.connect(self._offer_tags)

    @Slot()
    def edit_tags(self) -> None:
        """Show the tags of what is selected, to change them in place."""
        keys, session = list(self._keys()), self._view.session
        if not keys or session is None or session.past is not None:
            return
        engine = session.engine

        def work(token: Token) -> TagsOf:
            counts: Counter[str] = Counter()
            total = 0
            for start in range(0, min(len(keys), _COUNTED), _PAGE):
                if token.cancelled():
                    break
                for memory in engine.page(keys[start : min(start + _PAGE, _COUNTED)]):
                    counts.update(memory.tags)
                    total += 1
            known = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
            return TagsOf(tuple(keys), dict(known), max(1, total))

        session.runner.query(self._view, work, self._show_tags, failed=self._view.message.emit, channel="tags")

    def _show_tags(self, of: TagsOf) -> None:
        if self._view.isVisible():
            self.card.edit(of, self._spot("tags"))

    @Slot(object, object, object)
    def change_tags(self, keys: Sequence[int], added: Sequence[str], removed: Sequence[str]) -> None:
        """Add and remove tags, in one step."""
        session = self._view.session
        if session is not None and session.past is None:
            session.commands.relabel(list(keys), add_tags=added, remove_tags=removed)

    @Slot()
    def _offer_tags(self) -> None:
        session = self._view.session
        if session is not None:
            session.counts.facets(session.reader, RecordFilter(), self, self._on_facets, once=True)

    def _on_facets(self, facets: Facets) -> None:
        self.card.field.offer(facets.tags)

    @Slot()
    def choose_kind(self) -> None:
        """Let somebody choose another kind for what is selected."""
        keys, session = list(self._keys()), self._view.session
        if not keys or session is None or session.past is not None:
            return
        engine = session.engine

        def work(_token: Token) -> str:
            kinds = {memory.kind for memory in engine.page(keys[:_PAGE])}
            return kinds.pop() if len(kinds) == 1 and len(keys) <= _PAGE else ""

        def ask(current: str) -> None:
            offer = partial(self._ask_kind, keys, current)
            session.counts.facets(session.reader, RecordFilter(), self, offer, once=True)

        session.runner.query(self._view, work, ask, failed=self._view.message.emit, channel="kind")

    def _ask_kind(self, keys: list[int], current: str, facets: Facets) -> None:
        if self._view.isVisible():
            where = self._view.mapToGlobal(self._spot("kind").bottomLeft())
            ask_kind(self._view, where, facets.kinds, current, partial(self._set_kind, keys))

    def _set_kind(self, keys: list[int], kind: str) -> None:
        if self._view.session is not None:
            self._view.session.commands.relabel(keys, kind=kind)

    @Slot(str)
    def set_kind(self, kind: str) -> None:
        """Give what is selected a kind."""
        keys = list(self._keys())
        if keys:
            self._set_kind(keys, kind)

    @Slot(str)
    def set_layer(self, layer: str) -> None:
        """Put what is selected into a layer."""
        keys = list(self._keys())
        if keys and self._view.session is not None:
            self._view.session.commands.relabel(keys, layer=layer)

    @Slot(bool)
    def protect(self, on: bool) -> None:
        """Keep what is selected from fading and being forgotten by the program, or let that happen again."""
        keys, session = list(self._keys()), self._view.session
        if keys and session is not None and session.past is None:
            meta_commands.protect(session.commands, keys, on=on)

    @Slot()
    def forget(self) -> None:
        """Forget what is selected at once; the banner offers Undo."""
        keys = list(self._keys())
        if keys and self._view.session is not None:
            self._view.session.commands.forget(keys)

    @Slot()
    def assemble(self) -> None:
        """Put what is selected into an assembly, whose name is asked for."""
        keys, session = list(self._keys()), self._view.session
        if not keys or session is None:
            return
        assemblies = session.engine.assemblies

        def work(_token: Token) -> dict[str, str]:
            return {one.id: one.name for one in assemblies.all()}

        session.runner.query(self._view, work, partial(self._ask_assembly, keys), channel="assemblies")

    def _ask_assembly(self, keys: list[int], existing: Mapping[str, str]) -> None:
        dialog = AssemblyDialog(len(keys), existing, self._view)
        dialog.accepted.connect(partial(self._assemble, dialog, keys))
        dialog.open()

    def _assemble(self, dialog: AssemblyDialog, keys: list[int]) -> None:
        session = self._view.session
        if session is None:
            return
        if dialog.chosen:
            session.commands.join_assembly(dialog.chosen, keys)
        else:
            session.commands.assemble(keys, dialog.name.currentText())

    @Slot()
    def export(self) -> None:
        """Export what is selected."""
        keys, session = list(self._keys()), self._view.session
        if not keys or session is None:
            return
        engine = session.engine

        def work(_token: Token) -> RecordFilter:
            found: list[Memory] = engine.page(keys)
            return RecordFilter(ids=tuple(one.id for one in found), statuses=tuple(status.value for status in Status))

        session.runner.query(self._view, work, self._view.export_requested.emit, channel="export")
