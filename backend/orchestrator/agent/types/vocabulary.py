"""What does the runtime know of the user's world? What slices say of it: the tool groups, the intents with the topics
that lead to them, the kinds and fields that mean something beyond their own tools. The runtime names none itself.

Each slice's manifest gives a part; `merged` is the whole, which bootstrap hands over in `Services`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from orchestrator.language.speech_acts.intents import Topic, Topics
from orchestrator.language.speech_acts.mood import Mood, MoodReading

SHORT_CIRCUIT = 0.9
"""From this confidence on a rule decides without a model."""
RULE_SURE = 0.92
RULE_LIKELY = 0.6
RULE_MIXED = 0.45
RULE_GUESS = 0.3

ASKED = frozenset({Mood.QUESTION})
WANTED = frozenset({Mood.REQUEST})
CHANGED = frozenset({Mood.REQUEST, Mood.STATEMENT, Mood.UNCLEAR})
"""The moods in which a message may be about a change."""

SEARCH_INTENT = "memory_search"
DATA_INTENT = "data_query"
REMEMBER_INTENT = "remember"
GENERAL_INTENT = "general"
"""The intents of every build: what the runtime falls back to, and what its own words lead to."""


@dataclass(frozen=True)
class ToolGroup:
    """Tools that belong together; what a turn may see is decided by group (product.md, tiers)."""

    name: str
    intents: frozenset[str] = frozenset()
    """Turns of these see it."""
    apart: bool = False
    """An intent that opens all groups does not open it."""
    always: bool = False
    """Shown in every turn."""
    when_unsure: bool = False
    """Shown beside those of an intent that is only likely."""
    of_attachments: bool = False
    """Shown where files came with the question."""
    of_talks: bool = False
    """Shown where past talks are asked about."""
    searches: bool = False
    """Its tools search all that was said and written."""
    words: str = ""
    """By which an agent from outside finds its tools, in English, Portuguese, Spanish."""


@dataclass(frozen=True)
class Intent:
    """What a turn may be for."""

    name: str
    at: int
    """Its place among all intents, as a model reads them."""
    everything: bool = False
    """It opens all groups that are not apart, beside those that name it, for reading alone."""
    looks_up: bool = False
    """A question of it is answered from the user's data."""
    was_said: Literal["always", "unless_recorded", "never"] = "never"
    """Whether what was said and written may hold the answer; `unless_recorded`: where neither a time nor a topic of
    `Vocabulary.records` is named."""
    changes: bool = False
    """A request of it proposes a change."""
    through: str = ""
    """The group one of whose tools has to be used."""


@dataclass(frozen=True)
class RoutingRule:
    """In these moods a message that touches one of `topics` (and one of `besides`, where there are any) has this
    intent. The first that fits decides, by `at`; of two `change`s that fit none is sure."""

    at: int
    moods: frozenset[Mood]
    topics: frozenset[Topic]
    intent: str
    confidence: float
    reason: str
    besides: frozenset[Topic] = frozenset()
    change: bool = False

    def fits(self, topics: Topics, mood: Mood) -> bool:
        """Whether it decides such a message."""
        found = topics.found
        return mood in self.moods and bool(self.topics & found) and (not self.besides or bool(self.besides & found))


@dataclass(frozen=True)
class Decision:
    """What a recogniser makes of a message. `beside`: groups that the turn sees whatever its intent."""

    intent: str
    confidence: float
    reason: str
    beside: frozenset[str] = frozenset()


Recogniser = Callable[[str, Topics, MoodReading], Decision | None]
"""A message that is surely a slice's own, before any rule looks at its topics; None of any other."""


