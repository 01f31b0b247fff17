"""Do the notes say what a model made of them? What they do not say is dropped, and with it an effect that needs it.

A rule is enforced: a time, a person or a day that a model made up would hold events for ever after.
"""

# ruff: noqa: E501

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from orchestrator.agent.rules.effects import EFFECTS
from orchestrator.kit import patterns
from orchestrator.language.detect import language_of
from orchestrator.language.rules.subject import RuleWords
from orchestrator.language.rules.words import LANGUAGES_NAMED, MINUTES, NUMBERS, days_of, minutes_of
from orchestrator.language.text.normalize import content_words, normalize, stems, tokens

MOST_OF_THE_WORDS = 0.6
"""Of a rule's content words that the notes must hold; the rest may join them."""
_NOON, _MIDNIGHT = (
    patterns.compile(r"\b(?:noon|midday|lunch ?time|meio[- ]dia|mediodia)\b"),
    patterns.compile(r"\b(?:midnight|meia[- ]noite|medianoche)\b"),
)
_NAME = patterns.compile(r"[A-ZÀ-Ý][\w'-]+")
_HALF = patterns.compile(r"\b(?:half|meia|media)\b")
_QUARTER = patterns.compile(r"\b(?:quarter|quarto|cuarto)\b")
_BEFORE = patterns.compile(
    r"\b(?:before|between|around|apart|either side|gap|break|antes|entre|a volta|alrededor|intervalo|pausa|folga|descanso|margen|margem)\b"
)
_AFTER = patterns.compile(
    r"\b(?:after|between|around|apart|either side|gap|break|depois|despues|entre|a volta|alrededor|intervalo|pausa|folga|descanso|margen|margem)\b"
)
_OVERLAP = patterns.compile(
    r"\b(?:overlap\w*|double|twice|same time|two (?:things|events|meetings)|conflict\w*|sobrep\w+|dois|duas|ao mesmo tempo|mesma hora|conflito\w*|solap\w+|dos|al mismo tiempo|misma hora|conflicto\w*)\b"
)
_METRIC = patterns.compile(
    r"\b(?:metric\w*|celsius|centigrad\w+|km|kilomet\w+|quilomet\w+|kilos?|litros?|lit(?:er|re)s?|grams?|gramas?|gramos?|metros?)\b"
)
_IMPERIAL = patterns.compile(
    r"\b(?:imperial\w*|fahrenheit|miles?|milhas?|millas?|feet|foot|inch\w*|pounds?|ounces?|libras?|pes|pies)\b"
)
_TOOL_WORDS = {
    "web": patterns.compile(r"\b(?:web|internet|online|google|pesquis\w+|busca\w*|buscar|na net|en la red)\b"),
    "search": patterns.compile(r"\b(?:search\w*|look\w* (?:up|things)|pesquis\w+|procur\w+|busca\w*)\b"),
    "events": patterns.compile(
        r"\b(?:events?|meetings?|calendar|appointments?|eventos?|reuni\w+|agenda|calendario|citas?)\b"
    ),
    "todos": patterns.compile(r"\b(?:to-?dos?|tasks?|tarefas?|tareas?|lista)\b"),
    "contacts": patterns.compile(r"\b(?:contacts?|contactos?|contatos?|people|pessoas|personas)\b"),
    "notes": patterns.compile(r"\b(?:notes?|notas?)\b"),
}


def grounded(said: RuleWords, notes: Sequence[str]) -> RuleWords | None:
    """The effect with what the notes say of it; None where they do not say what it needs."""
    told = _Told("\n".join(notes))
    if said.effect in _FORBIDS and not any(_FORBIDS[said.effect] is _turned(one) for one in notes):
        return None
    given = {
        name: one
        for name, one in said.parameters.items()
        if name in EFFECTS[said.effect].model_fields or name in _ALIASES
    }
    kept: dict[str, Any] = {}
    for name, value in given.items():
        check = _CHECKS.get(name)
        if check is not None and (found := check(told, value)) not in (None, [], {}, ""):
            kept[name] = found
    narrowed = given.get("match"), kept.get("match")
    people = tuple(one for one in said.people if told.says(one))
    place = said.place if said.place and told.says(said.place) else ""
    lost = [name for name in ("days", "except") if given.get(name) and not kept.get(name)]
    if lost or (narrowed[0] and not narrowed[1]):
        return None  # for some days or things alone it was meant: not for all
    if not _whole(said.effect, kept, people, place, told) or not all(told.says(one) for one in said.beside):
        return None
    return RuleWords(said.effect, kept, people, place, beside=said.beside)


def says_the_same(rule: str, notes: Sequence[str]) -> bool:
    """Whether a rule is one of the notes, or all, in other words: their language, no more, and nothing turned round."""
    same = language_of(rule) in {language_of(one) for one in notes} and _turned(rule) in map(_turned, notes)
    return same and says_no_more(rule, "\n".join(notes))


def says_no_more(words_told: str, notes: str) -> bool:
    """Whether the words are those of the notes: numbers and names all, most of the rest."""
    told, rule = _Told(notes), words_told
    if not {int(one) for one in patterns.compile(r"\d+").findall(rule)} <= told.numbers | {
        one + 12 for one in told.numbers
    } | {0}:
        return False
    inside = (word for before, word in pairwise(rule.split(" ")) if before.endswith(",") or before[-1:].isalnum())
    names = [name[0] for word in inside if (name := _NAME.match(word)) and content_words(name[0])]
    if not all(told.says(name) for name in names):
        return False
    words = content_words(rule)
    return not words or sum(told.says(word) for word in words) / len(words) >= MOST_OF_THE_WORDS


