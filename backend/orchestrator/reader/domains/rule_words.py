"""Does the user lay down a rule, or end one? Then that is proposed in their own words."""

from orchestrator.errors import NO_MATCH
from orchestrator.language.messages import say
from orchestrator.language.rules.ending import asked_to_end
from orchestrator.language.rules.form import lays_down
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.call_selection import Wanted, offered

ADD, END = "rules_add", "rules_end"


def no_such_rule(facts: TurnFacts, language: str) -> str | None:
    """What to say where the rule that shall end was not found."""
    tried = next((one for one in reversed(facts.ledger) if one.tool == END), None)
    which = asked_to_end(facts.question)
    if which is None or tried is None or tried.data.get("code") != NO_MATCH:
        return None
    return say("reader.rules.unknown", language, which=which)


def rule_calls(facts: TurnFacts) -> list[Wanted]:
    """The call that proposes it; none of any other message, and where it was proposed already."""
    if any(entry.effect != "read" for entry in facts.ledger):
        return []
    if offered(facts, END) and (which := asked_to_end(facts.question)) is not None:
        return [Wanted(END, {"rule": which})]
    if offered(facts, ADD) and lays_down(facts.question):
        return [Wanted(ADD, {"text": facts.question.strip()})]
    return []
