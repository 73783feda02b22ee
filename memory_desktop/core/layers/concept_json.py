"""Concepts and what is near them as JSON, for agents and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from memory_desktop.core.layers.concepts import Conflict
from memory_desktop.core.layers.graph import Activated, Known, Neighbour
from memory_desktop.core.memory.canonical import iso


def concept_json(known: Known, user: str | None = None) -> dict[str, Any]:
    """Every field of a concept. Of what users make of it, what one user does; None: each."""
    one = known.concept
    understanding, knowledge = one.understanding, one.knowledge
    updated = understanding.last_updated
    personal = {name: each for name, each in one.user_specific.items() if user is None or name == user}
    return {
        "concept_id": known.id,
        "user_id": known.owner,
        "name": one.name,
        "definition": one.definition,
        "category": one.category,
        "aliases": list(one.aliases),
        "knowledge": {
            "facts": list(knowledge.facts),
            "relationships": one.relationships,
            "properties": [{"name": each.name, "value": each.value} for each in knowledge.properties],
            "examples": list(knowledge.examples),
            "non_examples": list(knowledge.non_examples),
        },
        "edges": [
            {"target": each.target, "relationship": each.relationship, "strength": each.strength}
            for each in knowledge.edges
        ],
        "understanding": {
            "confidence": round(one.confidence, 4),
            "confidence_set_by_a_person": understanding.confidence is not None,
            "source_episodes": list(understanding.source_episodes),
            "last_updated": iso(updated) if updated is not None else None,
            "revision_count": understanding.revision_count,
            "conflicting_info": [_conflict(each) for each in understanding.conflicting_info],
        },
        "user_specific": {
            name: {
                "personal_examples": list(each.personal_examples),
                "personal_relevance": each.personal_relevance,
                "mastery_level": each.mastery_level,
                "misconceptions": list(each.misconceptions),
            }
            for name, each in personal.items()
        },
    }


def neighbours_json(found: Sequence[Neighbour]) -> list[dict[str, Any]]:
    """Neighbours; `concept_id` None where nothing is known of one."""
    return [
        {
            "concept_id": one.node.id if one.node.known else None,
            "name": one.node.name,
            "category": one.node.category,
            "links": [
                {
                    "direction": "from" if way.source == one.node.id else "to",
                    "relationship": way.relationship,
                    "strength": way.strength,
                }
                for way in one.ways
            ],
        }
        for one in found
    ]


def activated_json(found: Sequence[Activated]) -> list[dict[str, Any]]:
    """What was activated, most first."""
    return [
        {
            "concept_id": one.node.id if one.node.known else None,
            "name": one.node.name,
            "activation": round(one.activation, 4),
            "hops": one.hops,
        }
        for one in found
    ]


def _conflict(one: Conflict) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(one)
    return {"resolution": "", **plain, "open": one.open}
