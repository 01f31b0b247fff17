"""What did the reads of a skill find that was called by its name? Told part by part, for the reader follows no prose: a
skill is carried out here only as far as its steps are Steward's own tools."""

from collections.abc import Sequence
from dataclasses import replace

from orchestrator.language.messages import say
from orchestrator.llm.messages import LedgerEntry, TurnFacts
from orchestrator.reader.evidence.gathering import gather
from orchestrator.reader.phrase import lines
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.recognition.utterance import Utterance

TOOL = "use_skill"
STEPS = "begins_with"
MOST_LINES = 12


def guided(facts: TurnFacts) -> str:
    """The text; empty where the turn did not begin with such a skill, or something else was looked up since."""
    if not facts.question.lstrip().startswith("/") or not facts.ledger or facts.ledger[0].tool != TOOL:
        return ""
    first, steps = facts.ledger[0], facts.ledger[1:]
    said = Utterance(replace(facts, ledger=()))
    voice = said.voice
    if "refused" in first.data:
        return say(f"skills.refused.{first.data['refused']}", voice.locale, name=str(first.data.get("skill", "")))
    titles = first.data.get(STEPS)
    if not isinstance(titles, Sequence) or isinstance(titles, str) or not titles:
        name = str(first.data.get("skill", ""))
        return say("skills.needs_model", voice.locale, name=name) if not steps else ""
    if len(steps) != len(titles):
        return ""
    parts = [_part(str(title), entry, facts, voice) for title, entry in zip(titles, steps, strict=True)]
    return "\n\n".join(parts)


def _part(title: str, entry: LedgerEntry, facts: TurnFacts, voice: Voice) -> str:
    heading = say(f"skills.parts.{title}", voice.locale)
    silent = Utterance(replace(facts, question="", ledger=())).reading
    items = gather([entry], silent).items
    rows = [f"- {lines.line(item, voice)}" for item in items[:MOST_LINES]]
    if len(items) > MOST_LINES:
        rows.append(say("skills.more", voice.locale, count=len(items) - MOST_LINES))
    return "\n".join([f"**{heading}**", *(rows or [say("skills.nothing", voice.locale)])])
