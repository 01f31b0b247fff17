"""What can a hard rule do by itself? The closed set of typed effects and their parameters (api.md, Rules).

Pure data: what an effect says to an event is decided in `events/rule_reading.py`, to a tool, a push, a note in
`ruleset.py`.
"""

from collections.abc import Mapping, Sequence
from datetime import time
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from orchestrator.errors import FieldError, InvalidRequest
from orchestrator.kit import patterns
from orchestrator.kit.ids import parse_id
from orchestrator.kit.numbers import NUMBER
from orchestrator.kit.text import storable
from orchestrator.language.text.normalize import normalize, stems

EffectName = Literal[
    "quiet_hours",
    "blocked_time",
    "earliest_start",
    "latest_end",
    "default_duration",
    "default_place",
    "always_invite",
    "never_invite",
    "buffer",
    "no_double_booking",
    "units",
    "language",
    "tool_policy",
    "alias",
    "redact_push",
    "never_store",
]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = get_args(Weekday)
"""In the order of `date.weekday()`."""
Policy = Literal["auto", "confirm", "block"]

MANY = 200
WORD_CHARACTERS = 200
TEXT_CHARACTERS = 500
LONGEST_EVENT_MINUTES = 7 * 24 * 60
WIDEST_BUFFER_MINUTES = 24 * 60
DAY_LETTERS = 3
"""Of a weekday's English name: "Friday" is meant by "fri" too."""
_HHMM = patterns.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_TAG = patterns.compile(r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?")


def _hhmm(value: object) -> object:
    found = _HHMM.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        msg = "a time of day is written HH:MM (00:00 to 23:59)"
        raise ValueError(msg)
    return f"{int(found[1]):02d}:{found[2]}"


def _line(value: object) -> object:
    return storable(value).strip() if isinstance(value, str) else value


def _tag(value: str) -> str:
    if not _TAG.fullmatch(value):
        msg = "this is no BCP 47 language tag (like 'pt-BR')"
        raise ValueError(msg)
    language, *rest = value.split("-")
    return "-".join([language.lower(), *(one.upper() if len(one) == 2 else one.title() for one in rest)])


def _weekday(value: object) -> object:
    return value.strip().lower()[:DAY_LETTERS] if isinstance(value, str) else value


TimeOfDay = Annotated[str, BeforeValidator(_hhmm)]
Line = Annotated[str, BeforeValidator(_line), Field(min_length=1, max_length=WORD_CHARACTERS)]
Lines = Annotated[list[Line], Field(max_length=MANY)]
Ids = Annotated[list[UUID], Field(max_length=MANY)]
Days = Annotated[list[Annotated[Weekday, BeforeValidator(_weekday)]], Field(max_length=7)]


H = TypeVar("H", "QuietHours", "BlockedTime")


class Match(BaseModel):
    """What a rule is about: anything that one of these names; all empty = everything. `words` are looked for in the
    title of an event and the text of a push or a note, `categories` among an event's tags and calendar, the kind of a
    push, the category of a note."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: Lines = []
    contact_ids: Ids = []
    place_ids: Ids = []
    categories: Lines = []

    @property
    def always(self) -> bool:
        return not (self.words or self.contact_ids or self.place_ids or self.categories)


class Effect(BaseModel):
    """The parameters of one type of effect."""

    model_config = ConfigDict(extra="forbid", frozen=True, validate_by_name=True, validate_by_alias=True)

    type: ClassVar[EffectName]

    def stored(self) -> dict[str, Any]:
        """`{type, parameters}` as it is kept and shown; what was not said is left out."""
        return {"type": self.type, "parameters": self.model_dump(mode="json", by_alias=True, exclude_defaults=True)}


class About(Effect):
    """An effect that may be about some things alone."""

    match: Match = Match()


class OfDays(Effect):
    """An effect that may hold on some weekdays alone; none named = every day."""

    days: Days = []

    def on(self, weekday: int) -> bool:
        """Whether it holds on this day (0 = Monday)."""
        return not self.days or WEEKDAYS[weekday] in self.days


def _long(value: H) -> H:
    if value.from_ == value.to:
        msg = "`from` and `to` are the same time"
        raise ValueError(msg)
    return value


class QuietHours(OfDays):
    """Pushes wait until the end; may wrap midnight, `days` are those on which it begins. `except`: kinds of pushes that
    do not wait."""

    type = "quiet_hours"
    from_: TimeOfDay = Field(alias="from")
    to: TimeOfDay
    except_: Lines = Field(default=[], alias="except")

    @model_validator(mode="after")
    def _has_length(self) -> "QuietHours":
        return _long(self)


class Spared(BaseModel):
    """What a rule leaves alone: whom an event is with, where it is, words of its title; any one of them."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    contact_ids: Ids = []
    place_ids: Ids = []
    words: Lines = []


def _spared(value: object) -> object:
    """A single exception as a list of one; a bare id as a contact or a place (which one, who checks it finds out), any
    other bare text as a word."""
    several = value if isinstance(value, list | tuple) else [value]
    return [_bare(one) if isinstance(one, str) else one for one in several]


def _bare(one: str) -> dict[str, list[str]]:
    return (
        {"words": [one]}
        if parse_id(one.strip()) is None
        else {"contact_ids": [one.strip()], "place_ids": [one.strip()]}
    )


class BlockedTime(OfDays, About):
    """No event touches this time of the day; may wrap midnight, `days` are those on which it begins. `except`: events
    that may."""

    type = "blocked_time"
    from_: TimeOfDay = Field(alias="from")
    to: TimeOfDay
    except_: Annotated[list[Spared], BeforeValidator(_spared), Field(max_length=MANY)] = Field(
        default=[], alias="except"
    )

    @model_validator(mode="after")
    def _has_length(self) -> "BlockedTime":
        return _long(self)


class EarliestStart(OfDays, About):
    """No event begins before `time`."""

    type = "earliest_start"
    time: TimeOfDay


class LatestEnd(OfDays, About):
    """No event ends after `time`; one before six in the morning is that of the night after."""

    type = "latest_end"
    time: TimeOfDay


class DefaultDuration(About):
    """How long an event takes whose end nobody said."""

    type = "default_duration"
    minutes: Annotated[int, Field(ge=1, le=LONGEST_EVENT_MINUTES), NUMBER]


class DefaultPlace(About):
    """Where an event is whose place nobody said."""

    type = "default_place"
    place_id: UUID


class AlwaysInvite(About):
    """Who takes part in every new event."""

    type = "always_invite"
    contact_ids: Annotated[Ids, Field(min_length=1)]


class NeverInvite(About):
    """Who takes part in none."""

    type = "never_invite"
    contact_ids: Annotated[Ids, Field(min_length=1)]


class Buffer(About):
    """How much time there is around an event."""

    type = "buffer"
    minutes_before: Annotated[int, Field(ge=0, le=WIDEST_BUFFER_MINUTES), NUMBER] = 0
    minutes_after: Annotated[int, Field(ge=0, le=WIDEST_BUFFER_MINUTES), NUMBER] = 0

    @model_validator(mode="after")
    def _has_length(self) -> "Buffer":
        if not self.minutes_before and not self.minutes_after:
            msg = "a buffer has `minutes_before` or `minutes_after`"
            raise ValueError(msg)
        return self


class NoDoubleBooking(About):
    """No event lies over one at which the user is busy."""

    type = "no_double_booking"


class Units(Effect):
    """How times, days and measures are written."""

    type = "units"
    system: Literal["metric", "imperial"] | None = None
    clock: Literal[12, 24] | None = None
    week_start: Annotated[Weekday, BeforeValidator(_weekday)] | None = None
    date_order: Literal["dmy", "mdy", "ymd"] | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "Units":
        if not self.model_dump(exclude_none=True):
            msg = "`units` names `system`, `clock`, `week_start` or `date_order`"
            raise ValueError(msg)
        return self


class SpokenLanguage(Effect):
    """The language of answers, briefings and pushes."""

    type = "language"
    tag: Annotated[str, BeforeValidator(_line), Field(max_length=40), AfterValidator(_tag)]


class ToolPolicy(Effect):
    """What the agent and MCP clients may do with a tool."""

    type = "tool_policy"
    tool: Line
    policy: Policy


class Named(BaseModel):
    """What an alias stands for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["contact", "place"]
    id: UUID


class Alias(Effect):
    """A phrase that always means one contact or place."""

    type = "alias"
    phrase: Line
    entity: Named

    @model_validator(mode="after")
    def _says_something(self) -> "Alias":
        if not normalize(self.phrase):
            msg = "`phrase` has no letter or digit"
            raise ValueError(msg)
        return self


class RedactPush(About):
    """What is not told on a lock screen: `replacement` stands in its place."""

    type = "redact_push"
    replacement: Annotated[str, BeforeValidator(_line), Field(max_length=TEXT_CHARACTERS)] = "…"


class NeverStore(Effect):
    """What is never kept as a note or a fact."""

    type = "never_store"
    categories: Lines = []
    subjects: Lines = []
    words: Lines = []

    @model_validator(mode="after")
    def _says_something(self) -> "NeverStore":
        if not (self.categories or self.subjects or self.words):
            msg = "`never_store` names `categories`, `subjects` or `words`"
            raise ValueError(msg)
        return self


EFFECTS: Mapping[str, type[Effect]] = {
    one.type: one
    for one in (
        QuietHours,
        BlockedTime,
        EarliestStart,
        LatestEnd,
        DefaultDuration,
        DefaultPlace,
        AlwaysInvite,
        NeverInvite,
        Buffer,
        NoDoubleBooking,
        Units,
        SpokenLanguage,
        ToolPolicy,
        Alias,
        RedactPush,
        NeverStore,
    )
}
"""All there are, in the order of api.md."""


def read_effect(value: Mapping[str, Any], *prefix: str | int) -> Effect:
    """The effect of `{type, parameters}`. Raises InvalidRequest that names the field, below `prefix`."""
    kind, parameters = value.get("type"), value.get("parameters")
    known = EFFECTS.get(kind) if isinstance(kind, str) else None
    if known is None:
        raise _wrong([*prefix, "type"], f"there is no such effect; there are: {', '.join(EFFECTS)}")
    if parameters is not None and not isinstance(parameters, Mapping):
        raise _wrong([*prefix, "parameters"], "the parameters of an effect are a JSON object")
    given = {name: one for name, one in (parameters or {}).items() if one is not None}
    try:
        return known.model_validate(given)
    except ValidationError as error:
        found: list[FieldError] = [
            {"loc": [*prefix, "parameters", *one["loc"]], "message": one["msg"].removeprefix("Value error, ")}
            for one in error.errors(include_url=False, include_context=False, include_input=False)
        ]
        first = ".".join(str(part) for part in found[0]["loc"])
        raise InvalidRequest(f"`{first}`: {found[0]['message']}.", errors=found) from error


def time_of(text: str) -> time:
    """A stored HH:MM."""
    return time.fromisoformat(text)


def holds_words(wanted: Sequence[str], text: str) -> bool:
    """Whether any of these words or phrases stands in `text`, in any form of ours ("lunch" in "Team lunches",
    "meeting" in "reunião com a Ana")."""
    said = stems(text)
    return any(_stands(words, said) for one in wanted if (words := stems(one)))


def _stands(words: Sequence[Sequence[str]], said: Sequence[Sequence[str]]) -> bool:
    return any(
        all(set(word) & set(there) for word, there in zip(words, said[at : at + len(words)], strict=True))
        for at in range(len(said) - len(words) + 1)
    )


def _wrong(loc: list[str | int], message: str) -> InvalidRequest:
    errors: list[FieldError] = [{"loc": loc, "message": message}]
    return InvalidRequest(f"`{'.'.join(str(part) for part in loc)}`: {message}.", errors=errors)
