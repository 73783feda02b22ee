"""The arguments of the commands that reach the layers of the memory."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable

from memory_desktop.cli.times import moment
from memory_desktop.cli.values import at_least, share
from memory_desktop.core.layers.episodes import FLAGS
from memory_desktop.core.layers.relevance import SOURCES

CONCEPT_ACTIONS = tuple(
    "list show neighbours related conflicts learn create edit resolve understand retire plan".split()
)


def layering(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add them. `add(name, help)` adds one command and gives its parser."""
    made = add("layers", "what each layer of the memory keeps, and how much")
    made.add_argument("--user", default=None, metavar="USER", help="only what is this user's")
    _forgetting(add("forgetting", "what is due to fade, run the schedule, protect memories, and how memory is used"))
    _retrieve(add("retrieve", "answer a query over all layers, each hit with the layers that speak for it"))
    _board(add("board", "show or change what is at hand in a conversation: items, context, open points, attention"))
    _episodes(add("episodes", "list, show, store or correct episodes, and find those like some words or of a mood"))
    _consolidate(add("consolidate", "make of turns what the layers keep, or preview it"))
    _concepts(add("concepts", "list, show, learn, change, link or retire concepts, and what they bring to mind"))
    _emotions(add("emotions", "list, show, record, correct or retire what was felt, and tell the patterns in it"))
    _procedures(add("procedures", "list, show, make, change, find, run and rate procedures, and practise skills"))


def _forgetting(made: argparse.ArgumentParser) -> None:
    actions = "schedule preview run protect unprotect protected totals most never strategies"
    made.add_argument(
        "action",
        nargs="?",
        default="schedule",
        choices=tuple(actions.split()),
        help="preview lists what run would deal with now; most and never list by recalls; strategies says how memory"
        " is used",
    )
    made.add_argument("ids", nargs="*", metavar="ID", help="of memories to protect, or no longer")
    made.add_argument("--fade-only", action="store_true", help="let memories fade, and forget none")
    made.add_argument(
        "--most", type=at_least(0), default=0, metavar="N", help="run: at most so many memories; 0 is all"
    )
    made.add_argument("--user", default=None, metavar="USER", help="strategies: whose style; else everybody’s")
    made.add_argument("--limit", type=at_least(0), default=50, metavar="N", help="list at most so many, up to 500")
    made.add_argument("--actor", default="user")


def _board(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "action",
        nargs="?",
        default="show",
        choices=tuple("show list active significant add refresh remove set put take clear".split()),
        help="add TEXT; refresh and remove ID; set FIELD VALUE; put and take LIST ENTRY; clear FIELD; an entry of"
        " deferred_items is “what | why | when to come back”",
    )
    made.add_argument("what", nargs="?", default="", metavar="WHAT", help="a text, an item’s id, or a field’s name")
    made.add_argument("values", nargs="*", default=[], metavar="VALUE", help="of a field, or entries of a list")
    made.add_argument("--user", default=None, metavar="USER", help="whose board; else of whoever the conversation is")
    made.add_argument("--session", default=None, metavar="ID", help="of which conversation; else the newest")
    made.add_argument("--at", type=at_least(0), default=None, metavar="EVENT", help="as it was after this event")
    made.add_argument("--limit", type=at_least(0), default=200, metavar="N", help="list at most so many")
    made.add_argument("--memory", action="store_true", help="add: WHAT is the id of a memory, whose text it is")
    made.add_argument("--type", default="system", metavar="TYPE", help="user_input, assistant_response or system")
    made.add_argument("--salience", type=float, default=0.5, metavar="X", help="how much it matters, 0 to 1")
    made.add_argument("--rate", type=float, default=None, metavar="X", help="share of activation lost in a period")
    made.add_argument("--link", action="append", default=[], dest="links", metavar="ID", help="an item it belongs to")
    made.add_argument("--actor", default="user")


def _episodes(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=("list", "show", "store", "correct", "similar", "mood"),
        help="store makes an episode of a turn now; similar finds by words, mood by an emotion of one user",
    )
    made.add_argument(
        "name", nargs="?", default="", metavar="NAME", help="an id, an emotion, or words of topic or turn"
    )
    made.add_argument("--user", default=None, metavar="USER", help="whose; else everybody’s, mood: the vault’s own")
    made.add_argument("--limit", type=at_least(0), default=50, metavar="N", help="at most so many")
    made.add_argument("--actor", default="user")
    made.add_argument("--emotion", default="", help="only with this emotional state")
    made.add_argument("--topic", default="", help="only with this topic or subtopic")
    made.add_argument("--thread", default="", metavar="ID", help="only of this conversation")
    made.add_argument("--flag", choices=FLAGS, help="only those that are this")
    made.add_argument("--least", type=share, default=0.0, metavar="SCORE", help="only of at least this significance")
    made.add_argument("--since", type=moment, default=None, metavar="TIME", help="only from then on")
    made.add_argument("--until", type=moment, default=None, metavar="TIME", help="only before")
    made.add_argument("--by", choices=("meaning", "emotion", "topic"), default="meaning", help="similar: alike in what")
    made.add_argument("--set", action="append", default=[], metavar="FIELD=VALUE", help="correct: content.topic=figs")


