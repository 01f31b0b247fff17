"""What did the user and Steward talk about, and when was something talked about last? Told from the sessions that were
written down; where there are none of it, what was said is searched as for any other question."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from orchestrator.language import render
from orchestrator.language.discourse.recalling import AskedTalk, asked_talk
from orchestrator.language.messages import say
from orchestrator.language.text.normalize import content_words, stems
from orchestrator.language.time import resolve_range
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted

RECALL = "recall_episodic"
SHOWN = 5
CANDIDATES = 10
"""Of those that were about it, the latest is told."""


def talk_ask(facts: TurnFacts) -> AskedTalk | None:
    """What is asked of past talks; None of any other message, and where they can't be recalled."""
    if not (offered(facts, RECALL) or any(entry.tool == RECALL for entry in facts.ledger)):
        return None
    return asked_talk(facts.question, now=facts.now, locale=facts.locale)


def talk_calls(facts: TurnFacts) -> Sequence[Wanted]:
    """The look-up that answers it; none for any other message."""
    ask = talk_ask(facts)
    if ask is None:
        return ()
    return (wanted(RECALL, query=ask.about, when=ask.when, limit=CANDIDATES if ask.last else SHOWN),)


def told_talk(facts: TurnFacts, language: str, locale: str) -> str | None:
    """The answer; None where no session was recalled."""
    ask = talk_ask(facts)
    entry = next((one for one in facts.ledger if one.tool == RECALL and one.outcome == "done"), None)
    if ask is None or entry is None:
        return None
    found = [one for one in entry.data.get("episodes") or () if not ask.about or _is_about(one, ask.about)]
    if not found:
        return _none(ask, facts, language)
    if ask.last:
        latest = max(found, key=lambda one: str(one.get("from") or ""))
        return say("reader.talk.last", language, day=_day(latest, locale), told=_told(latest, language))
    lines = sorted(found[:SHOWN], key=lambda one: str(one.get("from") or ""))
    heading = say("reader.talk.about" if ask.about else "reader.talk.heading", language)
    told = [say("reader.talk.line", language, day=_day(one, locale), told=_told(one, language)) for one in lines]
    return "\n".join([heading, *told])


def _none(ask: AskedTalk, facts: TurnFacts, language: str) -> str | None:
    """Of a time of whose talks nothing is kept it is said so; None where what was said then may be shown."""
    span = (
        resolve_range(ask.when, now=facts.now, zone=facts.zone, locale=facts.locale, looking="back")
        if ask.when
        else None
    )
    if span is None or ask.about:
        return None
    since, until = span[0].isoformat(), (span[1] or facts.now).isoformat()
    hits = [hit for entry in facts.ledger for hit in entry.data.get("hits") or () if isinstance(hit, Mapping)]
    if any(since <= str(hit.get("at") or "")[:19] < until for hit in hits if hit.get("kind") == "message"):
        return None
    return say("reader.talk.none", language, when=ask.when)


def _is_about(episode: Mapping[str, Any], about: str) -> bool:
    """Whether a session holds one of the words that were asked for: one that is only near in meaning is another's."""
    text = " ".join(str(episode.get(name) or "") for name in ("title", "summary"))
    there = {stem for word in stems(text) for stem in word}
    return any(not there.isdisjoint(word) for word in stems(" ".join(content_words(about))))


def _day(episode: Mapping[str, Any], locale: str) -> str:
    told = str(episode.get("from") or "")
    return render.day(date.fromisoformat(told[:10]), locale) if told else ""


def _told(episode: Mapping[str, Any], language: str) -> str:
    """Its title and what it says; marked where others' words are in it."""
    title, summary = str(episode.get("title") or ""), " ".join(str(episode.get("summary") or "").split())
    others = f" ({say('reader.talk.others', language)})" if episode.get("origin") == "third_party" else ""
    return f"“{title}”{others}. {summary}" if summary and summary != title else f"“{title}”{others}"
