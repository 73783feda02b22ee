"""The commands that say what each layer of the memory keeps, and answer a query over all of them."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.conversation.cycles import MESSAGE_KIND
from memory_desktop.core.memory.records import Layer
from memory_desktop.core.wording import count, memories, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0
#: What memories of a kind are called where that is not the kind.
_KINDS = {MESSAGE_KIND: "messages"}
_LINE = 100


def layers(vault: Engine, args: Namespace) -> int:
    """What is on the boards, and each layer with how many memories it has, and of which kinds."""
    from memory_desktop.store.episodes import EpisodeFilter

    found, boards = vault.layers.overview(args.user), vault.layers.working.boards(args.user)
    items, episodes = sum(one.items for one in boards), vault.layers.episodes.count(EpisodeFilter(user=args.user))
    if args.json:
        every = [{"layer": one.layer, "memories": one.memories, "kinds": dict(one.kinds)} for one in found]
        out.print_json({"boards": len(boards), "items": items, "episodes": episodes, "layers": every})
        return OK
    out.print_lines([f"working: {count(items, 'item')} on {count(len(boards), 'board')}"])
    for one in found:
        kinds = [f"{_KINDS.get(kind, kind)} {number:,}" for kind, number in one.kinds.items()]
        kinds[:0] = [f"episodes {episodes:,} (turns)"] if one.layer is Layer.EPISODIC and episodes else []
        out.print_lines([f"{one.layer.value}: {memories(one.memories)}" + (f" ({', '.join(kinds)})" if kinds else "")])
    return OK


def retrieve(vault: Engine, args: Namespace) -> int:
    """The hits over all layers, best first, with the layers that speak for each."""
    from memory_desktop.engine.layers.retrieval import Surroundings
    from memory_desktop.engine.recall.outdated import WHY_FIRST

    vault.catch_up()
    around = Surroundings(args.user, args.session, args.topic, args.goal, args.emotion, args.phase, args.state)
    answer = vault.layers.retrieve(
        args.query,
        around,
        k=args.k,
        layers=args.layers,
        weights=dict(args.weights),
        show_weaker=args.show_weaker,
        actor=args.actor,
    )
    if args.json:
        out.print_json(
            {
                "query": answer.query,
                "weights": dict(answer.weights),
                "notes": list(answer.notes),
                "situation": answer.around.to_json(),
                "weaker": answer.weaker,
                "hits": [
                    {
                        "rank": one.rank,
                        "id": one.memory.id,
                        "layer": one.memory.layer.value,
                        "score": one.ranked.score,
                        "from": dict(zip(one.ranked.sources, one.ranked.adds, strict=True)),
                        "why": [each.why for each in one.ranked.shares],
                        "place_kept_for": one.ranked.kept,
                        "holds_now": one.holds,
                        "content": one.memory.content,
                        "otherwise": out.otherwise_json(one.otherwise),
                    }
                    for one in answer.hits
                ],
                "board": [one.to_json() for one in answer.board],
            }
        )
        return OK
    for one in answer.hits:
        parts = zip(one.ranked.sources, one.ranked.adds, strict=True)
        told = ", ".join(f"{source} {adds:.2f}" if adds else source for source, adds in parts)
        told += f" · here so that {one.ranked.kept} has a place" if one.ranked.kept else ""
        told += f" · {WHY_FIRST}" if one.holds else ""
        out.print_lines([f"{one.rank}. {shortened(one.memory.content, _LINE)}", f"   {one.memory.id} · {told}"])
        out.print_lines(out.otherwise_text(one.otherwise))
    for note in answer.board:
        where = f"board of {note.user_id or 'the owner'}" + (f", {note.thread}" if note.thread else "")
        out.print_lines([f"-  {shortened(note.content, _LINE)}", f"   {note.id} · {where} · {note.why}"])
    for said in answer.notes or (() if answer.hits or answer.board or answer.weaker else ("Nothing was found.",)):
        out.note(said)
    out.print_lines(out.weaker_text(answer.weaker))
    return OK
