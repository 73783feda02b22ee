"""What to put into the settings of known clients, to connect them to this vault."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidgetItem, QPlainTextEdit, QVBoxLayout, QWidget

from memory_desktop.bridge.runner import Token
from memory_desktop.bridge.session import VaultSession
from memory_desktop.bridge.translation import tr
from memory_desktop.service.clients import CLIENTS, ClientSettings, client_settings
from memory_desktop.ui.flow_layout import BarLayout
from memory_desktop.ui.lists import name_list, split
from memory_desktop.ui.tips import set_tip
from memory_desktop.ui.view import Message
from memory_desktop.ui.widgets import SPACE, button, label, width_of

#: Stands for a token that is not shown.
_DOTS = "•" * 12
_KIND = int(Qt.ItemDataRole.UserRole) + 1


class ConnectTab(QWidget):
    """Signals: `told(Message or exception)`; `enable_requested()`, that agents may connect over HTTP."""

    told = Signal(object)
    enable_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: VaultSession | None = None
        self._enabled = False
        self._found: ClientSettings | None = None
        self._owner = ""  # whose token the settings hold; "" for the shared one
        self.clients = name_list(tr("Client to connect"))
        self.clients.ensurePolished()  # or its rows are as high as without the style, and overlap
        for kind, title in CLIENTS.items():
            item = QListWidgetItem(title, self.clients)
            item.setData(_KIND, kind)
        self.clients.setMinimumWidth(width_of(self.clients, max(CLIENTS.values(), key=len)))
        self.clients.currentRowChanged.connect(self.refresh)
        self.where = label("", "muted", wrap=True)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setMinimumHeight(48)
        self.text.setProperty("role", "mono")
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("Settings to copy"))
        self.copy = button(tr("Copy"), self._copy, role="primary", icon_name="copy")
        self.reveal = button(tr("Show token"))
        self.reveal.setCheckable(True)
        self.reveal.toggled.connect(self._show_text)
        self.whose = label("", wrap=True)
        self.shared = button(tr("Settings with the shared token"), self.refresh)
        for part in (self.whose, self.shared):
            part.hide()
        self.note = label("", "muted", wrap=True)
        self.enable = button(tr("Let agents connect over HTTP"), self.enable_requested.emit)
        self.name = QLineEdit()
        self.name.setPlaceholderText(tr("Name of one agent"))
        self.name.setAccessibleName(tr("Name of the agent that gets a token of its own"))
        self.name.setMinimumWidth(120)
        self.name.returnPressed.connect(self._make_token)
        self.own = button(tr("Make a token for it alone"), self._make_token)
        set_tip(self.own, tr("Nobody else can use this name then; an earlier token of the agent ends"))
        self.token_bar = QWidget()
        beside = BarLayout(self.name, self.token_bar, SPACE)
        beside.addWidget(self.name)
        beside.addWidget(self.own)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(split(Qt.Orientation.Horizontal, self.clients, self._page(), (190, 600)))
        self.clients.setCurrentRow(0)

    def _page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(SPACE * 2, SPACE, SPACE * 2, SPACE * 2)
        column.setSpacing(SPACE)
        column.addWidget(self.where)
        column.addWidget(self.text, 1)
        column.addWidget(self.whose)
        column.addLayout(_beside(self.copy, self.reveal))
        column.addLayout(_beside(self.shared))
        column.addWidget(self.token_bar)
        column.addWidget(self.enable, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.note)
        return page

    def open_session(self, session: VaultSession) -> None:
        """Name its vault."""
        self._session = session
        self.refresh()

    def close_session(self) -> None:
        """Forget it."""
        if self._session is not None:
            self._session.runner.cancel_all(self)
        self._session = self._found = None
        self._owner = ""
        self.text.clear()

    def show_enabled(self, enabled: bool) -> None:
        """Whether agents may connect over HTTP."""
        self._enabled = enabled
        self._show_note()

    @Slot()
    def refresh(self) -> None:
        """Show the settings for the client that is chosen."""
        self._ask("")

    def _kind(self) -> str:
        item = self.clients.currentItem()
        return str(item.data(_KIND)) if item is not None else "http"

    def _ask(self, agent: str) -> None:
        session, kind = self._session, self._kind()
        if session is None:
            return
        service, path = session.service, session.engine.path

        def work(_token: Token) -> ClientSettings:
            if service is not None:
                return service.client_settings(kind, agent)
            return client_settings(kind, path, "", "")

        def done(found: ClientSettings) -> None:
            self._owner = agent
            self._show(found)
            if agent:
                # What to do with it stands on the page for as long as it is there.
                self.told.emit(Message(tr("{name} has a token of its own now.", name=agent), level="success"))

        session.runner.query(self, work, done, failed=self.told.emit, channel="settings")

    def _show(self, found: ClientSettings) -> None:
        served = self._session is not None and self._session.service is not None
        self.where.setText(tr("{title}: put this into {place}.", title=found.title, place=found.place))
        lacking = found.over_http and not served
        if lacking:
            self.text.setPlaceholderText(tr("This window does not serve agents."))
        if found != self._found:
            self.reveal.setChecked(False)
        self._found = None if lacking else found
        self._show_text()
        self.copy.setEnabled(not lacking)
        self.reveal.setVisible(not lacking and bool(found.secret))
        self.token_bar.setVisible(found.over_http and served)
        self._show_note()

    def _show_note(self) -> None:
        over_http = self._kind() == "http"
        held = self._found is not None and bool(self._found.secret)
        self.whose.setVisible(held)
        self.shared.setVisible(held and bool(self._owner))
        self.whose.setText(
            tr(
                "The token in it is that of {name} alone. Copy it before you show other settings: it cannot be shown "
                "again.",
                name=self._owner,
            )
            if self._owner
            else tr("The token in it is the one that agents share.")
        )
        self.enable.setVisible(over_http and not self._enabled)
        if over_http:
            said = tr(
                "It works while this vault is open. The token in it is a password: whoever has it can use the vault."
            )
        else:
            said = tr(
                "The client starts this command by itself. It works whether or not the vault is open in a window."
            )
        self.note.setText(said)

    @Slot()
    def _show_text(self) -> None:
        """The settings, with dots for the token unless it is asked for."""
        found, shown = self._found, self.reveal.isChecked()
        text = found.text if found is not None else ""
        if found is not None and found.secret and not shown:
            text = text.replace(found.secret, _DOTS)
        self.reveal.setText(tr("Hide token") if shown else tr("Show token"))
        self.reveal.setAccessibleName(self.reveal.text())
        if self.text.toPlainText() != text:
            self.text.setPlainText(text)

    def _copy(self) -> None:
        """All of it, with the token, whether or not that is shown."""
        QGuiApplication.clipboard().setText(self._found.text if self._found is not None else "")
        self.told.emit(Message(tr("Copied the settings."), level="success", timeout_ms=3000))

    def _make_token(self) -> None:
        name = self.name.text().strip()
        if not name:
            self.told.emit(Message(tr("Give the agent a name first."), timeout_ms=4000))
            return
        self._ask(name)


def _beside(*parts: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACE)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row
