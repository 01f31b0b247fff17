"""Questions about one thing of an event or meeting: which one they name, and when, to be looked up by one tool."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from orchestrator.kit import patterns
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered, wanted
from orchestrator.reader.line import MAX_LENGTH, line, spelled
from orchestrator.reader.question.reading import read_line
from orchestrator.reader.words import words_of


@dataclass(frozen=True)
class NamedEvent:
    """The words for the event, and the time phrase that tells it from others; "" where none was said."""

    about: str = ""
    when: str = ""

    def calls(self, tool: str) -> Sequence[Wanted]:
        """The look-up that answers it."""
        return (wanted(tool, query=self.about, when=self.when),)


def named_event(
    facts: TurnFacts, spoken: str, asks: Sequence[patterns.Pattern], *, tool: str, moods: Collection[str]
) -> NamedEvent | None:
    """The event that a question fitting one of `asks` names (`what`); None of any other message, and where the tool is
    not there. `spoken`: the language of the question."""
    there = offered(facts, tool) or any(entry.tool == tool for entry in facts.ledger)
    if not there or facts.mood not in moods or len(facts.question) > MAX_LENGTH:
        return None
    language = words_of(spoken).language
    text = spelled(facts.question, language)
    low = text.low.strip(" ?!.¿¡")
    begins = text.low.find(low)
    found = next((match for each in asks if (match := each.fullmatch(low))), None)
    if found is None:
        return None
    if found.group("what") is None:
        return NamedEvent()
    start, end = found.span("what")
    what = text.cut(begins + start, begins + end).raw
    event = read_line(line(what), language, now=facts.now, locale=facts.locale)
    return NamedEvent(event.about if event.when else what, event.when or "")
