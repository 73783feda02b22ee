"""Every setting of a vault: its name, default, limits and what it means. Values are folded from POLICY_CHANGE events.

Reading is by attribute-like names ("gates.pii"); nothing else in the program names a default.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memory_desktop.core.errors import InvalidCommandError

Value = bool | int | float | str
#: How the variables of the environment begin that set settings.
ENVIRONMENT = "MEMORY_DESKTOP_"
#: Longest value of a setting that is a free text.
LONGEST_TEXT = 2_000


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    Attributes:
        name: "group.name". title: for a form. help: a sentence.
        choices: for texts, value → what it is called; else empty.
        low, high: of numbers, inclusive.
        unit: shown behind a number.
        seed: the name under which the environment may set it, behind `ENVIRONMENT`; "" if it may not.
    """

    name: str
    default: Value
    title: str
    help: str
    choices: Mapping[str, str] = field(default_factory=dict)
    low: float = 0.0
    high: float = math.inf
    unit: str = ""
    seed: str = ""

    @property
    def variable(self) -> str:
        """The variable of the environment that sets it; "" if there is none."""
        return f"{ENVIRONMENT}{self.seed}" if self.seed else ""

    @property
    def group(self) -> str:
        """The part of the name before the dot."""
        return self.name.partition(".")[0]

    def said(self, value: Value) -> str:
        """A value as a person reads it, with its unit: "Keep, with a note", "on", "25,000 tokens"."""
        if self.choices:
            return self.choices.get(str(value), str(value))
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, str):
            return value or "empty"
        number = f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"
        return f"{number} {self.unit}".rstrip()

    def limits(self) -> str:
        """What a number may be, as a person reads it: "from 0.5 to 1", "at least 100 tokens"."""
        if math.isinf(self.high):
            return f"at least {self.low:,.10g} {self.unit}".rstrip()
        return f"from {self.low:,.10g} to {self.high:,.10g} {self.unit}".rstrip()

    def checked(self, value: Any) -> Value:
        """The value as this setting's type. Raises InvalidCommandError naming what is wrong."""
        if self.choices:
            if value in self.choices:
                return str(value)
            raise InvalidCommandError(f"{self.name} is {value!r}; it must be one of {', '.join(self.choices)}.")
        if isinstance(self.default, str):
            return self._text(value)
        if isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
            raise InvalidCommandError(f"{self.name} must be true or false.")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise InvalidCommandError(f"{self.name} must be a number.")
        if not self.low <= value <= self.high:
            raise InvalidCommandError(f"{self.name} is {value}; it must be from {self.low:g} to {self.high:g}.")
        if isinstance(self.default, int):
            if value != int(value):
                raise InvalidCommandError(f"{self.name} must be a whole number.")
            return int(value)
        return float(value)

    def parsed(self, text: str) -> Value:
        """The value that a text from outside the program says. Raises InvalidCommandError."""
        plain = text.strip()
        if self.choices or isinstance(self.default, str):
            return self.checked(plain)
        if isinstance(self.default, bool):
            known = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False}
            return self.checked({**known, "off": False}.get(plain.lower(), plain))
        try:
            return self.checked(float(plain))
        except ValueError:
            return self.checked(plain)

    def _text(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise InvalidCommandError(f"{self.name} must be a text of at most {LONGEST_TEXT:,} characters.")
        return value.strip()


#: Group → its heading, in the order of the form.
GROUPS = {
    "gates": "Gates: what comes in",
    "review": "Review: duplicates and conflicts",
    "recall": "Recall: what comes back",
    "layers": "Layers: what counts in an answer over all of them",
    "assemblies": "Assemblies",
    "conversation": "Short-term memory: what is at hand of conversations",
    "gate": "Conversations: what is learned and given back",
    "board": "Working memory: what is at hand while one talks",
    "policy": "Background jobs: what is made of conversations",
    "llm": "Language model: who may help",
    "eviction": "Eviction: what is let go",
    "forgetting": "Forgetting schedule: what fades when it is not recalled",
    "index": "Index files",
    "snapshots": "Snapshots",
    "migration": "Embedding model",
    "service": "Agents: who may use this vault",
}

_STARTS = {
    "off": "Never",
    "stm_pressure": "Short-term memory is full",
    "summary_updated": "A conversation goes on",
    "flush_completed": "A digest was written",
    "query_metrics": "Questions are asked",
}
_ACTIONS = {"off": "Do not look", "keep": "Keep, with a note", "hold": "Hold for review"}

SETTINGS: Mapping[str, Setting] = {
    setting.name: setting
    for setting in (
        Setting(
            "gates.novelty",
            "skip",
            "The same text again",
            "An active memory has the text already, but for case, blanks and, in what is typed, a full stop.",
            {"skip": "Leave it out", "hold": "Hold for review", "off": "Keep it twice"},
        ),
        Setting(
            "gates.similar",
            "off",
            "Nearly the same meaning",
            "An active memory means nearly the same, by its vector, or differs in punctuation only. Each write then"
            " waits until its vector is computed, which takes longer the larger the model is.",
            _ACTIONS,
        ),
        Setting(
            "gates.similar_above",
            0.92,
            "… from a similarity of",
            "Cosine of the two vectors from which they count as nearly the same.",
            low=0.5,
            high=1.0,
        ),
        Setting(
            "gates.validation",
            "keep",
            "Suspicious content",
            "Hidden characters, instructions to the model, runs of one character, or data instead of text.",
            _ACTIONS,
        ),
        Setting(
            "gates.pii",
            "keep",
            "Personal data and secrets",
            "Keys and passwords; e-mail, IP and street addresses; phone, card, account, passport and personal numbers.",
            {**_ACTIONS, "redact": "Replace by a mark"},
        ),
        Setting(
            "gates.anomaly",
            "off",
            "Unlike everything else",
            "Noise, code or data instead of a note; and, from 200 memories on, what is far from every other memory."
            " Each write then waits until its vector is computed, which takes longer the larger the model is.",
            _ACTIONS,
        ),
        Setting(
            "gates.anomaly_above",
            4.0,
            "… from",
            "How much farther than usual the five nearest memories are, in standard deviations.",
            low=2.0,
            high=50.0,
            unit="σ",
        ),
        Setting(
            "review.alike",
            0.85,
            "Look at pairs from a similarity of",
            "How alike two memories must be to be listed as possible duplicates or conflicts.",
            low=0.5,
            high=1.0,
        ),
        Setting(
            "review.merge",
            False,
            "Merge facts that say the same",
            "Facts, preferences and rules that mean nearly the same in other words become one, in the background."
            " Another number, another value or a “not” keeps them apart, and turns are never merged. Each merge can be"
            " undone, and is then not made again.",
        ),
        Setting(
            "review.merge_above",
            0.92,
            "… from a similarity of",
            "Facts that are more alike than this and contradict each other in nothing are listed as duplicates.",
            low=0.5,
            high=1.0,
        ),
        Setting(
            "recall.trust",
            True,
            "Weigh by trust",
            "A memory of trust 0.5 gets half of its score.",
        ),
        Setting(
            "recall.usefulness",
            0.2,
            "Weigh by usefulness",
            "How much of the best score a memory gains, at the most, by having been found useful, or loses.",
            high=1.0,
        ),
        Setting(
            "recall.salience",
            0.1,
            "Weigh by salience",
            "How much of the best score a memory of salience 1 gains, and one of salience 0 loses; a new one has 0.5.",
            high=1.0,
        ),
        Setting(
            "recall.log",
            True,
            "Keep a log of recalls",
            "Who recalled what, and for which query; what is recalled counts as a little more useful.",
        ),
        Setting(
            "recall.synthetic_quota",
            0.5,
            "Most synthetic memories",
            "Share of the hits that generated memories may take; 1 is no limit.",
            high=1.0,
        ),
        Setting(
            "recall.synthetic_age",
            0.0,
            "Synthetic memories wait",
            "Generated memories come back only when they are this old; 0 is at once.",
            high=87_600.0,
            unit="h",
        ),
        Setting(
            "recall.reservoir",
            0.0,
            "Places for other topics",
            "Share of the hits that is kept for topics (tag, else kind) beside the most frequent one; 0 is none.",
            high=0.9,
        ),
        Setting(
            "layers.working",
            1.0,
            "Working memory",
            "What is on the board of the conversation; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "layers.episodic",
            1.0,
            "Episodic memory",
            "What happened and what was said; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "layers.semantic",
            1.0,
            "Semantic memory",
            "Facts and concepts; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "layers.procedural",
            1.0,
            "Procedural memory",
            "Procedures and skills; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "layers.emotional",
            1.0,
            "Emotional memory",
            "What was felt; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "layers.assemblies",
            1.0,
            "Assemblies",
            "What an assembly lifts that matches the query; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "layers.cycles",
            1.0,
            "Turns",
            "Turns that mean what is asked; its weight in an answer over all layers, 0 is none.",
            high=3.0,
        ),
        Setting(
            "assemblies.boost",
            0.15,
            "Lift of members",
            "How much of the best score a member gets from an assembly that matches the query wholly; 0 is none.",
            high=1.0,
        ),
        Setting(
            "assemblies.activation",
            0.4,
            "Activated from a similarity of",
            "How alike an assembly and a query must be for the assembly to lift its members.",
            high=1.0,
        ),
        Setting(
            "assemblies.max_drift",
            3_600.0,
            "Vectors may be unverified for",
            "An assembly whose vector was not synchronised or verified within this time lifts nothing.",
            low=1.0,
            high=31_536_000.0,
            unit="s",
        ),
        Setting(
            "assemblies.merge_above",
            0.8,
            "Suggest a merge from",
            "How alike two assemblies must be to be suggested for a merge.",
            high=1.0,
        ),
        Setting(
            "assemblies.automatic",
            False,
            "Make assemblies automatically",
            "From related memories that are in no assembly yet; each can be undone, and is then not made again.",
        ),
        Setting(
            "assemblies.automatic_from",
            0.8,
            "… from a similarity of",
            "How alike the memories must be to their middle, on average.",
            low=0.5,
            high=1.0,
        ),
        Setting(
            "conversation.transcript_budget",
            50_000,
            "Transcript at hand",
            "The latest words of each user are kept in memory until the program ends; the vault has all.",
            low=100,
            high=10_000_000,
            unit="tokens",
            seed="IMMEDIATE_TOKEN_BUDGET",
        ),
        Setting(
            "conversation.short_term_budget",
            25_000,
            "Short-term memory",
            "The latest turns of each user that are compared with a question first.",
            low=100,
            high=10_000_000,
            unit="tokens",
            seed="STM_TOKEN_BUDGET",
        ),
        Setting(
            "conversation.short_term_reserve",
            0.2,
            "… counts as nearly full with so much left",
            "Share of the short-term memory that is left when it says that it is nearly full.",
            high=0.9,
            seed="TOKEN_RESERVE_RATIO",
        ),
        Setting(
            "conversation.min_relevance",
            0.5,
            "Turns are relevant from",
            "How alike a question and a turn must be at least for the turn to be found, unless the question says so.",
            high=1.0,
            seed="MIN_RELEVANCE_SCORE",
        ),
        Setting(
            "conversation.limit",
            5,
            "Turns found at the most",
            "How many turns a question finds, unless it says so.",
            low=1,
            high=100,
            seed="MEMORY_QUERY_LIMIT",
        ),
        Setting(
            "conversation.weight_input",
            1.0,
            "Weight of what the user said",
            "What the likeness of a question to the user's words counts; 0 leaves them out.",
            high=1.0,
            seed="INPUT_WEIGHT",
        ),
        Setting(
            "conversation.weight_answer",
            1.0,
            "Weight of the answers",
            "What the likeness of a question to an answer counts; 0 leaves answers out.",
            high=1.0,
            seed="ANSWER_WEIGHT",
        ),
        Setting(
            "gate.same_above",
            0.92,
            "The same fact from a similarity of",
            "A fact that is more like a memory than this, and says nothing else in words, is not kept twice: the memory"
            " counts as said again.",
            low=0.5,
            high=1.0,
        ),
        Setting(
            "gate.extract_imports",
            True,
            "Learn from imports",
            "Conversations that come from ChatGPT, Claude or Letta are read for facts like live ones, and fill the"
            " layers, in the background.",
        ),
        Setting(
            "gate.owner",
            "",
            "What agents call you",
            "What names no user, as the conversations that you imported, is yours. Agents that name their user get it"
            " only for this name; other users get of it only notes that speak of nobody in particular.",
        ),
        Setting(
            "gate.messages",
            6,
            "Last messages in a context",
            "How many messages of the conversation a context begins with.",
            high=200,
        ),
        Setting(
            "gate.memories",
            50,
            "Most memories in a context",
            "How many memories a context holds at the most, if the token budget lets them in.",
            high=200,
        ),
        Setting(
            "gate.skill_above",
            0.75,
            "A skill matches from a similarity of",
            "On the scale of the seed's model; what another model calls as much is known for each model.",
            high=1.0,
        ),
        Setting(
            "board.capacity",
            7,
            "Most items on a board",
            "How many items the working memory of a conversation holds. With fewer than before, the weakest leave at"
            " once.",
            low=5,
            high=9,
        ),
        Setting(
            "board.period",
            60.0,
            "Items fade every",
            "Each time an item loses the share of its activation that its rate says.",
            low=1.0,
            high=86_400.0,
            unit="s",
        ),
        Setting(
            "board.decay",
            0.1,
            "Share lost each time",
            "Of new items; 0 is no fading, 1 is gone at once.",
            high=1.0,
        ),
        Setting(
            "board.significant",
            0.6,
            "Worth an episode from a salience of",
            "Such items become episodes, notes too, also after they have left the board. A turn always becomes one.",
            high=1.0,
        ),
        Setting(
            "board.active",
            0.1,
            "Active from an activation of",
            "Weaker items stay on the board, but are not given to a recall.",
            high=1.0,
        ),
        Setting(
            "policy.flush",
            "stm_pressure",
            "Summarise the oldest turns at hand",
            "They are written down as one digest and leave the short-term memory. If never, they leave it without one.",
            _STARTS,
        ),
        Setting(
            "policy.reflection",
            "summary_updated",
            "Reflect on turns",
            "Look for what a user corrected.",
            _STARTS,
        ),
        Setting(
            "policy.discovery",
            "summary_updated",
            "Discover patterns",
            "Look for recurring topics, names that go together, times of day and repeated corrections.",
            _STARTS,
        ),
        Setting(
            "policy.consolidation",
            "flush_completed",
            "Consolidate digests",
            "Several digests of one user become one of all their turns.",
            _STARTS,
        ),
        Setting(
            "policy.self_assessment",
            "off",
            "Assess the memory",
            "Report how often questions find something, and how relevant it is.",
            _STARTS,
        ),
        Setting(
            "policy.curiosity",
            "off",
            "List gaps",
            "Report questions that were left open, and names of which little is known.",
            _STARTS,
        ),
        Setting(
            "policy.layers",
            "summary_updated",
            "Fill the layers",
            "Turns become episodes; what comes up in several becomes concepts, procedures and emotional events. One run"
            " is one step of undo.",
            _STARTS,
        ),
        Setting(
            "policy.layers_hours",
            24,
            "Fill the layers also after",
            "If turns have come since the last run, and it was so long ago. 0: never by the clock.",
            low=0,
            high=8_760,
            unit="hours",
        ),
        Setting(
            "policy.every",
            20,
            "… after so many signals",
            "Of the signals that come with each turn or question, only every so many starts a job.",
            low=1,
            high=100_000,
        ),
        Setting(
            "policy.quiet",
            10,
            "… and once it is quiet for",
            "Fewer signals start the jobs, too, when no more have come for so long. 0: they wait for more.",
            low=0,
            high=10_080,
            unit="minutes",
        ),
        Setting(
            "llm.on",
            False,
            "Let a language model help",
            "It reads turns for summaries and writes digests; their texts are sent to its address.",
        ),
        Setting(
            "llm.extract",
            True,
            "… to find facts, too",
            "It finds what is worth keeping in turns. Rules do that otherwise, and whenever it does not answer or"
            " answers nonsense.",
        ),
        Setting(
            "llm.address",
            "http://localhost:11434/v1",
            "Address",
            "Of a server that speaks OpenAI's protocol: Ollama, LM Studio, llama.cpp or another. One that is elsewhere"
            " has to be allowed on this computer: “memory-desktop model-key ADDRESS”.",
            seed="LLM_ADDRESS",
        ),
        Setting(
            "llm.model",
            "",
            "Model",
            "What the server calls the model that reads and summarises.",
            seed="LLM_MODEL_NAME",
        ),
        Setting(
            "llm.response_model",
            "",
            "Model for replies",
            "What programs get that ask through this one without naming a model; nothing: what they name.",
            seed="LLM_MODEL_FOR_RESPONSE_GENERATION",
        ),
        Setting(
            "llm.moderation",
            "off",
            "Ask a model whether texts are fit to be kept",
            "It is asked in the background about each new text, so nothing waits for it; what it flags is taken out and"
            " waits in Review. Texts are sent to the address above.",
            {
                "off": "Never",
                "hold": "Yes; while it is away, texts stay",
                "strict": "Yes; while it is away, hold texts",
            },
        ),
        Setting(
            "llm.moderation_model",
            "",
            "… named",
            "What the server calls the model that judges texts.",
            seed="LLM_MODEL_FOR_MODERATION",
        ),
        Setting(
            "llm.pass_through",
            False,
            "Let programs ask it through this one",
            "Programs that know no MCP use this vault’s own address, ending in /v1, and its token as key. What they ask"
            " gets what memory knows and is passed on; the turns are remembered. Agents must be allowed over HTTP.",
        ),
        Setting(
            "llm.timeout",
            60.0,
            "Wait for an answer",
            "Longer than that is a failure, and rules do the work.",
            low=1.0,
            high=3_600.0,
            unit="s",
        ),
        Setting(
            "llm.retries",
            2,
            "Try again",
            "How often, when the server does not answer or is busy.",
            high=10,
        ),
        Setting(
            "eviction.capacity",
            0,
            "Most active memories",
            "With more, those of least salience are forgotten; 0 is no limit.",
            high=100_000_000,
        ),
        Setting(
            "eviction.protect",
            0.8,
            "Protected from a salience of",
            "Memories of this salience or more are never evicted.",
        ),
        Setting(
            "eviction.reservoir",
            5,
            "Kept of every topic",
            "The most salient memories of each topic (tag, else kind) that eviction leaves.",
            high=1_000_000,
        ),
        Setting(
            "eviction.half_life",
            168.0,
            "Half-life of salience",
            "How long fading takes to halve a salience.",
            low=0.01,
            high=1_000_000.0,
            unit="h",
        ),
        Setting(
            "forgetting.policy",
            "suggest",
            "When memories are due",
            "Suggest only: Health lists them, and a person runs the schedule. Protected memories are never due.",
            choices={"suggest": "Suggest only", "fade": "Let them fade", "forget": "Let them fade, then forget them"},
        ),
        Setting(
            "forgetting.days",
            90.0,
            "Due after",
            "Since its last recall or else its time, if of no importance; the most important is due after ten times.",
            low=1.0,
            high=100_000.0,
            unit="days",
        ),
        Setting(
            "forgetting.floor",
            0.05,
            "Forgotten below a salience of",
            "A memory that has faded below it is forgotten when it is due again.",
            high=1_000.0,
        ),
        Setting(
            "forgetting.most",
            1_000,
            "Most at once",
            "So many memories a run of the policy deals with; 0 is all.",
            high=10_000_000,
        ),
        Setting(
            "index.verify_within",
            24.0,
            "Index files are verified within",
            "Their checksums are compared again before that time is up; a file that differs is rebuilt.",
            low=0.01,
            high=8_760.0,
            unit="h",
        ),
        Setting(
            "snapshots.every",
            20_000,
            "A snapshot every",
            "Events between two automatic snapshots; 0 makes none.",
            high=1_000_000_000,
            unit="events",
        ),
        Setting(
            "snapshots.keep",
            8,
            "Automatic snapshots kept",
            "Beyond that they are thinned out, the older the wider apart; those that you made stay.",
            low=1,
            high=1_000,
        ),
        Setting(
            "snapshots.before_risk",
            True,
            "Before risky operations",
            "Make one before an import, a rollback, a repair and a change of model.",
        ),
        Setting(
            "migration.grace_days",
            14.0,
            "Old vectors are kept for",
            "After a change of the embedding model, so that it can be changed back at once.",
            high=3_650.0,
            unit="days",
        ),
        Setting(
            "migration.live_share",
            0.0,
            "Ask a new model too",
            "Share of your recalls that are asked again, later, of another model once it is ready; 0 is none. The"
            " change of the embedding model shows how the two compare.",
            high=1.0,
        ),
        Setting(
            "migration.archive",
            True,
            "Archive old vectors then",
            "They are packed into one file, from which the model can be changed back; otherwise they are deleted.",
        ),
        Setting(
            "service.enabled",
            False,
            "Let agents connect over HTTP",
            "While this vault is open, agents on this computer that have its token may connect, and no one else.",
        ),
        Setting(
            "service.port",
            0,
            "… at port",
            "0 takes one that stays the same for this vault, as long as it is free.",
            high=65_535,
        ),
        Setting(
            "service.read_only",
            False,
            "Agents only read",
            "Every call that would change something is refused.",
        ),
        Setting(
            "service.approve",
            False,
            "What agents write waits for approval",
            "Every change that an agent asks for waits in Review, and is carried out once a person releases it.",
        ),
        Setting(
            "service.server_memory",
            False,
            "Act as the reference memory server",
            "Agents are offered the nine tools of MCP’s server-memory, in place of this program’s own.",
        ),
        Setting(
            "service.tools",
            "all",
            "Tools for agents",
            "Some clients take 40 tools at most. The basic ones are those for turns, memories and skills; the others"
            " are for the layers.",
            {"all": "All tools", "basic": "Basic tools"},
        ),
        Setting(
            "service.rate",
            1_200,
            "Most calls a minute",
            "Of each agent; 0 is no limit.",
            high=1_000_000,
        ),
    )
}


class Settings(Mapping[str, Value]):
    """Values by name; what was never changed is at its default.

    Args:
        changed: what the vault says. overrides: what stands above it, as the environment says it.
    """

    def __init__(
        self, changed: Mapping[str, Value] | None = None, overrides: Mapping[str, Value] | None = None
    ) -> None:
        self._changed = dict(changed or {})
        self.overrides: Mapping[str, Value] = dict(overrides or {})

    def __getitem__(self, name: str) -> Value:
        if name in self.overrides:
            return self.overrides[name]
        return self._changed[name] if name in self._changed else SETTINGS[name].default

    def __iter__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204
        return iter(SETTINGS)

    def __len__(self) -> int:
        return len(SETTINGS)

    def text(self, name: str) -> str:
        """A choice."""
        return str(self[name])

    def number(self, name: str) -> float:
        """A number."""
        return float(self[name])

    def whole(self, name: str) -> int:
        """A whole number."""
        return int(self[name])

    def on(self, name: str) -> bool:
        """A switch."""
        return bool(self[name])

    def changed(self, changes: Mapping[str, Value]) -> Settings:
        """With these values instead; one at its default is as if it had never been changed."""
        return Settings({**self._changed, **changes}, self.overrides)


def from_environment(environment: Mapping[str, str]) -> dict[str, Value]:
    """The settings that variables of the environment set, by name. Raises InvalidCommandError naming a bad one."""
    found: dict[str, Value] = {}
    for setting in SETTINGS.values():
        text = environment.get(setting.variable, "") if setting.seed else ""
        if text.strip():
            try:
                found[setting.name] = setting.parsed(text)
            except InvalidCommandError as error:
                raise InvalidCommandError(f"{setting.variable}: {error.message}") from error
    return found
