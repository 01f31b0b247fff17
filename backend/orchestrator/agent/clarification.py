"""What can only the user say? One standard question for tools, commands and missions, and its form for a screen."""

from dataclasses import dataclass
from typing import Any, Literal

from orchestrator.agent.origin import Origin


@dataclass(frozen=True)
class Option:
    """One answer that a clarification offers."""

    id: str
    label: str


@dataclass(frozen=True)
class NeedUserInput:
    """A question back to the user.

    A tool that raises one names in `field` the argument in question: the chosen option's id, or the typed text, takes
    its place when the call is prepared again. `origin`: the label of the least trusted of its texts (an imported title
    among the options).
    """

    kind: Literal["choice", "text", "confirm"]
    question: str
    options: tuple[Option, ...] = ()
    reason: str = ""
    field: str | None = None
    origin: Origin = Origin.OWN_DATA


def directive(asked: NeedUserInput, clarification_id: str) -> dict[str, Any]:
    """The UI directive (api.md, `ui_directives[]`) that renders `asked`."""
    kinds = {"choice": "choose", "text": "enter_text", "confirm": "confirm"}
    return {
        "type": kinds[asked.kind],
        "clarification_id": clarification_id,
        "question": asked.question,
        "options": [{"id": option.id, "label": option.label} for option in asked.options],
    }
