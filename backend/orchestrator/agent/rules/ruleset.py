"""Which of the user's hard rules bind, and which of two is the stronger?

Tool policies: block beats confirm beats auto. Else the narrower scope wins (person and place, project, domain,
language, global; a rule about some things alone is narrower than one about everything), then the newer rule. What comes
of it names the rule: a missing value is *filled*, a write is *held* (a preview; confirming it is a one-time exception),
or *refused* (product.md section 3). Events are judged in `events/rule_reading.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, Literal, TypeVar
from uuid import UUID, uuid5

from orchestrator.agent.rules.effects import (
    About,
    Alias,
    Effect,
    Named,
    NeverStore,
    Policy,
    QuietHours,
    RedactPush,
    SpokenLanguage,
    ToolPolicy,
    Units,
    holds_words,
    time_of,
)
from orchestrator.agent.types.origin import Origin
from orchestrator.errors import Conflict
from orchestrator.kit.tokens import estimate
from orchestrator.kit.zones import to_utc, to_wall
from orchestrator.language.messages import LANGUAGES
from orchestrator.language.people.selectors import bare_words
from orchestrator.language.tables import Language
from orchestrator.language.text.normalize import normalize, tokens
from orchestrator.language.units import with_units
from orchestrator.llm.gateway.rule_prompt import PromptedRule

ScopeType = Literal["global", "project", "language", "person", "place", "domain"]
_NARROWNESS: Mapping[str, int] = {"global": 0, "language": 1, "domain": 2, "project": 3, "place": 4, "person": 5}
_POLICIES: tuple[Policy, ...] = ("block", "confirm", "auto")
"""The stronger first."""
EVERY_TOOL = "*"
_DAYS_AROUND = (-1, 0, 1)
"""The night that began yesterday, today's, and for a zone's odd jumps tomorrow's."""
_NIGHTS = 8
"""So many quiet hours may follow on each other before a push is let go."""
_UNTOLD = (QuietHours, Alias, RedactPush)
"""Effects that are no model's business: code alone applies them."""
_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)
_MADE = UUID("6a1d7c52-6d0b-4f0e-9f0a-3f6a4c1d2e30")
E = TypeVar("E", bound=Effect)


@dataclass(frozen=True)
class Rule:
    """One hard rule of the user. `since` (aware): when it was recorded; `ref`: what its scope names (an id, a name)."""

    id: UUID
    text: str
    effect: Effect | None = None
    scope: ScopeType = "global"
    ref: str | None = None
    since: datetime = _ALWAYS

    @property
    def rank(self) -> tuple[int, bool, datetime, UUID]:
        """The greater is the stronger."""
        about_some = isinstance(self.effect, About) and not self.effect.match.always
        return (_NARROWNESS[self.scope], about_some, self.since, self.id)

    def told(self) -> dict[str, str]:
        """As an answer names it."""
        return {"id": str(self.id), "text": self.text}


