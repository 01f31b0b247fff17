"""What can only the user say? One standard question for tools, commands and missions, and its form for a screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from orchestrator.agent.types.bundle import NeedUserInputOut, PreviewOut
from orchestrator.agent.types.origin import Origin


@dataclass(frozen=True)
class Option:
    """One answer that a clarification offers."""

    id: str
    label: str

    @property
    def name(self) -> str:
        """The label without what tells namesakes apart, which stands in brackets behind it."""
        return self.label.partition(" (")[0]


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


def directives(asked: NeedUserInputOut | None, previews: Sequence[PreviewOut]) -> list[dict[str, Any]]:
    """`ui_directives[]` (api.md): what a screen renders for a clarification and for the previews that wait."""
    kinds = {"choice": "choose", "text": "enter_text", "confirm": "confirm"}
    told: list[dict[str, Any]] = []
    if asked is not None:
        options = [option.model_dump() for option in asked.options]
        told.append(
            {
                "type": kinds[asked.kind],
                "clarification_id": asked.id,
                "question": asked.question,
                "options": options,
            }
        )
    waiting = [preview for preview in previews if preview.state == "pending"]
    for preview in waiting:
        told.append({"type": "open_draft" if preview.editable_fields else "confirm", "preview_id": preview.id})
    return told
