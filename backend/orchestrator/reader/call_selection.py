"""Which of the wanted calls can be made with the tools of this turn, and which were made already?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.language.text.normalize import normalize
from orchestrator.llm.messages import ToolCall, TurnFacts

_TELLING = (
    "action",
    "query",
    "name",
    "names",
    "participant",
    "speaker",
    "ids",
    "status",
    "event",
    "todo",
    "item",
    "title",
    "text",
    "attribute",
    "within",
    "code",
)
_TIMED = ("when", "since", "until", "start_at", "due_at")


@dataclass(frozen=True)
class Wanted:
    """A call as the reader would like it."""

    tool: str
    arguments: Mapping[str, Any]


def wanted(tool: str, **arguments: Any) -> Wanted:
    """A wanted call without its empty arguments."""
    return Wanted(tool, {name: value for name, value in arguments.items() if value not in (None, "", [], ())})


def offered(facts: TurnFacts, tool: str) -> bool:
    """Whether this turn may use a tool."""
    return any(each.name == tool for each in facts.tools)


def calls(facts: TurnFacts, batch: Sequence[Wanted]) -> list[ToolCall]:
    """The batch as calls: only offered tools, only arguments that their schemas know, each once."""
    made: list[ToolCall] = []
    seen = {_key(entry.tool, entry.arguments) for entry in facts.ledger}
    for each in batch:
        schema = next((tool for tool in facts.tools if tool.name == each.tool), None)
        if schema is None or _key(each.tool, each.arguments) in seen:
            continue
        known = schema.parameters.get("properties")
        arguments = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in each.arguments.items()
            if not isinstance(known, Mapping) or not known or name in known
        }
        if schema.effect == "read":  # "gym Monday at 7 and Tuesday at 8" are two of one name
            seen.add(_key(each.tool, each.arguments))
        if any(call.name == each.tool and call.arguments == arguments for call in made):
            continue
        made.append(ToolCall(f"reader_{len(facts.ledger) + len(made) + 1}", each.tool, arguments))
    return made


def spent(facts: TurnFacts, batch: Sequence[Wanted], before: int) -> bool:
    """True where the batch was made already: its calls are in the ledger, or so many reads are that it must have been
    (the controller may have repaired the arguments). `before`: calls of the batches before this one."""
    done = {_key(entry.tool, entry.arguments) for entry in facts.ledger}
    mine = [each for each in batch if offered(facts, each.tool)]
    reads = sum(1 for entry in facts.ledger if entry.effect == "read")
    return all(_key(each.tool, each.arguments) in done for each in mine) or reads >= before + len(mine)


def _key(tool: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    parts = [tool]
    for name in _TELLING:
        value = arguments.get(name)
        if value in (None, "", [], ()):
            continue
        text = " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        parts.append(f"{name}={normalize(text)}")
    if any(arguments.get(name) for name in _TIMED):
        # Only an open end tells two spans apart: the controller may have worked out the words of "when".
        open_end = arguments.get("since") and not (arguments.get("until") or arguments.get("when"))
        parts.append("since" if open_end else "timed")
    return tuple(parts)
