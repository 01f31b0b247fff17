"""What tells people or places of one name apart, in the options of a question?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from orchestrator.agent.types.clarification import Option

MAX_OPTIONS = 8


@dataclass(frozen=True)
class Choice:
    """One of those to choose from. `told`: what is worth telling in any case; `else_told`: what is told only where the
    former leaves two of them the same, in this order."""

    id: UUID
    name: str
    told: tuple[str | None, ...] = ()
    else_told: tuple[str | None, ...] = ()


def options_of(choices: Sequence[Choice]) -> tuple[Option, ...]:
    """The options, at most MAX_OPTIONS; each says what the others do not."""
    shown = list(choices[:MAX_OPTIONS])
    labels = [_label(one.name, one.told) for one in shown]
    for at in range(max((len(one.else_told) for one in shown), default=0)):
        twice = {label for label, count in Counter(labels).items() if count > 1}
        if not twice:
            break
        labels = [
            _label(one.name, (*one.told, *one.else_told[: at + 1])) if label in twice else label
            for one, label in zip(shown, labels, strict=True)
        ]
    return tuple(Option(str(one.id), label) for one, label in zip(shown, labels, strict=True))


def _label(name: str, details: Sequence[str | None]) -> str:
    told = ", ".join(dict.fromkeys(detail for detail in details if detail))
    return f"{name} ({told})" if told else name
