"""Is what was said found again, and how fast? LoCoMo (talks among people) and BEAM (long chats with an assistant) by
`/ingest/conversation` and `GET /search`, beside others.

Each conversation is a user of its own; its questions are asked there. The share of a question's evidence among the
first 5, 10, 20 hits (R@k), the reciprocal rank of the first (MRR), and R@10 of questions that need several messages;
for plain BM25, recipe R of contracts/retrieval.md and Steward in one run. Then how searching grows with the home.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import numpy as np

from bench.clients import Kept
from bench.data import folder, rows
from bench.figures import Figure, Part, show
from bench.http import Running, serving
from bench.recall_peers import BM25, RecipeR, RecipeROfChats, Turn
from bench.search_growth import growth
from orchestrator.llm.embedding.choice import choose_embedder

R10, MRR, MULTI_HOP = 0.80, 0.60, 0.47
"""Required of conversations that were never looked at; here is another part of the same set."""
BEAM_R10 = 0.63
"""The same of chats with an assistant."""
INGESTION_S = 3.0
INGESTED = 600
EMBEDDING_S = 900.0
DEPTH = 100
NO_ANSWER = "adversarial"

Ranking = Sequence[str]


@dataclass(frozen=True)
class Question:
    """A question and the ids of the turns that answer it."""

    conversation: str
    text: str
    kind: str
    evidence: tuple[str, ...]


def conversations(data: Path) -> dict[str, list[Turn]]:
    """The turns of each conversation, in order; what a turn shows is part of its text."""
    found: dict[str, list[Turn]] = {}
    for row in rows(data / "locomo" / "turns.jsonl"):
        text = row["text"] + (f" [shares {row['caption']}]" if row.get("caption") else "")
        turn = Turn(row["id"], row["session"], datetime.fromisoformat(row["date"]), row["speaker"], text)
        found.setdefault(row["conv"], []).append(turn)
    return found


def assistant_chats(data: Path) -> tuple[dict[str, list[Turn]], list[Question]]:
    """BEAM: the turns of each chat by `user` and `assistant`, all of a chat at one time, and the questions that have
    evidence."""
    chats: dict[str, list[Turn]] = {}
    for row in rows(data / "beam" / "messages.jsonl"):
        at = datetime.strptime(row["anchor"], "%B-%d-%Y").replace(tzinfo=UTC)
        chats.setdefault(row["conv"], []).append(Turn(str(row["id"]), row["batch"], at, row["role"], row["text"]))
    every = [
        Question(row["conv"], row["question"], row["kind"], tuple(map(str, _flat(row["evidence"]))))
        for row in rows(data / "beam" / "qa.jsonl")
    ]
    return chats, [one for one in every if one.evidence]


def _flat(evidence: object) -> Iterator[object]:
    if not isinstance(evidence, list):
        yield evidence
        return
    for one in evidence:
        yield from _flat(one)


def questions(data: Path) -> list[Question]:
    """Those that have evidence."""
    every = [
        Question(row["conv"], row["question"], row["cat"], tuple(row["evidence"]))
        for row in rows(data / "locomo" / "qa.jsonl")
    ]
    return [one for one in every if one.evidence]


def product(
    server: Running, talks: Mapping[str, Sequence[Turn]], asked: Sequence[Question]
) -> tuple[list[Ranking], list[Ranking], float]:
    """The ids found for each question, by words alone and once all has vectors, and the seconds that the ingestion of
    INGESTED messages took."""
    admin = Kept(server.url, server.token)
    people = {name: Kept(server.url, _token(admin, name)) for name in talks}

    def ask_all() -> list[Ranking]:
        found = [_found(people[one.conversation], one.text) for one in asked]
        for client in people.values():
            client.close()  # opened again when it is used; the server closes what rests
        return found

    seconds = 0.0
    for name, turns in talks.items():
        started = time.perf_counter()
        _ok(people[name].post("/ingest/conversation", _conversation(name, turns)))
        seconds = max(seconds, (time.perf_counter() - started) * INGESTED / len(turns))
        people[name].close()
    admin.close()
    by_words = ask_all()
    _wait_for_vectors(admin)
    found = ask_all()
    admin.close()
    return by_words, found, seconds


def _conversation(name: str, turns: Sequence[Turn]) -> dict[str, object]:
    messages = [
        {"external_id": turn.id, "speaker": turn.speaker, "text": turn.text, "at": turn.at.isoformat()}
        for turn in turns
    ]
    return {"external_id": name, "source": "bench", "title": name, "messages": messages}


def _token(admin: Kept, name: str) -> str:
    return str(json.loads(_ok(admin.post("/users", {"email": f"{name}@example.org", "name": "Bench"})))["token"])


def _found(client: Kept, text: str) -> Ranking:
    body = _ok(client.get("/search?" + urlencode({"q": text, "kinds": "message", "limit": DEPTH})))
    return [hit["external_id"] for hit in json.loads(body)["hits"]]


def _wait_for_vectors(admin: Kept) -> None:
    ends = time.monotonic() + EMBEDDING_S
    while time.monotonic() < ends:
        queues = json.loads(_ok(admin.get("/system/jobs")))["queues"]
        if not any(
            one["pending"] + one["delayed"] + one["running"] for one in queues if one["job_type"] == "search.embed"
        ):
            return
        time.sleep(1)
    raise RuntimeError("the vectors were not made in time")


def _ok(answer: tuple[int, bytes]) -> bytes:
    status, body = answer
    if status >= 300:
        raise RuntimeError(f"{status}: {body[:300]!r}")
    return body


def peers(
    talks: Mapping[str, Sequence[Turn]], asked: Sequence[Question], recipe_r: type[RecipeR] = RecipeR
) -> tuple[list[Ranking], list[Ranking]]:
    """The ids found by BM25 and by recipe R, with the same embedder."""
    embedder = choose_embedder(None)
    assert embedder is not None

    async def embed() -> tuple[dict[str, np.ndarray], np.ndarray]:
        turns = {
            name: np.array(await embedder.embed_documents([one.text for one in said])) for name, said in talks.items()
        }
        return turns, np.array([await embedder.embed_query(one.text) for one in asked])

    vectors, queries = asyncio.run(embed())
    bm25 = {name: BM25(turns) for name, turns in talks.items()}
    recipe = {name: recipe_r(turns, vectors[name]) for name, turns in talks.items()}
    plain = [_ranking(talks[one.conversation], bm25[one.conversation].scores(one.text)) for one in asked]
    given = [
        _ranking(talks[one.conversation], recipe[one.conversation].scores(one.text, vector))
        for one, vector in zip(asked, queries, strict=True)
    ]
    return plain, given


def _ranking(turns: Sequence[Turn], scores: np.ndarray) -> Ranking:
    return [turns[row].id for row in np.argsort(-scores, kind="stable")[:DEPTH]]


def recall(asked: Sequence[Question], found: Sequence[Ranking], depth: int) -> float:
    """The mean share of a question's evidence among the first `depth`."""
    shares = [
        sum(one in ranking[:depth] for one in question.evidence) / len(question.evidence)
        for question, ranking in zip(asked, found, strict=True)
    ]
    return sum(shares) / len(shares)


