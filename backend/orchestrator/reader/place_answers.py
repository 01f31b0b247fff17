"""How is a question about a place answered from what its tool found?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.language import render
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.evidence import Item
from orchestrator.reader.phrase.lines import Voice, clean, event, quoted
from orchestrator.reader.place_asks import Ask, PlaceAsk

_MOST = 12
_LABEL = 40


@dataclass(frozen=True)
class _Say:
    lives: str
    works: str
    there: str
    happened: str
    nothing: str
    more: str
    home: str
    at: str
    at_home: str
    in_: str
    near_town: str
    nowhere: str
    unknown: str
    near: str
    near_none: str
    no_map: str
    where: str
    credit: str


_SAYS: Mapping[str, _Say] = {
    "en": _Say(
        lives="live at {place}",
        works="work at {place}",
        there="at {place}",
        happened="At {place}:",
        nothing="Nothing is noted in your calendar at {place}.",
        more="… and {number} more.",
        home="Your home is {place}",
        at="You are at {place}.",
        at_home="You are at home: {place}.",
        in_="You are at {address}.",
        near_town="You are in or near {town}.",
        nowhere="I have your position, but know neither a place nor a town there.",
        unknown="The app sent no position of now, so I don't know where you are.",
        near="Near {place}:",
        near_none="I found nothing of that near {place}.",
        no_map="I looked among the places you know alone: no map is set up here (STEWARD_GEOAPIFY_API_KEY).",
        where="here",
        credit="Map data: {credit}",
    ),
    "pt": _Say(
        lives="moram em {place}",
        works="trabalham em {place}",
        there="em {place}",
        happened="Em {place}:",
        nothing="Não há nada anotado na sua agenda em {place}.",
        more="… e mais {number}.",
        home="A sua casa é {place}",
        at="Você está em {place}.",
        at_home="Você está em casa: {place}.",
        in_="Você está em {address}.",
        near_town="Você está em {town} ou perto.",
        nowhere="Tenho a sua posição, mas não conheço nenhum lugar nem cidade aí.",
        unknown="O aplicativo não enviou a posição de agora, por isso não sei onde você está.",
        near="Perto de {place}:",
        near_none="Não encontrei nada disso perto de {place}.",
        no_map="Procurei só entre os lugares que você conhece: aqui não há mapa (STEWARD_GEOAPIFY_API_KEY).",
        where="aqui",
        credit="Dados do mapa: {credit}",
    ),
    "es": _Say(
        lives="viven en {place}",
        works="trabajan en {place}",
        there="en {place}",
        happened="En {place}:",
        nothing="No hay nada anotado en tu calendario en {place}.",
        more="… y {number} más.",
        home="Tu casa es {place}",
        at="Estás en {place}.",
        at_home="Estás en casa: {place}.",
        in_="Estás en {address}.",
        near_town="Estás en {town} o cerca.",
        nowhere="Tengo tu posición, pero no conozco allí ningún lugar ni ciudad.",
        unknown="La aplicación no envió la posición de ahora, así que no sé dónde estás.",
        near="Cerca de {place}:",
        near_none="No encontré nada de eso cerca de {place}.",
        no_map="Busqué solo entre los lugares que conoces: aquí no hay mapa configurado (STEWARD_GEOAPIFY_API_KEY).",
        where="aquí",
        credit="Datos del mapa: {credit}",
    ),
}
_NOBODY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "lives": "None of your contacts is noted as living at {place}.",
        "works": "None of your contacts is noted as working at {place}.",
        "any": "None of your contacts is noted at {place}.",
    },
    "pt": {
        "lives": "Nenhum dos seus contatos está anotado como morador de {place}.",
        "works": "Nenhum dos seus contatos está anotado como alguém que trabalha em {place}.",
        "any": "Nenhum dos seus contatos está anotado em {place}.",
    },
    "es": {
        "lives": "Ninguno de tus contactos consta como residente en {place}.",
        "works": "Ninguno de tus contactos consta como alguien que trabaja en {place}.",
        "any": "Ninguno de tus contactos consta en {place}.",
    },
}


def told_of_place(ask: PlaceAsk | None, facts: TurnFacts, voice: Voice, language: str) -> str | None:
    """The answer; None where the tool was not asked, or knows no place of that name: the other look-ups answer."""
    if ask is None:
        return None
    entry = next((one for one in reversed(facts.ledger) if one.tool == ask.ask and _is_of(one, ask)), None)
    if entry is None or entry.outcome != "done":
        return None
    say = _SAYS.get(language, _SAYS["en"])
    if ask.ask is Ask.LOCATION:
        return _location(entry, say)
    if ask.ask is Ask.HOME:
        return _home(entry, say, voice)
    if ask.ask is Ask.NEARBY:
        return _nearby(entry, say, voice.locale)
    place = entry.data.get("place")
    if not isinstance(place, Mapping):
        return None
    name = quoted(str(place.get("name") or ""))
    if ask.ask is Ask.PEOPLE:
        return _people(entry, ask, name, voice, say, language)
    return _events(entry, name, voice, say)


def _people(entry: LedgerEntry, ask: PlaceAsk, place: str, voice: Voice, say: _Say, language: str) -> str:
    rows = _rows(entry.data.get("contacts"))
    if not rows:
        return _NOBODY.get(language, _NOBODY["en"])[ask.role].format(place=place)
    shown = [_person(row) for row in rows[:_MOST]]
    how = {"lives": say.lives, "works": say.works}.get(ask.role, say.there).format(place=place)
    if len(rows) == 1:
        how = say.there.format(place=place)
    text = f"{render.join(shown, voice.locale)}: {how} ({voice.say.sources['contact']})"
    return text if len(rows) <= _MOST else f"{text}\n{say.more.format(number=len(rows) - _MOST)}"


def _person(row: Mapping[str, Any]) -> str:
    name, label = clean(str(row.get("display_name") or "")), clean(str(row.get("label") or ""), _LABEL)
    return f"{name} ({label})" if label else name


def _events(entry: LedgerEntry, place: str, voice: Voice, say: _Say) -> str:
    rows = _rows(entry.data.get("events"))
    if not rows:
        return say.nothing.format(place=place)
    lines = [f"- {event(Item('event', row, 1.0), voice)}" for row in rows[:_MOST]]
    total = entry.data.get("total")
    left = (total if isinstance(total, int) else len(rows)) - len(lines)
    return "\n".join([say.happened.format(place=place), *lines, *([say.more.format(number=left)] if left > 0 else [])])


def _location(entry: LedgerEntry, say: _Say) -> str:
    here = entry.data.get("location")
    if not isinstance(here, Mapping):
        return say.unknown
    town = ", ".join(clean(str(here[key])) for key in ("city", "country") if here.get(key))
    if here.get("place_name"):
        name = quoted(str(here["place_name"]))
        text = (say.at_home if here.get("home_like") else say.at).format(place=name)
        return f"{text} {say.near_town.format(town=town)}" if town else text
    if here.get("address"):
        text = say.in_.format(address=clean(str(here["address"]), 200))
    elif town:
        text = say.near_town.format(town=town)
    else:
        return say.nowhere
    return _credited(text, here, say)


def _is_of(entry: LedgerEntry, ask: PlaceAsk) -> bool:
    """Places are looked up for other reasons too."""
    return ask.ask is not Ask.HOME or entry.arguments.get("query") == ask.place


def _home(entry: LedgerEntry, say: _Say, voice: Voice) -> str | None:
    """None where it is not known which place that is."""
    meant = entry.data.get("meant")
    row = next((one for one in _rows(entry.data.get("places")) if meant == [one.get("id")]), None)
    if row is None:
        return None
    address = clean(str(row.get("address") or ""), 200)
    told = ", ".join(part for part in (quoted(str(row.get("name") or "")), address) if part)
    return f"{say.home.format(place=told)} ({voice.say.sources['place']})"


def _nearby(entry: LedgerEntry, say: _Say, locale: str) -> str:
    around = entry.data.get("around")
    place = quoted(str(around.get("name") or "")) if isinstance(around, Mapping) else say.where
    rows = _rows(entry.data.get("places"))
    unseen = [] if entry.data.get("looked_on_map") or not entry.arguments.get("category") else [say.no_map]
    if not rows:
        return " ".join([say.near_none.format(place=place), *unseen])
    lines = [f"- {_near_row(row, locale)}" for row in rows[:_MOST]]
    return _credited("\n".join([say.near.format(place=place), *lines, *unseen]), entry.data, say)


def _near_row(row: Mapping[str, Any], locale: str) -> str:
    away = render.distance(float(row.get("distance_m") or 0), locale)
    address = clean(str(row.get("address") or ""), 200)
    return ", ".join(part for part in (quoted(str(row.get("name") or "")), address, away) if part)


def _credited(text: str, told: Mapping[str, Any], say: _Say) -> str:
    credit = clean(str(told.get("attribution") or ""), 120)
    return f"{text}\n{say.credit.format(credit=credit)}" if credit else text


def _rows(value: object) -> Sequence[Mapping[str, Any]]:
    return [row for row in value if isinstance(row, Mapping)] if isinstance(value, list | tuple) else []
