"""What does a check find? One answer, whether it is well, and what to do where it is not."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "broken"]


@dataclass(frozen=True)
class Check:
    """One finding; `advice` is empty where there is nothing to do."""

    name: str
    state: State
    found: str
    advice: str = ""


def halves(why: str, between: str = "; ") -> tuple[str, str]:
    """What is so, and what to do about it."""
    found, _, advice = why.partition(between)
    return found, advice
