"""What does a running Steward answer to a conversation's questions? Every outcome is kept on disk, so that a run that
was stopped goes on where it was."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.evals.locomo import Conversation, Question
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

from orchestrator.kit.tokens import estimate
from orchestrator.language.text.normalize import normalize

PAGE = 200
READ = 10
"""So many of the first messages that a run read are looked at for the evidence."""
_SENTENCE = re.compile(r"[^.!?\n]+")
EMBEDDING_TIMEOUT_S = 1800
ANSWER_TIMEOUT_S = 1200
"""Beyond the deadline that answers.py gives a run: a small model on a busy machine takes its time."""
FEWEST_WORDS = 3
"""A sentence of fewer words that stands in an answer need not be quoted from the message."""


@dataclass(frozen=True)
class Outcome:
    """One question's answer. `read`: the messages that the run read, in their order; `cited`: those that its answer
    quotes or links; both as the data set's ids."""

    question: str
    answer: str
    read: tuple[str, ...]
    cited: tuple[str, ...]
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    stop_reason: str


class Kept:
    """The outcomes in a file, one JSON object a line; the last one of a question counts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        rows = [json.loads(line) for line in lines if line.endswith("}")]
        self.outcomes = {
            row["question"]: Outcome(**{**row, "read": tuple(row["read"]), "cited": tuple(row["cited"])})
            for row in rows
        }

    def add(self, outcome: Outcome) -> None:
        self.outcomes[outcome.question] = outcome
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(outcome), ensure_ascii=False) + "\n")


@dataclass
class Listener:
    """A user of the running Steward whose one conversation is a data set's."""

    person: Person
    conversation: Conversation
    messages: Mapping[str, str]
    """Steward's message id -> the data set's."""

    async def ask(self, question: Question) -> Outcome:
        """One question in a thread of its own, asked on the day of the last session."""
        context = {"timezone": "UTC", "locale": "en-US", "now": f"{self.conversation.last.isoformat()}Z"}
        begun = time.perf_counter()
        bundle = await self.person.post("/ask", {"question": question.text, "client_context": context})
        seconds = time.perf_counter() - begun
        run = await self.person.get(f"/runs/{bundle['run']['id']}")
        refs = [row["id"] for step in run["steps"] for row in step["read"] if row["type"] == "message"]
        read = [self.messages[one] for one in dict.fromkeys(refs) if one in self.messages]
        linked = [self.messages.get(item["id"]) for item in bundle["linked_items"]]
        texts = {turn.id: turn.text for turn in self.conversation.turns}
        cited = [one for one in read if one in linked or quotes(bundle["answer"], texts[one])]
        models = [model for model in bundle["run"]["models"] if model["role"] != "reader"]
        return Outcome(
            question=question.id,
            answer=bundle["answer"],
            read=tuple(read),
            cited=tuple(cited),
            prompt_tokens=sum(model["prompt_tokens"] for model in models),
            completion_tokens=sum(model["completion_tokens"] for model in models),
            seconds=round(seconds, 3),
            stop_reason=bundle["run"]["stop_reason"],
        )


def quotes(answer: str, text: str) -> bool:
    """Whether the answer holds a whole sentence of a message."""
    told = _letters(answer)
    sentences = [_letters(one) for one in _SENTENCE.findall(text)]
    return any(one in told for one in sentences if len(one.split()) >= FEWEST_WORDS)


def _letters(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", normalize(text)))


def history_tokens(conversation: Conversation) -> int:
    """What a prompt that holds the whole conversation would cost (estimated as Steward estimates)."""
    return estimate(conversation.history)


@asynccontextmanager
async def running_steward(home: Path, **settings: Any) -> AsyncIterator[Steward]:
    """The whole application over a database of its own, gone afterwards."""
    server = PostgresServer()
    await server.start()
    try:
        url = await server.clone()
        async with started(home, url, **settings) as steward:
            yield steward
        await server.drop(url)
    finally:
        await server.stop()


async def listener(steward: Steward, conversation: Conversation, *, user: int | None) -> Listener:
    """A new user with the conversation ingested, holding an admin token (which may move `now`). `user`: which of the
    two speakers the user is, None for neither."""
    owner = await steward.owner()
    made = await owner.post("/users", {"email": f"{conversation.id}@example.org", "name": "Reader of the chat"})
    token = await owner.post("/tokens", {"name": "evals", "scopes": ["admin"], "user_id": made["id"]})
    person = steward.speaking(made["id"], token["token"], timeout_s=ANSWER_TIMEOUT_S)
    who = {"identifiers": [conversation.speakers[user]]} if user is not None else {}
    await person.patch("/me", {"timezone": "UTC", **who})
    rows = [
        {"external_id": turn.id, "speaker": turn.speaker, "text": turn.text, "at": f"{turn.at.isoformat()}Z"}
        for turn in conversation.turns
    ]
    body = {"external_id": conversation.id, "source": "locomo", "title": "Chat", "messages": rows}
    (result,) = (await person.post("/ingest/conversation", body))["results"]
    return Listener(person, conversation, await _ids(person, result["id"]))


async def embedded(steward: Steward) -> None:
    """Until every entry has its vector. Raises TimeoutError."""
    owner = await steward.owner()
    async with asyncio.timeout(EMBEDDING_TIMEOUT_S):
        while True:
            queues = (await owner.get("/system/jobs"))["queues"]
            if not sum(queue["pending"] + queue["delayed"] + queue["running"] for queue in queues):
                return
            await asyncio.sleep(1)


async def _ids(person: Person, thread_id: str) -> dict[str, str]:
    found: dict[str, str] = {}
    cursor: str | None = None
    while True:
        page = await person.get(f"/threads/{thread_id}/messages", limit=PAGE, **({"cursor": cursor} if cursor else {}))
        found |= {row["id"]: row["external_id"] for row in page["items"]}
        cursor = page["next_cursor"]
        if cursor is None:
            return found


def rank(wanted: Sequence[str], read: Sequence[str]) -> float:
    """The share of the evidence among the first `READ` messages read."""
    first = set(read[:READ])
    return sum(one in first for one in wanted) / len(wanted) if wanted else 0.0