def _consolidate(made: argparse.ArgumentParser) -> None:
    made.add_argument("--preview", action="store_true", help="say what would be made, from what and why; write nothing")
    made.add_argument("--user", default=None, metavar="USER", help="whose turns; else the vault’s own user")
    made.add_argument("--all-users", action="store_true", help="of every user; all is one step of undo")
    made.add_argument("--leave-out", action="append", default=[], metavar="KEY", help="a line of the preview")
    made.add_argument("--actor", default="user")


def _concepts(concepts: argparse.ArgumentParser) -> None:
    concepts.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=CONCEPT_ACTIONS,
        help="list WORDS finds; related NAME says what it brings to mind; plan says what the turns would teach",
    )
    concepts.add_argument("name", nargs="?", default="", metavar="NAME", help="name or id of a concept")
    concepts.add_argument("--user", default=None, metavar="USER", help="whose; else everybody’s")
    concepts.add_argument("--limit", type=at_least(0), default=200, metavar="N", help="at most so many")
    concepts.add_argument("--actor", default="user")
    concepts.add_argument(
        "--source", action="append", default=[], dest="sources", metavar="ID", help="where it is from"
    )
    concepts.add_argument("--data", default="", metavar="JSON", help="what is known of it; - reads standard input")
    concepts.add_argument("--definition", default=None)
    concepts.add_argument("--category", default=None)
    concepts.add_argument("--confidence", type=float, default=None, help="0 to 1, instead of what the rule says")
    for option, name, metavar in (
        ("--fact", "facts", "TEXT"),
        ("--example", "examples", "TEXT"),
        ("--non-example", "non_examples", "TEXT"),
        ("--property", "properties", "NAME=VALUE"),
        ("--link", "links", "CONCEPT=HOW"),
        ("--misconception", "misconceptions", "TEXT"),
    ):
        concepts.add_argument(option, action="append", default=[], dest=name, metavar=metavar)
    concepts.add_argument("--rename", default="", metavar="NAME", help="another name; the id stays")
    concepts.add_argument("--conflict", type=at_least(1), default=1, metavar="N", help="which conflict to resolve")
    concepts.add_argument("--keep", choices=("old", "new", "both"), default="both", help="how to resolve it")
    concepts.add_argument("--relevance", type=float, default=None, help="of a user’s own understanding, 0 to 1")
    concepts.add_argument("--mastery", type=float, default=None, help="of a user’s own understanding, 0 to 1")
    concepts.add_argument(
        "--anew",
        action="store_true",
        help="edit, understand: what is given takes the place of what was there; else it is added to it",
    )
    concepts.add_argument("--spread", type=float, default=0.7, help="what is left of activation at each step")
    concepts.add_argument("--depth", type=at_least(0), default=3, metavar="N", help="how many steps activation goes")


def _retrieve(retrieve: argparse.ArgumentParser) -> None:
    retrieve.add_argument(
        "query", nargs="?", default="", metavar="QUERY", help="without words: what --layer, or layer: in it, holds"
    )
    retrieve.add_argument("-k", type=at_least(1), default=10, metavar="N", help="at most so many hits")
    retrieve.add_argument("--layer", action="append", default=[], dest="layers", choices=SOURCES, help="only these")
    retrieve.add_argument("--show-weaker", action="store_true", help="hits for which too little speaks, too")
    retrieve.add_argument("--weight", action="append", default=[], dest="weights", type=_weight, metavar="LAYER=NUMBER")
    retrieve.add_argument(
        "--user",
        default=None,
        metavar="ID",
        help="whose memory, with notes that speak of nobody; else that of the session’s user, or everybody’s",
    )
    for name, what in (
        ("session", "the conversation: whose it is, its board; thread: in the query finds in it only"),
        ("topic", "what it is about"),
        ("goal", "what is wanted"),
        ("emotion", "what is felt, as joy or fear"),
        ("phase", "of the conversation"),
        ("state", "how the user is, as procedures name it"),
    ):
        retrieve.add_argument(f"--{name}", default="", metavar="TEXT", help=what)
    retrieve.add_argument("--actor", default="user")


def _weight(text: str) -> tuple[str, float]:
    name, sign, number = text.partition("=")
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    if not sign or name not in SOURCES or not 0 <= value < math.inf:
        raise argparse.ArgumentTypeError(f"“{text}” is no weight; write episodic=1.5, of {', '.join(SOURCES)}")
    return name, value


