"""Where is something known from, and since when? The reader's answer to "how do you know that?", by what was looked up."""
# ruff: noqa: E501

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from orchestrator.language import render
from orchestrator.language.asked_sources import asked_source
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.memory_words import GET, SHOWN, looked_up

_SAY: Mapping[str, Mapping[str, str]] = {
    "en": {"none": "I don't know anything about that.", "known_since": "“{text}”: known since {day}", "you_said": "you told me on {day}: “{quote}”", "noted": "from a note of {day} that you approved", "gone": "the message it came from is gone", "yourself": "you entered it yourself", "learned": "learned from what you wrote", "so_since": "it has been so since {day}"},
    "pt": {"none": "Não sei nada sobre isso.", "known_since": "“{text}”: sei-o desde {day}", "you_said": "contou-me em {day}: “{quote}”", "noted": "de uma nota de {day} que aprovou", "gone": "a mensagem de onde veio já não existe", "yourself": "foi introduzido por si", "learned": "aprendido do que escreveu", "so_since": "é assim desde {day}"},
    "es": {"none": "No sé nada de eso.", "known_since": "«{text}»: lo sé desde el {day}", "you_said": "me lo dijiste el {day}: «{quote}»", "noted": "de una nota del {day} que aprobaste", "gone": "el mensaje del que salió ya no existe", "yourself": "lo introdujiste tú", "learned": "aprendido de lo que escribiste", "so_since": "es así desde el {day}"},
}  # fmt: skip


def source_ask(facts: TurnFacts) -> str | None:
    """What is asked the source of ("" = what was just told); None of any other message."""
    there = offered(facts, GET) or any(entry.tool == GET for entry in facts.ledger)
    return asked_source(facts.question) if there else None


def source_calls(about: str) -> Sequence[Wanted]:
    """The look-up that answers it."""
    return (wanted(GET, query=about or "that"),)


def told_sources(facts: TurnFacts, language: str, locale: str) -> str | None:
    """Where what is known comes from, and since when; None where nothing was looked up."""
    entry = looked_up(facts)
    if entry is None:
        return None
    say = _SAY[language if language in _SAY else "en"]
    listed = list(entry.data.get("facts") or ())
    if not listed:
        return say["none"]
    return "\n".join(f"- {_sourced(one, say, locale)}" for one in listed[:SHOWN])


def _sourced(one: Mapping[str, Any], say: Mapping[str, str], locale: str) -> str:
    parts = [say["known_since"].format(text=one["text"], day=_told_day(one.get("known_since"), locale))]
    for source in one.get("sources") or ():
        day = _told_day(source.get("on"), locale)
        if source.get("quote"):
            parts.append(say["you_said"].format(day=day, quote=source["quote"]))
        elif source.get("kind") == "note":
            parts.append(say["noted"].format(day=day))
        else:
            parts.append(say["gone"])
    if not one.get("sources"):
        parts.append(say["learned"] if one.get("learned_by") else say["yourself"])
    if one.get("since"):
        parts.append(say["so_since"].format(day=_told_day(one["since"], locale)))
    return "; ".join(parts) + "."


def _told_day(told: object, locale: str) -> str:
    return render.yearly_day(date.fromisoformat(str(told)), locale, year=True) if told else "?"
