"""The numbers around the views, in the sidebar and the status bar: counted anew a moment after something changed."""

from __future__ import annotations

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.answers import ChangeSet, Facets, VaultStatus
from memory_desktop.core.query.language import RecordFilter
from memory_desktop.engine.assembly.assemblies import AssemblyState
from memory_desktop.ui.staleness import Staleness
from memory_desktop.ui.window.sidebar import Sidebar
from memory_desktop.ui.window.status_bar import StatusBar

_SOON_MS = 400


class Overview:
    """Fills the sidebar's layers, tags, assemblies and badges, and the status bar's health, off the GUI thread."""

    def __init__(self, sidebar: Sidebar, status: StatusBar) -> None:
        self._sidebar = sidebar
        self._status = status
        self._session: VaultSession | None = None
        self._counted_at = -1
        self._counts_stale = Staleness(sidebar, self._load_counts, _SOON_MS)
        self._status_stale = Staleness(status, self._load_status, _SOON_MS)

    def open_session(self, session: VaultSession) -> None:
        """Count in this vault."""
        self._session = session
        change = ChangeSet(session.engine.head, records=True, indexes=True, many=True)
        self._counts_stale.note(change)
        self._status_stale.note(change)

    def close_session(self) -> None:
        """Count no more."""
        self._session = None
        self._counts_stale.forget()
        self._status_stale.forget()

    def on_past(self) -> None:
        """Another moment is looked at: the sidebar counts what there was then."""
        if self._session is not None:
            self._counts_stale.note(ChangeSet(self._session.engine.head, records=True, many=True))

    def on_change(self, change: ChangeSet) -> None:
        """Something changed; while a vault is only being synchronised, the sidebar stays as it is."""
        if change.records or change.head != self._counted_at:
            self._counted_at = change.head
            self._counts_stale.note(change)
        if change.records or change.indexes:
            self._status_stale.note(change)

    def _load_counts(self, _change: ChangeSet) -> None:
        session = self._session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> list[AssemblyState]:
            return engine.assemblies.states()

        gates, concepts = engine.gates, engine.layers.concepts

        def waiting(_token: Token) -> int:
            return len(gates.held()) + len(concepts.conflicts())

        session.runner.query(self._sidebar, waiting, self._show_held, channel="held")
        session.counts.facets(session.reader, RecordFilter(), self._sidebar, self._show_facets)
        session.runner.query(self._sidebar, work, self._sidebar.show_assemblies, channel="assemblies")

    def _show_facets(self, facets: Facets) -> None:
        self._sidebar.show_layers(facets.layers)
        self._sidebar.show_tags(facets.tags)

    def _show_held(self, number: int) -> None:
        self._sidebar.show_waiting("review", number)

    def _load_status(self, _change: ChangeSet) -> None:
        session = self._session
        if session is None:
            return
        engine = session.engine

        def work(_token: Token) -> VaultStatus:
            return engine.status()

        session.runner.query(self._status, work, self._status.show_status, channel="status")