_FORBIDS: Mapping[str, bool] = {"always_invite": False, "never_invite": True}
"""Effects whose opposite is said in the same words, but for a "not"."""
_NEGATIONS = frozenset(
    "not never no nothing nobody none t nao nunca nada nem ni sin sem without neither jamais jamas".split()
)
_ALIASES = frozenset({"from", "to", "except"})
_NEEDS: Mapping[str, Sequence[str]] = {
    "quiet_hours": ("from", "to"),
    "blocked_time": ("from", "to"),
    "earliest_start": ("time",),
    "latest_end": ("time",),
    "default_duration": ("minutes",),
    "tool_policy": ("tool", "policy"),
    "language": ("tag",),
}


class _Told:
    """What the notes say, ready to be asked."""

    def __init__(self, notes: str) -> None:
        self.text = normalize(notes).replace("’", "'")
        self.days = days_of(self.text)
        self._stems = {form for forms in stems(notes) for form in forms}
        self.numbers = {int(one) for one in patterns.compile(r"\d+").findall(self.text)}
        self.numbers |= {value for word, value in NUMBERS.items() if patterns.compile(rf"\b{word}\b").search(self.text)}
        self.lengths = {minutes_of(one.group()) for one in patterns.compile(MINUTES).finditer(self.text)}

    def says(self, words: str) -> bool:
        """Whether all the words are there, in any form."""
        forms = list(stems(words))
        return bool(forms) and all(set(one) & self._stems for one in forms)

    def time(self, value: object) -> object:
        found = patterns.compile(r"(\d{1,2}):(\d{2})").fullmatch(value.strip()) if isinstance(value, str) else None
        if found is None:
            return None
        hour, minute = int(found[1]), int(found[2])
        named = (hour == 12 and _NOON.search(self.text)) or (hour in {0, 24} and _MIDNIGHT.search(self.text))
        if not named and not {hour, hour - 12, 12 if hour == 0 else hour, 24 if hour == 0 else hour} & self.numbers:
            return None
        if minute and minute not in self.numbers:
            half = (minute == 30 and _HALF.search(self.text)) or (minute in {15, 45} and _QUARTER.search(self.text))
            return value if half else None
        return value

    def minutes(self, value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        quarter = value == 15 and _QUARTER.search(self.text)
        half = value in {30, 90} and _HALF.search(self.text)
        return value if value in self.lengths or quarter or half else None

    def listed(self, value: object) -> list[str]:
        return [one for one in value if isinstance(one, str) and self.says(one)] if isinstance(value, list) else []


def _match(told: _Told, value: object) -> dict[str, list[str]]:
    if not isinstance(value, Mapping):
        return {}
    return {name: found for name in ("words", "categories") if (found := told.listed(value.get(name)))}


def _days(told: _Told, value: object) -> list[str]:
    given = [str(one).strip().lower()[:3] for one in value] if isinstance(value, list) else []
    return [one for one in given if one in told.days]


def _tag(told: _Told, value: object) -> object:
    base = value.split("-")[0].lower() if isinstance(value, str) else ""
    named = {tag for word, tag in LANGUAGES_NAMED.items() if word in tokens(told.text)}
    return value if base in named else None


def _tool(told: _Told, value: object) -> object:
    parts = value.split("_") if isinstance(value, str) else []
    known = [_TOOL_WORDS[part] for part in parts if part in _TOOL_WORDS]
    said = any(words.search(told.text) for words in known) or any(told.says(part) for part in parts)
    return value if said else None


def _system(told: _Told, value: object) -> object:
    words = {"metric": _METRIC, "imperial": _IMPERIAL}.get(str(value))
    return value if words is not None and words.search(told.text) else None


_CHECKS: Mapping[str, Callable[[_Told, Any], Any]] = {
    "from": _Told.time,
    "to": _Told.time,
    "time": _Told.time,
    "minutes": _Told.minutes,
    "minutes_before": lambda told, value: told.minutes(value) if _BEFORE.search(told.text) else None,
    "minutes_after": lambda told, value: told.minutes(value) if _AFTER.search(told.text) else None,
    "days": _days,
    "match": _match,
    "clock": lambda told, value: value if value in told.numbers else None,
    "system": _system,
    "week_start": lambda told, value: value if str(value).lower()[:3] in told.days else None,
    "tag": _tag,
    "tool": _tool,
    "policy": lambda _, value: value if value in {"block", "confirm"} else None,
    "subjects": _Told.listed,
    "words": _Told.listed,
    "categories": _Told.listed,
}


def _whole(effect: str, kept: Mapping[str, Any], people: Sequence[str], place: str, told: _Told) -> bool:
    """Whether it has what it needs."""
    if effect in {"always_invite", "never_invite"}:
        return bool(people)
    if effect == "default_place":
        return bool(place)
    if effect == "no_double_booking":
        return _OVERLAP.search(told.text) is not None
    if effect in {"buffer", "units", "never_store", "redact_push"}:
        return bool(kept)
    return effect != "alias" and all(name in kept for name in _NEEDS.get(effect, ()))


def _turned(text: str) -> bool:
    return sum(word in _NEGATIONS for word in tokens(text)) % 2 == 1
