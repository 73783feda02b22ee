"""The one function that makes tool tips: texts from outside are shown as they are, never as markup."""

from __future__ import annotations

import html


def plain_tip(text: str) -> str:
    """A tool tip that shows a text as it is, line by line; "" stays "", which is no tool tip.

    Qt guesses by the looks of a tool tip whether it is markup, so the text is escaped and marked as markup here. A
    contract test keeps everything else from making tool tips.
    """
    return f"<span>{html.escape(text)}</span>".replace("\n", "<br>") if text else ""
