"""A question as it was understood: its kind, what and whom it is about, and the time that it names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from orchestrator.language.values import Value, asked_value
from orchestrator.reader.conditions.filters import NONE, Filters
from orchestrator.reader.conditions.measures import Measure
from orchestrator.reader.conditions.order import Rank
from orchestrator.reader.line import Line
from orchestrator.reader.question.relatives import Relative
from orchestrator.reader.question_kinds import Kind
from orchestrator.reader.timing import Phrase


def iso(moment: datetime) -> str:
    """Local wall time to the second."""
    return moment.replace(microsecond=0, tzinfo=None).isoformat()


@dataclass(frozen=True)
class Target:
    """Something that an earlier answer was about: `kind` contact, place or event."""

    kind: str
    id: str
    name: str


@dataclass(frozen=True)
class Reading:
    """A question as it was understood.

    `words`: what it is about, as written, names included; `names`: the people in it; `who`: who said something;
    `when`: its time phrases, copied, with `span` = their reading (naive local, end exclusive); `targets`: what "it",
    "she" and "there" stand for; `ahead`: the time lies ahead, when nothing can have been said yet.
    """

    line: Line
    language: str
    locale: str
    kind: Kind
    thing: str | None = None
    attribute: str | None = None
    who: str | None = None
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    when: str | None = None
    span: tuple[datetime, datetime | None] | None = None
    past: bool = False
    deictic: bool = False
    follow: bool = False
    targets: tuple[Target, ...] = ()
    ahead: bool = False
    last: bool = False
    """Whether of what was only the latest is asked for."""
    measure: Measure | None = None
    """What is worked out from the record that answers; then the rest is the question that finds it."""
    relative: Relative | None = None
    """Somebody by what they are to somebody; where that is a pronoun, whose it is was not said."""
    unit: str | None = None
    """In which unit: `day`, `week`; None = in any."""
    filters: Filters = NONE
    """What is left of the records that are found."""
    times: tuple[Phrase, ...] = ()
    """The phrases of `when`."""
    exact: bool = False
    """Whether the span was worked out here, and is not what `when` alone would mean."""
    now: datetime | None = None
    """As of when it was read."""
    cues: frozenset[str] = frozenset()
    """Folded words that only say which kind of question it is: a record that lacks them may answer all the same."""
    rank: Rank | None = None
    """Which one of those that answer is asked for, in the order of time; None = whichever answers best."""

    @property
    def about(self) -> str:
        """What the question is about, as a query."""
        return " ".join(self.words)

    @property
    def timing(self) -> Mapping[str, str]:
        """The arguments that bound a look-up: the copied words, or of the past the span, which the words alone would
        have a tool look ahead for."""
        if self.when is None:
            return {}
        if self.exact and self.span is not None:
            return {"since": iso(self.span[0])} | ({"until": iso(self.span[1])} if self.span[1] is not None else {})
        if self.past and self.kind is not Kind.EXISTS and self.span is not None and self.span[1] is not None:
            return {"since": iso(self.span[0]), "until": iso(self.span[1])}
        return {"when": self.when}

    @property
    def value(self) -> Value | None:
        """What kind of value the answer must hold."""
        return asked_value(self.line.low)

    @property
    def whose_birthday(self) -> bool:
        """Whether it asks for the birthdays of no one in particular: "whose birthday is next?"."""
        return self.attribute == "birthday" and not (self.words or self.names or self.targets)

    @property
    def last_contact(self) -> bool:
        """Whether it asks when somebody was last talked to, of whatever: "when did I last speak with Ana?"."""
        return self.kind is Kind.SAID and self.last and self.who is None and bool(self.names) and not self.rest

    @property
    def rest(self) -> tuple[str, ...]:
        """The content words that belong to no name."""
        named = {part.casefold() for name in self.names for part in name.split()}
        return tuple(word for word in self.words if word.casefold() not in named)