def _emotions(made: argparse.ArgumentParser) -> None:
    actions = "list show record correct retire reread relevant similar patterns update plan"
    made.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=tuple(actions.split()),
        help="list EMOTION lists; record WORDS keeps what they say is felt; correct ID gives fields, also how the"
        " response went; relevant EMOTION and similar WORDS find; update keeps the patterns; plan says what the latest"
        " turns would give",
    )
    made.add_argument("name", nargs="?", default="", metavar="WHAT", help="an id, an emotion, or words")
    made.add_argument("--user", default=None, metavar="USER", help="whose; without it everybody’s are listed")
    made.add_argument("--limit", type=at_least(0), default=50, metavar="N", help="at most so many (default 50)")
    made.add_argument("--since", type=moment, default=None, metavar="TIME", help="from then on; of record, when")
    made.add_argument("--until", type=moment, default=None, metavar="TIME", help="before then")
    made.add_argument("--about", default=None, metavar="TOPIC", help="what set it off")
    made.add_argument("--emotion", default=None, dest="primary", metavar="NAME", help="what was felt above all")
    made.add_argument("--also", action="append", default=[], dest="secondary", metavar="NAME", help="what else")
    for name, text in (
        ("valence", "unpleasant (-1) to pleasant (1)"),
        ("arousal", "calm (0) to excited (1)"),
        ("intensity", "0 to 1"),
        ("effectiveness", "how well the response was, 0 to 1"),
        ("shift", "valence after minus before, -2 to 2"),
    ):
        made.add_argument(f"--{name}", type=float, default=None, metavar="X", help=text)
    made.add_argument("--approach", default=None, metavar="NAME", help="how the assistant responded, as listening")
    made.add_argument("--feedback", default=None, metavar="TEXT", help="the user’s own words on the response")
    for name in ("thread", "phase", "goal"):
        made.add_argument(f"--{name}", default=None, metavar="TEXT", help="of the circumstances")
    made.add_argument("--actor", default="user")


_PROCEDURE = """\
A procedure as JSON (--file). Required are name, type (Conversation, Support or Teaching), and the description of each
step and alternative:
  {"name": "Brew tea", "type": "Teaching",
   "steps": [{"description": "Boil water", "actions": ["Fill the kettle"], "expected_outcome": "It boils",
              "conditions": [{"key": "minutes", "operator": "≥", "value": 2}],
              "alternatives": [{"description": "Use the stove", "actions": [], "expected_outcome": ""}]}],
   "trigger_conditions": {"request_patterns": ["brew * tea"], "user_states": ["tired"], "context_requirements": []},
   "safety_checks": ["Nobody is allergic"], "boundary_considerations": ["No caffeine after six"]}
An operator is equals, one of, contains, ≥, ≤ or present. “show NAME --json” gives a procedure in this form.
"""


def _procedures(made: argparse.ArgumentParser) -> None:
    made.epilog = _PROCEDURE
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    actions = "list show create edit retire learn match runs start run report stop resume rate skills practise"
    made.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=tuple(actions.split()),
        help="match REQUEST says which apply; start NAME begins a run, and report RUN says how its next task went",
    )
    made.add_argument("name", nargs="?", default="", metavar="NAME", help="a procedure, a run, a skill or a request")
    made.add_argument("--user", default=None, metavar="USER", help="whose; without it everybody’s are listed")
    made.add_argument("--limit", type=at_least(0), default=50, metavar="N", help="list at most so many (default 50)")
    made.add_argument(
        "--file",
        default="",
        metavar="FILE",
        help="a procedure as JSON; - reads standard input; what show --json gave is refused if it was changed since",
    )
    made.add_argument("--source", action="append", default=[], dest="sources", metavar="ID", help="learned from this")
    made.add_argument("--request", default="", metavar="TEXT", help="what the user asks for, to start with")
    made.add_argument("--state", action="append", default=[], dest="states", metavar="TEXT", help="how the user is")
    made.add_argument(
        "--value", action="append", default=[], dest="values", metavar="KEY=VALUE", help="what else is known"
    )
    made.add_argument("--done", action="store_true", help="it went well")
    made.add_argument("--failed", action="store_true", help="it did not go well")
    made.add_argument("--about", default="", metavar="TASK", help="the task that is reported on, to be sure")
    made.add_argument("--note", default="", metavar="TEXT", help="what happened, or why")
    made.add_argument("--open", action="store_true", help="only runs that are not finished")
    made.add_argument("--rating", type=float, default=None, metavar="R", help="from 0 to 1; none takes it back")
    made.add_argument("--actor", default="user")
