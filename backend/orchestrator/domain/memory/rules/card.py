"""What does a rule's card say? In plain words what will be held, filled in or left out, and an event of each side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.dates import get_day_names

from orchestrator.agent.rules.effects import (
    WEEKDAYS,
    About,
    Alias,
    AlwaysInvite,
    BlockedTime,
    Buffer,
    DefaultDuration,
    DefaultPlace,
    EarliestStart,
    Effect,
    Match,
    NeverInvite,
    NeverStore,
    OfDays,
    QuietHours,
    SpokenLanguage,
    ToolPolicy,
    read_effect,
)
from orchestrator.agent.rules.ruleset import Rule, RuleSet
from orchestrator.agent.tools.spec import ToolContext
from orchestrator.agent.types.origin import Origin, least_trusted
from orchestrator.domain.memory.facts.schemas import FactScope
from orchestrator.domain.world.contacts import service as contacts
from orchestrator.domain.world.events.rule_examples import Example, examples
from orchestrator.domain.world.events.ruled import Asking
from orchestrator.domain.world.places import service as places
from orchestrator.kit.ids import new_id, parse_id
from orchestrator.kit.text import shorten, texts_in
from orchestrator.language import render
from orchestrator.language.messages import is_message, say, supported_language
from orchestrator.language.rules.hours import ALL_DAY
from orchestrator.language.rules.subject import MEETINGS

TITLE_CHARACTERS = 80
Names = Mapping[str, str]


@dataclass(frozen=True)
class Card:
    """What the card says, and whose words the least trusted of it are."""

    text: str
    origin: Origin


async def card(
    ctx: ToolContext, text: str, effect: Mapping[str, Any] | None, scope: Mapping[str, Any] | None = None
) -> Card:
    """The card of a rule that is not laid down yet; `effect`, `scope` as they are frozen."""
    if effect is None:
        return Card(say("rules.told", ctx.locale), Origin.OWN_DATA)
    read, where = read_effect(effect), FactScope(**scope) if scope is not None else FactScope()
    ids = [one for part in texts_in([effect, scope]) if (one := parse_id(part)) is not None]
    named = {**await contacts.named(ctx.tx, ids), **await places.named(ctx.tx, ids)}
    names = {str(one): name for one, name in named.items()}
    origins = [*await contacts.origins(ctx.tx, ids), *await places.origins(ctx.tx, ids)]
    told = _Telling(ctx.locale, names, where).effect(read)
    rule = Rule(new_id(), text, read, where.type, where.ref)
    found = await examples(Asking(ctx.tx, RuleSet((rule,)), ctx.zone, ctx.locale), rule, ctx.now)
    if found.held is not None and found.passing is not None:
        held = _told(found.held, ctx.locale, names)
        passing = _told(
            found.passing, ctx.locale, names, same_day=found.passing.start.date() == found.held.start.date()
        )
        told = say("rules.card.with_examples", ctx.locale, told=told, held=held, passing=passing)
        origins += [found.held.origin.value, found.passing.origin.value]
    return Card(told, least_trusted(origins))


def _told(one: Example, locale: str, names: Names, *, same_day: bool = False) -> str:
    at = render.clock(one.start, locale)
    day = render.short_day(one.start.date(), locale)
    when = say("rules.card.hour", locale, at=at) if same_day else say("rules.card.day", locale, day=day, at=at)
    if one.title == MEETINGS[0]:
        return say("rules.card.a_meeting", locale, when=when)
    if not one.title:
        named = names.get(str(one.contact_id or one.place_id))
        key = "rules.card.somewhere" if one.contact_id is None else "rules.card.with_somebody"
        return say(key, locale, name=named, when=when) if named else say("rules.card.any_example", locale, when=when)
    return say("rules.card.example", locale, title=shorten(one.title, TITLE_CHARACTERS), when=when)


@dataclass(frozen=True)
class _Telling:
    """Tells an effect in a language. `names`: of the contacts and places in it, by their ids."""

    locale: str
    names: Names
    scope: FactScope

    def effect(self, effect: Effect) -> str:
        """One phrase: "I ask you before anything begins before 10:00 (every day)"."""
        return say(f"rules.card.{self._form(effect)}", self.locale, **self._values(effect)) + self._left_alone(effect)

    def _form(self, effect: Effect) -> str:
        if isinstance(effect, ToolPolicy):
            return f"tool_{effect.policy}"
        if isinstance(effect, Buffer) and not (effect.minutes_before and effect.minutes_after):
            return "buffer_before" if effect.minutes_before else "buffer_after"
        if isinstance(effect, EarliestStart) and effect.time == ALL_DAY:
            return "free_days"
        return effect.type

    def _values(self, effect: Effect) -> dict[str, str]:
        found: dict[str, str] = {}
        if isinstance(effect, About):
            found["what"] = self._what(effect.match)
        if isinstance(effect, OfDays):
            found["days"] = self._days(effect.days)
        if isinstance(effect, BlockedTime | QuietHours):
            found |= {"begins": self._clock(effect.from_), "ends": self._clock(effect.to)}
        if isinstance(effect, AlwaysInvite | NeverInvite):
            found["people"] = render.join(self._named(effect.contact_ids), self.locale)
        return found | self._particular(effect)

    def _particular(self, effect: Effect) -> dict[str, str]:
        match effect:
            case Buffer():
                before, after = effect.minutes_before, effect.minutes_after
                return {"before": self._minutes(before), "after": self._minutes(after)}
            case DefaultDuration():
                return {"length": self._minutes(effect.minutes)}
            case DefaultPlace():
                return {"place": self._named([effect.place_id])[0]}
            case SpokenLanguage():
                return {"language": _language(effect.tag, self.locale)}
            case Alias():
                return {"phrase": effect.phrase, "name": self._named([effect.entity.id])[0]}
            case NeverStore():
                return {"what": self._quoted([*effect.subjects, *effect.words, *effect.categories])}
            case ToolPolicy():
                return {"tool": effect.tool}
            case _:
                time_said = getattr(effect, "time", None)
                return {"time": self._clock(time_said)} if isinstance(time_said, str) else {}

    def _what(self, match: Match) -> str:
        """ "anything", or "anything called “lunch” or anything with Rui"."""
        people = [*match.contact_ids]
        where = [*match.place_ids]
        scoped = [self.names.get(self.scope.ref or "", self.scope.ref or "")]
        parts = [
            *([self._called(match.words)] if match.words else []),
            *([say("rules.card.with", self.locale, people=self._either(people))] if people else []),
            *([say("rules.card.at", self.locale, places=self._either(where))] if where else []),
            *(
                [say("rules.card.tagged", self.locale, words=self._quoted(match.categories))]
                if match.categories
                else []
            ),
        ]
        if self.scope.type == "person":
            parts = [say("rules.card.with", self.locale, people=scoped[0]), *parts]
        elif self.scope.type == "place":
            parts = [say("rules.card.at", self.locale, places=scoped[0]), *parts]
        return render.join(parts, self.locale, either=self.scope.type == "global") or say(
            "rules.card.anything", self.locale
        )

    def _called(self, words: Sequence[str]) -> str:
        """What a title says; meetings by all their names are meetings."""
        if list(words) == MEETINGS:
            return say("rules.card.meetings", self.locale)
        return say("rules.card.called", self.locale, words=self._quoted(words))

    def _left_alone(self, effect: Effect) -> str:
        """The exceptions, where it has any."""
        if isinstance(effect, BlockedTime) and effect.except_:
            spared = [
                self._what_spared(Match(words=one.words, contact_ids=one.contact_ids, place_ids=one.place_ids))
                for one in effect.except_
            ]
            return say("rules.card.but", self.locale, spared=render.join(spared, self.locale, either=True))
        if isinstance(effect, QuietHours) and effect.except_:
            kinds = [
                say(key, self.locale) if is_message(key := f"rules.card.push.{one}") else one for one in effect.except_
            ]
            return say("rules.card.but", self.locale, spared=render.join(kinds, self.locale))
        return ""

    def _what_spared(self, match: Match) -> str:
        return _Telling(self.locale, self.names, FactScope())._what(match)

    def _days(self, days: Sequence[str]) -> str:
        if not days:
            return say("rules.card.every_day", self.locale)
        known = get_day_names("wide", "stand-alone", Locale(supported_language(self.locale)))
        return render.join([known[WEEKDAYS.index(one)] for one in WEEKDAYS if one in days], self.locale)

    def _clock(self, text: str) -> str:
        return render.clock(time.fromisoformat(text), self.locale)

    def _minutes(self, number: int) -> str:
        return render.count(number, "minute", self.locale)

    def _named(self, ids: Sequence[object]) -> list[str]:
        return [self.names.get(str(one), str(one)) for one in ids]

    def _either(self, ids: Sequence[object]) -> str:
        return render.join(self._named(ids), self.locale, either=True)

    def _quoted(self, words: Sequence[str]) -> str:
        quoted = [say("rules.card.quoted", self.locale, word=one) for one in words]
        return render.join(quoted, self.locale, either=True)


def _language(tag: str, locale: str) -> str:
    """What a language is called in the user's: "Portuguese (Brazil)"."""
    try:
        return Locale.parse(tag, sep="-").get_display_name(supported_language(locale)) or tag
    except (UnknownLocaleError, ValueError):
        return tag
