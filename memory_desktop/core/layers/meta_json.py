"""Meta-memory as JSON, for agents and the command line."""

from __future__ import annotations

from typing import Any

from memory_desktop.core.layers.meta import STYLES, Scheduled, Strategies, Totals
from memory_desktop.core.memory.canonical import iso


def totals_json(totals: Totals) -> dict[str, Any]:
    """Every field of `Totals`."""
    return {
        "total_turns": totals.total_turns,
        "total_episodes": totals.total_episodes,
        "total_concepts": totals.total_concepts,
        "kinds": dict(totals.kinds),
        "memories": totals.memories,
        "forgotten": totals.forgotten,
        "superseded": totals.superseded,
        "storage_used": round(totals.storage_used, 3),
        "storage": {name: round(size, 3) for name, size in totals.storage.items()},
        "oldest_memory": iso(totals.oldest_memory) if totals.oldest_memory is not None else None,
        "oldest": totals.oldest,
        "protected": totals.protected,
    }


def scheduled_json(one: Scheduled) -> dict[str, Any]:
    """A memory on the schedule."""
    return {
        "memory_id": one.memory_id,
        "text": one.memory.content,
        "scheduled_decay": iso(one.scheduled_decay),
        "importance": round(one.importance, 4),
        "protect": one.protect,
        "action": one.action.value,
        "why": one.why(),
    }


def strategies_json(told: Strategies) -> dict[str, Any]:
    """Every field of `Strategies`."""
    return {
        "consolidation_patterns": [
            {
                "run": one.run,
                "at": iso(one.at),
                "job": one.job,
                "made": one.made,
                "kept": one.kept,
                "undone": one.undone,
            }
            for one in told.consolidation_patterns
        ],
        "retrieval_patterns": [
            {
                "mode": one.mode,
                "layer": one.layer.value if one.layer is not None else None,
                "recalls": one.recalls,
                "hits": one.hits,
                "mean_relevance": one.mean_relevance,
            }
            for one in told.retrieval_patterns
        ],
        "encoding_effectiveness": [
            {
                "kind": one.kind,
                "source": one.source,
                "memories": one.memories,
                "share_recalled": round(one.share_recalled, 4),
                "share_useful": round(one.share_useful, 4),
            }
            for one in told.encoding_effectiveness
        ],
        "user_memory_style": dict(told.user_memory_style),
        "styles": STYLES,
    }
