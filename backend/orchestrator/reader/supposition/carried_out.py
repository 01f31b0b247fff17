"""Does a message say to make the change that the one before it only supposed: "ok, do it then"?

The change is read from what was supposed, so that the calendar becomes what the answer told. The words are each
language's (`carry_out` of `suppositions.toml`).
"""

from dataclasses import replace

from orchestrator.language.tables import Language
from orchestrator.llm.messages import TurnFacts
from orchestrator.reader.line import spelled
from orchestrator.reader.request import Request
from orchestrator.reader.spoken import language_in
from orchestrator.reader.supposition.condition import Asks, supposition, tables_of

_MOST_LETTERS = 60
"""A longer message says itself what is to be made."""


def carried_out(facts: TurnFacts) -> list[Request]:
    """The change of the supposition just before; [] where there was none, or the message says anything else."""
    before = [text for role, text in facts.history if role == "user"]
    while before and before[-1].strip() == facts.question.strip():
        before.pop()
    if len(facts.question) > _MOST_LETTERS or not before:
        return []
    earlier = replace(facts, question=before[-1])
    # A few words are of no language for certain ("vas-y"): they are also read in that of what was supposed.
    if not any(_says_so(facts.question, language) for language in {language_in(facts), language_in(earlier)}):
        return []
    supposed = supposition(earlier)
    return [supposed.change] if supposed is not None and supposed.asks is not Asks.STEWARD else []


def _says_so(text: str, language: Language) -> bool:
    said = spelled(text, language).readable.low.strip(" .!¡")
    return tables_of(language).carry_out.fullmatch(said) is not None
