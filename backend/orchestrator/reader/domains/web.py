"""Does the message ask for the web, for what, and what did it say? The three languages are read together."""

from collections.abc import Mapping, Sequence
from typing import Any

from orchestrator.kit import lookaround
from orchestrator.language.messages import say
from orchestrator.language.speech_acts.intents import GOOGLE
from orchestrator.llm.messages import ToolCall, TurnFacts
from orchestrator.reader.call_selection import calls, offered, wanted
from orchestrator.reader.line import line
from orchestrator.reader.phrase.quotation import clean, quoted
from orchestrator.reader.phrase.voice import Voice
from orchestrator.reader.question.model import Reading
from orchestrator.reader.question_kinds import Kind

TOOL = "web_search"
_READ = 400
_QUERY = 200
_SNIPPET = 240
_URL = 500

_LEAD = lookaround.compile(
    r"^(?:(?:please|pls|hey|por favor|can you|could you|would you|will you|pode|podes|poderia|voce pode|consegue"
    r"|consegues|puedes|podrias|me puedes),? )*"
    r"(?:(?:do|run|make) an? (?:web |internet |online )?search|web search|search|look up|look|find out|find|google"
    r"|browse|check|faz(?:er)? uma (?:pesquisa|busca)|pesquis[ae]r?|procur[ae]r?|busc[ae]r?|googl[ae]r?|v[eê](?:r|ja)?"
    r"|haz una busqueda|hacer una busqueda|busca(?:me|s)|busque|mira|averigua|googlea|consulta)(?:-me| me)?\b"
)
_WEB = lookaround.compile(
    r"\b(?:(?:on|in|through|over) )?(?:the )?(?:web|internet)\b|\bonline\b|\bon google\b"
    r"|\bn[ao] (?:web|internet|net|rede|google)\b|\ben (?:la |el )?(?:web|internet|red|google|linea)\b|\bpor internet\b"
)
_SAME = frozenset({"it", "that", "this", "isso", "isto", "eso", "esto", ""})
_JOINT = lookaround.compile(r"^(?:for|about|up|on|whether|if|to see|por|sobre|se|si|acerca de)\b[ :,]*")


def query_of(facts: TurnFacts, reading: Reading) -> str | None:
    """What to look for on the web; None where the message does not ask for that."""
    asked = line(facts.question[:_READ])
    lead = _LEAD.match(asked.low)
    web = _WEB.search(asked.low)
    if GOOGLE.match(asked.low) or (lead is not None and web is not None):
        spans = [found.span() for found in (lead, web) if found is not None]
        rest = asked.without(spans)
        joint = _JOINT.match(rest.low)
        rest = rest.cut(joint.end() if joint else 0, len(rest.low))
        subject = _said_before(facts) if rest.low in _SAME else rest.raw
        return (subject or asked.raw)[:_QUERY].strip() or None
    if facts.intent == TOOL and reading.kind is Kind.UNABLE:
        return asked.cut(0, len(asked.low)).raw[:_QUERY].strip() or None
    return None


def _said_before(facts: TurnFacts) -> str:
    """What "google it" is about: the user's message before this one."""
    before = [text for role, text in facts.history if role == "user" and text.strip() != facts.question.strip()]
    asked = line(before[-1][:_READ]) if before else line("")
    return asked.cut(0, len(asked.low)).raw


def search_calls(query: str, facts: TurnFacts) -> list[ToolCall]:
    """The search, where this turn may make it and has not."""
    if any(entry.tool == TOOL for entry in facts.ledger):
        return []
    return calls(facts, [wanted(TOOL, query=query)])


def told(facts: TurnFacts, reading: Reading, voice: Voice) -> str | None:
    """The results of this turn's searches with their addresses, or that none can be made here; None where the web has
    nothing to do with it."""
    made = [
        entry for entry in facts.ledger if entry.tool == TOOL and entry.outcome == "done" and "results" in entry.data
    ]
    if not made:
        asked = query_of(facts, reading) is not None and not any(entry.tool == TOOL for entry in facts.ledger)
        return say("reader.answer.web_off", voice.locale) if asked and not offered(facts, TOOL) else None
    parts = []
    for entry in made:
        about = quoted(str(entry.data.get("query") or ""))
        rows = _rows(entry.data["results"])
        key = "reader.answer.web_found" if rows else "reader.answer.web_none"
        parts.append("\n".join([say(key, voice.locale, about=about), *rows]))
    return "\n\n".join(parts)


def _rows(results: object) -> Sequence[str]:
    found = [one for one in results if isinstance(one, Mapping)] if isinstance(results, list | tuple) else []
    return [_row(one) for one in found]


def _row(result: Mapping[str, Any]) -> str:
    snippet = clean(str(result.get("snippet") or ""), _SNIPPET)
    said = f": “{snippet}”" if snippet else ""
    source = [clean(str(result.get("url") or ""), _URL), str(result.get("published") or "")]
    return f"- {quoted(str(result.get('title') or ''))}{said} ({', '.join(part for part in source if part)})"
