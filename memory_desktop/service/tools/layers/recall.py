"""The tool that answers a query over all layers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memory_desktop.engine.layers.retrieval import MOST_WEIGHT, Surroundings
from memory_desktop.service.tools.base import Arguments, Errand, Result, Tool
from memory_desktop.service.tools.memories import OTHERWISE, SaidSince, said_since

_Source = Literal["working", "episodic", "semantic", "procedural", "emotional", "assemblies", "cycles"]


class RecallArguments(Arguments):
    """What `recall_layers` takes."""

    query: str = Field(
        default="",
        description="A question or words; may hold the operators of recall. Without words, what `layers` hold is"
        " listed, newest first.",
    )
    k: int = Field(default=10, ge=1, le=100, description="How many, at most.")
    layers: list[_Source] = Field(default_factory=list, description="Only these; all if there are none.")
    weights: dict[_Source, float] = Field(
        default_factory=dict, description=f"In place of the person’s settings, 0 to {MOST_WEIGHT:g}."
    )
    show_weaker: bool = Field(default=False, description="Hits for which little speaks, too.")
    user_id: str | None = Field(
        default=None,
        description="Whose memory, and notes that speak of nobody; if not given, of session_id’s user, or everybody’s.",
    )
    session_id: str = Field(default="", description="The conversation; others of its user are found, too.")
    topic: str = ""
    goal: str = ""
    emotion: str = Field(default="", description="What is felt, as joy or fear.")
    phase: str = Field(default="", description="Of the conversation: opening, middle or closing.")
    state: str = Field(default="", description="How the user is, as procedures name it.")


class LayeredHit(Result):
    """A hit, and which layers speak for it."""

    rank: int
    id: str
    content: str
    layer: str
    kind: str
    score: float
    found_by: dict[str, float] = Field(description="What each layer adds to the score.")
    why: list[str]
    otherwise: SaidSince | None = Field(default=None, description=OTHERWISE)


class NoteOnBoard(Result):
    """A note on a conversation’s board, which is no memory."""

    id: str
    content: str
    layer: str
    user_id: str
    session_id: str
    relevance: float
    why: str


class RecallResult(Result):
    """What `recall_layers` answers."""

    hits: list[LayeredHit]
    board: list[NoteOnBoard] = Field(
        description="Notes on the boards that have to do with it; `board` shows all of one."
    )
    notes: list[str] = Field(description="What the answer lacks, and why.")
    weaker: int = Field(description="How many more there are for which little speaks.")
    situation: dict[str, str | None] = Field(
        description="What was known of the moment: as given, else by the conversation’s board. Empty: not known."
    )


def _recall(errand: Errand, given: RecallArguments) -> RecallResult:
    around = Surroundings(
        given.user_id, given.session_id, given.topic, given.goal, given.emotion, given.phase, given.state
    )
    weights = {str(name): weight for name, weight in given.weights.items()}
    answer = errand.engine.layers.retrieve(
        given.query,
        around,
        k=given.k,
        layers=given.layers,
        weights=weights,
        show_weaker=given.show_weaker,
        actor=errand.actor,
    )
    errand.answer = answer.as_recall()
    errand.ids += [one.memory.id for one in answer.hits]
    return RecallResult(
        hits=[
            LayeredHit(
                rank=one.rank,
                id=one.memory.id,
                content=one.memory.content,
                layer=one.memory.layer.value,
                kind=one.memory.kind,
                score=one.ranked.score,
                found_by=dict(zip(one.ranked.sources, one.ranked.adds, strict=True)),
                why=[each.why for each in one.ranked.shares],
                otherwise=said_since(one.otherwise),
            )
            for one in answer.hits
        ],
        board=[NoteOnBoard.model_validate(one.to_json()) for one in answer.board],
        notes=list(answer.notes),
        weaker=answer.weaker,
        situation=answer.around.to_json(),
    )


TOOLS = (
    Tool(
        "recall_layers",
        "Recall over all layers",
        "One ranked list over working, episodic, semantic, procedural and emotional memory, assemblies and turns; each"
        " hit names its layers and why.",
        RecallArguments,
        RecallResult,
        _recall,
    ),
)
