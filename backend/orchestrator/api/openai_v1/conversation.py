"""What did the client send as its conversation, and which of it do we know again?

The client keeps the conversation and may send anything as such. Its `user` messages are the user's, its `assistant`
messages agent text, everything else (its own instructions, results of its tools) is third-party. An answer of ours is
known again by its sha256, so that it keeps its label; the one that ends this very conversation also keeps what it
presented or asked, so that "yes" confirms there and nowhere else.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from orchestrator.agent.ports.requests import UNSTORED, StoredMessage
from orchestrator.agent.types.limits import WINDOW_MESSAGES
from orchestrator.agent.types.origin import Origin
from orchestrator.api.openai_v1.wire import ChatMessage
from orchestrator.domain.people.runs.service import Recalled, RecalledAnswer
from orchestrator.errors import InvalidRequest
from orchestrator.kit.text import storable

ASIDES_KEPT = 5
"""Instructions of the client that enter the window; a client has one, rarely two."""
INSTRUCTIONS = "instructions of the chat client"
TOOL = "a tool of the chat client"
ATTACHED = "documents that the chat client attached"
_DEICTIC = "context"
_TEMPLATE = "### task:"
_CONTEXT, _CONTEXT_END = "<context>", "</context>"
_QUERY, _QUERY_END = "<user_query>", "</user_query>"


@dataclass(frozen=True)
class Line:
    """One message of the dialogue."""

    role: Literal["user", "assistant"]
    text: str


@dataclass(frozen=True)
class Conversation:
    """The dialogue before the question, the question, and what stood beside them (speaker, text)."""

    dialogue: tuple[Line, ...]
    question: str
    asides: tuple[tuple[str, str], ...] = ()

    @property
    def answers(self) -> tuple[bytes, ...]:
        """The digests of the assistant's messages that may enter the window."""
        recent = self.dialogue[-WINDOW_MESSAGES:]
        return tuple(dict.fromkeys(digest_of(line.text) for line in recent if line.role == "assistant"))

    @property
    def digest(self) -> bytes:
        """Of the dialogue up to the question."""
        return _digest(self.dialogue)

    def digest_with(self, answer: str) -> bytes:
        """Of the dialogue as the client will send it back: with the question and this answer."""
        return _digest((*self.dialogue, Line("user", self.question), Line("assistant", answer)))


def read(messages: Sequence[ChatMessage], *, question_limit: int) -> Conversation:
    """The conversation in `messages`. Raises InvalidRequest where its last message is not the user's, or says nothing
    or too much."""
    asides = tuple(
        (INSTRUCTIONS if message.role in {"system", "developer"} else TOOL, storable(message.text))
        for message in messages
        if message.role not in {"user", "assistant"} and message.text.strip()
    )
    talk = [(number, message) for number, message in enumerate(messages) if message.role not in {"system", "developer"}]
    if not talk or talk[-1][1].role != "user":
        raise _bad(len(messages) - 1, "the last message must be the user's")
    number, last = talk[-1]
    attached, question = _without_documents(storable(last.text))
    if attached:
        asides = (*asides, (ATTACHED, attached))
    if not question.strip():
        raise _bad(number, "the user's last message has no text")
    if len(question) > question_limit:
        raise _bad(number, f"a question has at most {question_limit} characters; this one has {len(question)}")
    dialogue = tuple(
        Line("assistant" if message.role == "assistant" else "user", storable(message.text))
        for _, message in talk[:-1]
        if message.role in {"user", "assistant"} and message.text.strip()
    )
    return Conversation(dialogue, question, asides)


def _without_documents(text: str) -> tuple[str, str]:
    """What Open WebUI put around a question (its template and what it found in documents or the web), and the question
    alone: the rest was written by others."""
    lowered = text.lower() if text.lstrip()[: len(_TEMPLATE)].lower() == _TEMPLATE else ""
    end = lowered.rfind(_CONTEXT_END)
    if end < 0 or _CONTEXT not in lowered or len(lowered) != len(text):
        return "", text
    end += len(_CONTEXT_END)
    rest = text[end:].strip()
    if rest.lower().startswith(_QUERY):
        rest = rest[len(_QUERY) :].removesuffix(_QUERY_END).strip()
    return (text[:end], rest) if rest else ("", text)


def window(conversation: Conversation, known: Recalled, now: datetime) -> tuple[StoredMessage, ...]:
    """The conversation as a turn's window, oldest first."""
    recent = conversation.dialogue[-WINDOW_MESSAGES:]
    told = [
        StoredMessage(UNSTORED, "system", text, Origin.THIRD_PARTY, now, speaker=speaker)
        for speaker, text in conversation.asides[:ASIDES_KEPT]
    ]
    for position, line in enumerate(recent, start=1):
        if line.role == "user":
            told.append(StoredMessage(UNSTORED, "user", line.text, Origin.USER, now))
            continue
        ends = known.last if position == len(recent) else None
        told.append(_answer(line, known.answers.get(digest_of(line.text)), ends, now))
    return tuple(told)


def _answer(line: Line, known: RecalledAnswer | None, ends: RecalledAnswer | None, now: datetime) -> StoredMessage:
    if known is None:
        return StoredMessage(UNSTORED, "assistant", line.text, Origin.AGENT, now)
    metadata: Mapping[str, Any] = ends.metadata if ends is not None else _only_deictic(known.metadata)
    return StoredMessage(
        (ends or known).run_id, "assistant", known.notice or line.text, known.origin, now, metadata=metadata
    )


def _only_deictic(metadata: Mapping[str, Any]) -> Mapping[str, Any]:
    """What "it" and "they" mean; nothing that a "yes" could confirm or an answer could settle."""
    return {_DEICTIC: metadata[_DEICTIC]} if metadata.get(_DEICTIC) else {}


def digest_of(text: str) -> bytes:
    """sha256 of a text, whatever a client did to its white space."""
    return hashlib.sha256(_even(text).encode()).digest()


def _digest(dialogue: Sequence[Line]) -> bytes:
    lines = json.dumps([[line.role, _even(line.text)] for line in dialogue], ensure_ascii=False)
    return hashlib.sha256(lines.encode()).digest()


def _even(text: str) -> str:
    return " ".join(storable(text).split())


def _bad(number: int, message: str) -> InvalidRequest:
    return InvalidRequest.of_field("messages", message, loc=("body", "messages", number))