@dataclass(frozen=True)
class FollowUp:
    """A kind of entity that an answer keeps, so that "it", "there" and "they" have a meaning after it."""

    kind: str
    at: int
    """Its place among all: what "it" means first."""
    title: str = "name"
    """The field that holds what one is called."""
    person: bool = False
    """One that "she" may mean."""
    somewhere: bool = False
    """One that "there" may mean."""
    concerns: bool = False
    """What is known of one may be needed after it was spoken of."""

    @property
    def key(self) -> str:
        """The name of its list in a message's deictic context."""
        return f"{self.kind}s"


@dataclass(frozen=True)
class Vocabulary:
    """One slice's part, or the whole."""

    groups: tuple[ToolGroup, ...] = ()
    intents: tuple[Intent, ...] = ()
    rules: tuple[RoutingRule, ...] = ()
    recognisers: tuple[Recogniser, ...] = ()
    records: frozenset[Topic] = frozenset()
    """Who asks for these wants what is recorded: an empty list is the answer."""
    named: frozenset[Topic] = frozenset()
    """Where these are touched, names in the question are resolved before the first model call."""
    follow_ups: tuple[FollowUp, ...] = ()
    targets: frozenset[str] = frozenset()
    """Arguments that name what is to be changed."""
    computed: frozenset[str] = frozenset()
    """Arguments that a model may compute where nobody named a time; the named one wins."""
    times: frozenset[str] = frozenset()
    """Fields of results that hold a moment, told in words."""
    needless_ids: frozenset[str] = frozenset()
    """Fields of results that hold an id, left out beside a name or the row's own id: tools take these as well."""
    instructions: Mapping[str, str] = field(default_factory=dict)
    """What a model is told to call where its answer lacks that evidence (`time_span`, `web`), or found nothing
    (`wider`)."""
    reads_attachment: tuple[str, str] | None = None
    """The tool that reads a file which came with the question, and its argument for the id."""
    rule_kind: str = ""
    """The kind of entity that what is known of the user is, rules among it."""
    inspecting: frozenset[str] = frozenset()
    """The tools whose results hold an entity whole."""

    def of_groups(self, wanted: Callable[[ToolGroup], bool]) -> frozenset[str]:
        """The names of such groups."""
        return frozenset(one.name for one in self.groups if wanted(one))

    def intent(self, name: str) -> Intent | None:
        """None where no slice knows it."""
        return next((one for one in self.intents if one.name == name), None)

    def follow_up(self, kind: str) -> FollowUp | None:
        """None where answers keep none of that kind."""
        return next((one for one in self.follow_ups if one.kind == kind), None)

    @property
    def person_kind(self) -> str:
        """The kind that people are."""
        return next((one.kind for one in self.follow_ups if one.person), "")


NOTHING = Vocabulary()
"""Of a runtime without slices."""


def merged(parts: Iterable[Vocabulary]) -> Vocabulary:
    """The whole: intents, rules and follow-ups by their place."""
    parts = tuple(parts)
    return Vocabulary(
        groups=tuple(each for one in parts for each in one.groups),
        intents=tuple(sorted((each for one in parts for each in one.intents), key=lambda each: each.at)),
        rules=tuple(sorted((each for one in parts for each in one.rules), key=lambda each: each.at)),
        recognisers=tuple(each for one in parts for each in one.recognisers),
        records=frozenset().union(*(one.records for one in parts)),
        named=frozenset().union(*(one.named for one in parts)),
        follow_ups=tuple(sorted((each for one in parts for each in one.follow_ups), key=lambda each: each.at)),
        targets=frozenset().union(*(one.targets for one in parts)),
        computed=frozenset().union(*(one.computed for one in parts)),
        times=frozenset().union(*(one.times for one in parts)),
        needless_ids=frozenset().union(*(one.needless_ids for one in parts)),
        instructions={need: told for one in parts for need, told in one.instructions.items()},
        reads_attachment=next((one.reads_attachment for one in parts if one.reads_attachment), None),
        rule_kind=next((one.rule_kind for one in parts if one.rule_kind), ""),
        inspecting=frozenset().union(*(one.inspecting for one in parts)),
    )
