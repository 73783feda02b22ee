"""The preview of consolidation: what would be made of turns, from what and why; lines can be left out.

Runs in the background wait while it is open. Where somebody else's makes some of it meanwhile, what is left is shown
anew; as long as one is under way, the dialog says whose, and waits for its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from memory_desktop.bridge.engine_texts import said
from memory_desktop.bridge.episode_commands import consolidate, nothing_words
from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import grouped, mark, plural, tr, translated, within
from memory_desktop.bridge.wording import actor_word, user_word
from memory_desktop.core.events.consolidation import ConsolidationRun, RunState
from memory_desktop.engine.engine import Engine
from memory_desktop.engine.layers.consolidation import Preview, Reading
from memory_desktop.ui.fitting import fitting
from memory_desktop.ui.form_dialog import FormDialog
from memory_desktop.ui.staleness import Staleness
from memory_desktop.ui.tips import set_item_tip
from memory_desktop.ui.widgets import label

#: At most so many sources are named in a tool tip.
_TIP = 20
_KEY = int(Qt.ItemDataRole.UserRole) + 1
_USER = _KEY + 1
_TITLES = translated(
    {
        "episodes": mark("Episodes"),
        "concepts": mark("Concepts"),
        "procedures": mark("Procedures"),
        "emotions": mark("Emotional events"),
        "patterns": mark("Emotional patterns"),
    }
)


_LOOKED_EVERY_MS = 1_000
#: Of each run, its number, how far it is, and how much it has made.
_Runs = tuple[tuple[int, RunState, int], ...]


@dataclass(frozen=True, slots=True)
class _State:
    """What there is to do.

    Attributes:
        plans: the previews. waiting: how many lines there are for others where there are none. runs: those known of.
        other: the run that is under way; then there are no previews.
    """

    plans: list[Preview]
    waiting: dict[str, int]
    runs: _Runs
    other: ConsolidationRun | None = None


class ConsolidationDialog(FormDialog):
    """See the module. Nothing is written before it is accepted. `user` None: what every user's turns come to."""

    #: How far the reading is: a `Reading`, from the thread that reads.
    reading = Signal(object)

    def __init__(self, session: VaultSession, user: str | None, parent: QWidget | None = None) -> None:
        super().__init__(tr("Fill the layers"), tr("Fill the layers"), parent)
        self._session = session
        self._user = user
        self._users: list[str] = []
        self._runs: _Runs = ()
        self._release = session.engine.layers.consolidation.hold()
        self.rejected.connect(self._release)
        self.destroyed.connect(self._release)
        self._stale = Staleness(self, lambda _change: self._look(), _LOOKED_EVERY_MS)
        session.changed.connect(self._stale.note)
        self._told = label(tr("Reading the turns …"), "muted", wrap=True)
        self.lines = QTreeWidget()
        self.lines.setAccessibleName(tr("What would be made"))
        self.lines.setColumnCount(3)
        self.lines.setHeaderLabels([tr("What"), tr("From"), tr("Why")])
        self.lines.setUniformRowHeights(True)
        header = self.lines.header()
        header.setStretchLastSection(False)
        for column in range(3):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.column.addWidget(self._told)
        self.column.addWidget(self.lines, 1)
        self.finish()
        self.ok.setEnabled(False)
        self.resize(fitting(QSize(900, 520), self))
        self.reading.connect(self._tell)
        self._read()
        self.accepted.connect(self._run)

    def _read(self) -> None:
        session, user = self._session, self._user
        engine = session.engine

        def read(token: Token) -> _State:
            runs = engine.layers.consolidation
            known = _known(engine)
            if (other := runs.under_way()) is not None:
                return _State([], {}, known, other)
            if user is None:
                return _State(list(runs.previews(token, self.reading.emit)), {}, known)
            plan = runs.preview(user, token, told=self.reading.emit)
            return _State([plan], {}, known) if plan.lines else _State([], runs.pending(token), known)

        session.runner.query(self, read, self._show, failed=session.commands.failed.emit, channel="preview")

    @Slot(object)
    def _tell(self, far: Reading) -> None:
        """Say how far the first reading is; afterwards the lines are there, and stay until there are others."""
        if not self._users:
            whose = (
                tr(", user {number} of {users}", number=grouped(far.number), users=grouped(far.users))
                if far.users > 1
                else ""
            )
            step = tr("{what} (step {step} of {steps})", what=within(tr(far.what)), step=far.step, steps=far.steps)
            self._told.setText(
                tr(
                    "Reading {turn}{whose}: {step} …",
                    turn=plural("{n} turn", "{n} turns", far.turns),
                    whose=whose,
                    step=step,
                )
            )

    def _look(self) -> None:
        """Something has changed: read again where that was a run."""
        engine = self._session.engine

        def found(known: _Runs) -> None:
            if known != self._runs:
                self._read()

        self._session.runner.query(self, lambda _token: _known(engine), found, channel="runs")

    def left_out(self) -> dict[str, list[str]]:
        """By user whose turns are taken up, keys of the lines that are not ticked."""
        found: dict[str, list[str]] = {user: [] for user in self._users}
        for one in self._lines():
            if one.checkState(0) is Qt.CheckState.Unchecked:
                found[str(one.data(0, _USER))].append(str(one.data(0, _KEY)))
        return found

    def _lines(self) -> list[QTreeWidgetItem]:
        found = (group.child(row) for group in self._groups() for row in range(group.childCount()))
        return [one for one in found if one is not None]

    def _groups(self) -> list[QTreeWidgetItem]:
        found = (self.lines.topLevelItem(row) for row in range(self.lines.topLevelItemCount()))
        return [one for one in found if one is not None]

    @Slot(object)
    def _show(self, state: _State) -> None:
        plans, self._runs = state.plans, state.runs
        if state.other is not None:  # what was not wanted stays so
            self.ok.setEnabled(False)
            self._told.setText(_waits_for(state.other))
            return
        refused = {(user, key) for user, keys in self.left_out().items() for key in keys}
        self.lines.clear()
        self._users = []
        self.ok.setEnabled(bool(plans))
        if not plans:
            self._told.setText(nothing_words(state.waiting))
            return
        self._users = [plan.user for plan in plans]
        more = any(plan.more for plan in plans)
        again = tr(" There are more turns than one run takes up; run it again afterwards.") if more else ""
        of = plural(" of {n} user", " of {n} users", len(plans)) if len(plans) > 1 else ""
        turns = sum(plan.turns for plan in plans)
        came = (
            tr("{turn}{of} came since the last time.", turn=plural("{n} turn", "{n} turns", turns), of=of)
            if turns
            else tr("This is what the last time has left.")
        )
        self._told.setText(
            tr(
                "Preview: nothing has been written yet. {came} Take away the tick of what is not wanted: it is not "
                "proposed again.{again}",
                came=came,
                again=again,
            )
        )
        for plan in plans:
            self._list(plan, f", {user_word(plan.user, inside=True)}" if len(plans) > 1 else "")
        for one in self._lines():
            if (str(one.data(0, _USER)), str(one.data(0, _KEY))) in refused:
                one.setCheckState(0, Qt.CheckState.Unchecked)
        self.lines.expandAll()

    def _list(self, plan: Preview, whose: str) -> None:
        """Show the lines of one user."""
        for step, title in _TITLES.items():
            lines = [one for one in plan.lines if one.step == step]
            if not lines:
                continue
            group = QTreeWidgetItem(self.lines, [f"{title}{whose} ({grouped(len(lines))})"])
            group.setFirstColumnSpanned(True)
            group.setFlags(group.flags() | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsAutoTristate)
            for one in lines:
                begun = [plan.origins[id] for id in one.sources if id in plan.origins]
                item = QTreeWidgetItem(
                    group, [one.what if one.new else tr("More of {what}", what=one.what), _from(begun), said(one.why)]
                )
                item.setData(0, _KEY, one.key)
                item.setData(0, _USER, plan.user)
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Checked)
                set_item_tip(item, one.what)
                set_item_tip(item, "\n".join(begun[:_TIP]) + ("\n…" if len(begun) > _TIP else ""), 1)
                set_item_tip(item, said(one.why), 2)
                for part in one.parts:
                    below = QTreeWidgetItem(item, [part])
                    below.setFirstColumnSpanned(True)
                    set_item_tip(below, part)

    @Slot()
    def _run(self) -> None:
        wanted = sum(one.checkState(0) is Qt.CheckState.Checked for one in self._lines())
        consolidate(self._session.commands, self.left_out(), self._release, wanted)


def _known(engine: Engine) -> _Runs:
    runs = engine.layers.consolidation.list()
    return tuple((one.seq, one.state, sum(one.made.values())) for one in runs)


def _waits_for(run: ConsolidationRun) -> str:
    """Whose run is under way, for whom, how far it is, and that this waits."""
    who = {"user": tr("A run that you started")}.get(
        run.actor, tr("A run of {actor_word}", actor_word=actor_word(run.actor))
    )
    whose = tr(" for {user}", user=user_word(run.user, inside=True)) if run.user else ""
    made = sum(run.made.values())
    far = tr(", {thing} so far", thing=plural("{n} thing", "{n} things", made)) if made else ""
    return tr(
        "{who} is filling the layers{whose} just now{far}. Wait here: what is left is shown once it has ended. Or "
        "close this; it goes on either way, and History has what it makes.",
        who=who,
        whose=whose,
        far=far,
    )


def _from(begun: Sequence[str]) -> str:
    """How the first source begins, and how many more there are."""
    return "".join(begun[:1]) + (tr(" and {begun} more", begun=grouped(len(begun) - 1)) if len(begun) > 1 else "")