def reciprocal_rank(asked: Sequence[Question], found: Sequence[Ranking]) -> float:
    """The mean of 1/rank of the first evidence; 0 where none is found."""
    ranks = [
        min((ranking.index(one) + 1 for one in question.evidence if one in ranking), default=0)
        for question, ranking in zip(asked, found, strict=True)
    ]
    return sum(1 / rank for rank in ranks if rank) / len(ranks)


def _few_figures(name: str, asked: Sequence[Question], found: Sequence[Ranking], least: float | None) -> list[Figure]:
    return [
        Figure(f"{name}: R@10", recall(asked, found, 10), limit=(">=", least) if least is not None else None),
        Figure(f"{name}: MRR", reciprocal_rank(asked, found)),
    ]


def _figures(name: str, asked: Sequence[Question], found: Sequence[Ranking], *, limits: bool = False) -> list[Figure]:
    def of(keep: Callable[[Question], bool]) -> tuple[list[Question], list[Ranking]]:
        kept = [(one, ranking) for one, ranking in zip(asked, found, strict=True) if keep(one)]
        return [one for one, _ in kept], [ranking for _, ranking in kept]

    every = (asked, found)
    answerable = of(lambda one: one.kind != NO_ANSWER)
    several = of(lambda one: one.kind == "multi_hop")
    return [
        Figure(f"{name}: R@5", recall(*every, 5)),
        Figure(f"{name}: R@10", recall(*every, 10), limit=(">=", R10) if limits else None),
        Figure(f"{name}: R@20", recall(*every, 20)),
        Figure(f"{name}: MRR", reciprocal_rank(*every), limit=(">=", MRR) if limits else None),
        Figure(f"{name}: R@10, several messages", recall(*several, 10), limit=(">=", MULTI_HOP) if limits else None),
        Figure(
            f"{name}: R@10 and MRR, answerable", recall(*answerable, 10), note=f"{reciprocal_rank(*answerable):.3f}"
        ),
    ]