@dataclass(frozen=True)
class RuleSet:
    """The hard rules of one user that bind now."""

    rules: tuple[Rule, ...] = ()
    _ranked: tuple[Rule, ...] = field(init=False, repr=False, compare=False)
    _by_effect: Mapping[type[Effect], tuple[tuple[Rule, Any], ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[type[Effect], list[tuple[Rule, Any]]] = {}
        ranked = tuple(sorted(self.rules, key=lambda one: one.rank, reverse=True))
        for rule in ranked:
            if rule.effect is not None:
                found.setdefault(type(rule.effect), []).append((rule, rule.effect))
        object.__setattr__(self, "_ranked", ranked)
        object.__setattr__(self, "_by_effect", {kind: tuple(each) for kind, each in found.items()})

    @classmethod
    def trusting(cls, tools: Iterable[str]) -> "RuleSet":
        """The rules of a user who lets these tools through without a preview and has no others."""
        return cls(
            tuple(
                Rule(uuid5(_MADE, name), f"{name} needs no preview", ToolPolicy(tool=name, policy="auto"))
                for name in sorted(tools)
            )
        )

    def of(self, kind: type[E]) -> tuple[tuple[Rule, E], ...]:
        """The rules with this effect, the strongest first."""
        return self._by_effect.get(kind, ())

    def named(self, rule_id: UUID | str) -> Rule | None:
        """The rule with this id, where it binds."""
        return next((one for one in self.rules if str(one.id) == str(rule_id)), None)

    # Tools

    def policy(self, tool: str) -> tuple[Rule, Policy] | None:
        """What the agent may do with a tool, and the rule that says so; None where none does."""
        about = [(rule, one.policy) for rule, one in self.of(ToolPolicy) if one.tool in {tool, EVERY_TOOL}]
        for policy in _POLICIES:
            for rule, said in about:
                if said == policy:
                    return rule, said
        return None

    def blocks(self, tool: str) -> Rule | None:
        """The rule that forbids this tool to the agent."""
        found = self.policy(tool)
        return found[0] if found is not None and found[1] == "block" else None

    def confirms(self, tool: str) -> bool:
        """True where a write by `tool` waits for the user."""
        found = self.policy(tool)
        return found is None or found[1] != "auto"

    def wants_confirmed(self, tool: str) -> Rule | None:
        """The rule by which every call of this tool waits for the user."""
        found = self.policy(tool)
        return found[0] if found is not None and found[1] == "confirm" else None

    @property
    def auto_confirm(self) -> tuple[str, ...]:
        """The tools that need no preview, in the order in which they were let through."""
        by_age = sorted(self.of(ToolPolicy), key=lambda one: (one[0].since, one[0].id))
        names = dict.fromkeys(one.tool for _, one in by_age if one.policy == "auto")
        return tuple(name for name in names if not self.confirms(name))

    # Words

    def told(self, question: str = "") -> tuple[PromptedRule, ...]:
        """The rules as a prompt tells them, the strongest first: those in free text, and those whose effect a model
        should know of. One of a project or a language only where the question names it."""
        told: list[PromptedRule] = []
        for rule in self._ranked:
            if isinstance(rule.effect, _UNTOLD) or _is_trust(rule.effect):
                continue
            if rule.scope in {"project", "language"} and not _says(question, rule.ref):
                continue
            text = " ".join(rule.text.split())
            if isinstance(rule.effect, SpokenLanguage):
                text = f"{text} (answer in {rule.effect.tag})"
            named = rule.scope in {"project", "domain"}
            told.append((rule.id, f"({rule.scope} {rule.ref}) {text}" if named else text))
        return tuple(told)

    def in_words(self, text: str) -> tuple[PromptedRule, ...]:
        """The rules that no code applies, as `told` tells them: what is written from `text` follows them."""
        if all(rule.effect is not None for rule in self.rules):
            return ()
        without = {rule.id for rule in self.rules if rule.effect is None}
        return tuple(one for one in self.told(text) if one[0] in without)

    @cached_property
    def language(self) -> str | None:
        """The BCP 47 tag in which the user is answered; None where it goes by their words."""
        found = [one.tag for rule, one in self.of(SpokenLanguage) if rule.scope in {"global", "language"}]
        return found[0] if found else None

    @cached_property
    def spoken(self) -> Language | None:
        """The language of ours in which they want to be answered."""
        return next((one for one in LANGUAGES if one == (self.language or "").split("-")[0]), None)

    def locale(self, own: str) -> str:
        """The locale in which the user is told something: theirs, but for what rules say of language and units."""
        spoken = self.language
        if spoken is not None and own.replace("_", "-").split("-")[0].lower() != spoken.split("-")[0]:
            own = spoken
        units = self.units
        if units is None:
            return own
        return with_units(
            own, clock=units.clock, system=units.system, date_order=units.date_order, week_start=units.week_start
        )

    @property
    def units(self) -> Units | None:
        """How times and measures are written: of each the strongest rule that names it."""
        said: dict[str, Any] = {}
        for _, one in reversed(self.of(Units)):
            said |= one.model_dump(exclude_none=True)
        return Units(**said) if said else None

    def alias(self, phrase: str, kind: Literal["contact", "place"]) -> tuple[Rule, Named] | None:
        """What a phrase always means; an article before it may be said or left out."""
        of_kind = [(rule, one) for rule, one in self.of(Alias) if one.entity.type == kind]
        for called in (normalize, _without_article):
            wanted = called(phrase)
            for rule, one in of_kind:
                if called(one.phrase) == wanted:
                    return rule, one.entity
        return None

    def aliases_in(self, text: str, kind: Literal["contact", "place"]) -> tuple[tuple[str, Named], ...]:
        """The phrases of aliases that stand in a sentence, and what they mean."""
        said = tokens(text)
        found = []
        for _, one in self.of(Alias):
            words = tokens(_without_article(one.phrase))
            if one.entity.type == kind and any(
                said[at : at + len(words)] == words for at in range(len(said) - len(words) + 1)
            ):
                found.append((one.phrase, one.entity))
        return tuple(found)

    # What is kept

    def forbids_storing(self, text: str, *, category: str | None = None, subjects: Sequence[str] = ()) -> Rule | None:
        """The rule by which this may not become a note or a fact."""
        about = {normalize(one) for one in subjects}
        for rule, one in self.of(NeverStore):
            if category is not None and normalize(category) in {normalize(each) for each in one.categories}:
                return rule
            if about & {normalize(each) for each in one.subjects} or holds_words([*one.words, *one.subjects], text):
                return rule
        return None

    # Pushes

    def held_until(self, now: datetime, zone: str, kind: str = "") -> datetime | None:
        """When the quiet hours end (UTC) in which `now` (aware) lies; None outside of them, and for a kind of push that
        they let through. Quiet hours that begin before others end go on with these."""
        until: datetime | None = None
        for _ in range(_NIGHTS):
            ends = [
                end
                for _, one in self.of(QuietHours)
                if normalize(kind) not in {normalize(each) for each in one.except_}
                and (end := _quiet_until(until or now, one, zone)) is not None
            ]
            if not ends:
                break
            until = max(ends)
        return until


def fitting(told: Sequence[PromptedRule], tokens: int) -> tuple[tuple[PromptedRule, ...], int]:
    """Those of the rules, the strongest first, that fit into so many tokens, and how many are left out."""
    kept: list[PromptedRule] = []
    for one in told:
        tokens -= estimate(one[1]) + 1
        if tokens < 0:
            break
        kept.append(one)
    return tuple(kept), len(told) - len(kept)


def _is_trust(effect: Effect | None) -> bool:
    return isinstance(effect, ToolPolicy) and effect.policy != "block"


def _without_article(phrase: str) -> str:
    """ "the captain" as "captain", which a sentence may hold with "my" or with nothing before it."""
    return normalize(bare_words(phrase)) or normalize(phrase)


def _says(question: str, ref: str | None) -> bool:
    return ref is not None and bool(normalize(ref)) and f" {normalize(ref)} " in f" {' '.join(tokens(question))} "


def _quiet_until(now: datetime, quiet: QuietHours, zone: str) -> datetime | None:
    """The end of these quiet hours where `now` lies in them. `from` belongs to them, `to` does not. A wall time that
    the clock skips that night counts as much later as it jumps; of one that it shows twice the first is meant."""
    begins, ends = time_of(quiet.from_), time_of(quiet.to)
    today = to_wall(now, zone).date()
    for days in _DAYS_AROUND:
        day = today + timedelta(days=days)
        if not quiet.on(day.weekday()):
            continue
        last = day if begins < ends else day + timedelta(days=1)
        start = to_utc(datetime.combine(day, begins), zone)
        end = to_utc(datetime.combine(last, ends), zone)
        if start <= now < end:
            return end
    return None


@dataclass(frozen=True)
class Held:
    """A write that a rule holds: `why` says in the user's language what stands against it, `origin` whose words are in
    that (an imported event's title)."""

    rule: Rule
    why: str
    origin: Origin = Origin.OWN_DATA


def rule_held(held: Held) -> Conflict:
    """The answer to a direct write that a rule holds: `?override_rule=` with its id passes it."""
    detail = f"{held.why} Repeat it with ?override_rule={held.rule.id} for this one exception."
    return Conflict("rule_held", detail, extra={"rule": held.rule.told()})


def rule_refused(rule: Rule) -> Conflict:
    """The answer to a write that a rule refuses: nothing passes it but the end of the rule."""
    return Conflict("rule_refused", f"Your rule “{rule.text}” forbids this.", extra={"rule": rule.told()})
