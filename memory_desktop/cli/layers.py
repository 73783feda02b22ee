"""The commands that say what each layer of the memory keeps, and answer a query over all of them."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from memory_desktop.cli import output as out
from memory_desktop.core.wording import memories, shortened

if TYPE_CHECKING:
    from memory_desktop.engine.engine import Engine

OK = 0
_LINE = 100


def layers(vault: Engine, args: Namespace) -> int:
    """Each layer with how many memories it has, and of which kinds."""
    found = vault.layers.overview(args.user)
    if args.json:
        out.print_json(
            {"layers": [{"layer": one.layer, "memories": one.memories, "kinds": dict(one.kinds)} for one in found]}
        )
        return OK
    for one in found:
        kinds = ", ".join(f"{kind} {number:,}" for kind, number in one.kinds.items())
        out.print_lines([f"{one.layer.value}: {memories(one.memories)}" + (f" ({kinds})" if kinds else "")])
    return OK


def retrieve(vault: Engine, args: Namespace) -> int:
    """The hits over all layers, best first, with the layers that speak for each."""
    from memory_desktop.engine.layers.retrieval import Surroundings

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
                        "content": one.memory.content,
                        "otherwise": out.otherwise_json(one.otherwise),
                    }
                    for one in answer.hits
                ],
            }
        )
        return OK
    for one in answer.hits:
        parts = zip(one.ranked.sources, one.ranked.adds, strict=True)
        told = ", ".join(f"{source} {adds:.2f}" if adds else source for source, adds in parts)
        out.print_lines([f"{one.rank}. {shortened(one.memory.content, _LINE)}", f"   {one.memory.id} · {told}"])
        out.print_lines(out.otherwise_text(one.otherwise))
    for note in answer.notes or (() if answer.hits or answer.weaker else ("Nothing was found.",)):
        out.note(note)
    out.print_lines(out.weaker_text(answer.weaker))
    return OK
