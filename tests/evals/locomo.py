"""What is in the development part of LoCoMo? Conversations of two people, and questions with their evidence.

The data are CC BY-NC, for evaluation only, and no part of the project: `--data` names the folder (README.md there).
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

TURN_EVERY = timedelta(seconds=30)
"""Turns carry their session's date alone; so far apart they keep their order and stay in one session."""
ADVERSARIAL = "adversarial"


@dataclass(frozen=True)
class Turn:
    """One message; `id` is what evidence names."""

    id: str
    speaker: str
    text: str
    at: datetime


@dataclass(frozen=True)
class Question:
    """`answer` is empty where the dialogue holds none; `tempting` is the wrong answer that such a question invites."""

    id: str
    conversation: str
    text: str
    answer: str
    tempting: str
    category: str
    evidence: tuple[str, ...]


@dataclass(frozen=True)
class Conversation:
    """All sessions in order, the questions about them, and the moment of the last session."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    last: datetime

    @property
    def speakers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(turn.speaker for turn in self.turns))

    @property
    def history(self) -> str:
        """Everything, as a prompt without retrieval would have to hold it."""
        return "\n".join(f"{turn.at:%d %B %Y}, {turn.speaker}: {turn.text}" for turn in self.turns)


def conversations(folder: Path) -> list[Conversation]:
    """All conversations of the folder `locomo` in `folder`. Raises FileNotFoundError."""
    turns, asked = _rows(folder / "locomo" / "turns.jsonl"), _rows(folder / "locomo" / "qa.jsonl")
    found = []
    for conversation in dict.fromkeys(str(row["conv"]) for row in turns):
        own = [row for row in turns if row["conv"] == conversation]
        found.append(
            Conversation(
                conversation,
                tuple(_turn(row, own) for row in own),
                tuple(_question(row) for row in asked if row["conv"] == conversation),
                max(datetime.fromisoformat(row["date"]) for row in own),
            )
        )
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _turn(row: dict[str, Any], all_rows: Sequence[dict[str, Any]]) -> Turn:
    place = [other["id"] for other in all_rows if other["session"] == row["session"]].index(row["id"])
    text = f"{row['text']} [photo: {row['caption']}]" if row.get("caption") else row["text"]
    return Turn(row["id"], row["speaker"], text, datetime.fromisoformat(row["date"]) + place * TURN_EVERY)


def _question(row: dict[str, Any]) -> Question:
    return Question(
        id=row["qid"],
        conversation=row["conv"],
        text=row["question"],
        answer="" if row["cat"] == ADVERSARIAL or row.get("answer") is None else str(row["answer"]),
        tempting=str(row.get("adversarial_answer") or ""),
        category=row["cat"],
        evidence=tuple(row.get("evidence_audited") or row["evidence"]),
    )
