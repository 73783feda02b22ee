"""The page of procedures: made, changed, run step by step, and skills practised, in the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pytestqt.qtbot import QtBot

from memory_desktop.bridge.session import VaultSession
from memory_desktop.core.conversation.skills import Skill
from memory_desktop.core.errors import InvalidCommandError
from memory_desktop.core.layers.procedure_runs import Outcome, RunState
from memory_desktop.engine.engine import Engine
from memory_desktop.models.procedure_lines import (
    alternative_lines,
    alternatives_of,
    condition_lines,
    conditions_of,
    values_of,
)
from memory_desktop.ui.layers.layers_view import LayersView
from memory_desktop.ui.layers.procedures_page import ProceduresPage
from tests.layers.test_procedure_rules import FULL