def run(data: Path | None = None) -> list[Part]:
    """The parts of `make bench`."""
    where = folder(data)
    if not (where / "locomo" / "qa.jsonl").is_file():
        return [Part("retrieval", skipped=f"no LoCoMo at {where} (--data DIR or STEWARD_BENCH_DATA names the folder)")]
    talks, asked = conversations(where), questions(where)
    plain, given = peers(talks, asked)
    by_words, found, seconds = _served(talks, asked)
    quality = Part(
        f"retrieval: LoCoMo, {len(talks)} conversations, {len(asked)} questions (over HTTP)",
        (
            *_figures("BM25", asked, plain),
            *_figures("recipe R", asked, given),
            *_figures("Steward, no vectors", asked, by_words),
            *_figures("Steward", asked, found, limits=True),
            Figure(f"ingestion of {INGESTED} messages, without vectors", seconds, "s", ("<=", INGESTION_S)),
        ),
    )
    texts = [turn.text for turns in talks.values() for turn in turns]
    return [quality, beam(where), growth(texts, [one.text for one in asked])]


def beam(where: Path) -> Part:
    """Chats with an assistant."""
    if not (where / "beam" / "qa.jsonl").is_file():
        return Part("retrieval: BEAM", skipped=f"no BEAM at {where}")
    chats, asked = assistant_chats(where)
    plain, given = peers(chats, asked, RecipeROfChats)
    by_words, found, _ = _served(chats, asked)
    return Part(
        f"retrieval: BEAM, {len(chats)} chats with an assistant, {len(asked)} questions (over HTTP)",
        (
            *_few_figures("BM25", asked, plain, None),
            *_few_figures("recipe R", asked, given, None),
            *_few_figures("Steward, no vectors", asked, by_words, None),
            *_few_figures("Steward", asked, found, BEAM_R10),
        ),
    )


def _served(
    talks: Mapping[str, Sequence[Turn]], asked: Sequence[Question]
) -> tuple[list[Ranking], list[Ranking], float]:
    """What `product` finds in a home of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="steward-bench-") as work,
        serving(Path(work) / "home", Path(work), STEWARD_LLM_PROVIDER="reader") as server,
    ):
        return product(server, talks, asked)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the evaluation sets")
    parser.add_argument("--beam", action="store_true", help="the chats with an assistant alone")
    given = parser.parse_args()
    raise SystemExit(0 if show([beam(folder(given.data))] if given.beam else run(given.data)) else 1)
