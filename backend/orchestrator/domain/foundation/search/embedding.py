"""Who sees to it that what can be found has vectors, and how are they made of a batch of texts?

Whoever indexes owes vectors (`owe`); the job `search.embed` makes them. At start, whoever has entries without vectors
of the configured model owes them too (`catch_up`): after another model was chosen, or a version without vectors.
"""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.search.schemas import EMBED, VectorsOwed
from orchestrator.domain.foundation.search.store import vectors
from orchestrator.domain.foundation.search.store.vectors import Embedded, Unembedded
from orchestrator.kit import text as kit_text
from orchestrator.llm.port import BadModelOutput, Embedder, PromptTooLong
from orchestrator.scheduling.async_jobs import enqueue, next_multiple
from orchestrator.telemetry.logging import get_logger

EVERY_S = 5
"""Jobs become due at multiples of this: what is written meanwhile is embedded together, and nobody is woken."""
SHORTEST = 200
"""Characters: a model that refuses a text of this length refuses it for another reason."""
PROBE = "Is it the text or the model?"

log = get_logger(__name__)


async def owe(tx: Tx) -> None:
    """Have vectors made for what this unit of work indexes. One statement; call it once, and not for asides alone."""
    due = next_multiple(EVERY_S, after_s=1)
    await enqueue(tx.session, EMBED, VectorsOwed(), owner_id=tx.owner_id, dedupe_key="owed", run_after=due)


async def catch_up(session: AsyncSession, model: str) -> int:
    """Have all vectors of `model` made that are missing; answers for how many users."""
    owners = await vectors.owners_without(session, model)
    for owner_id in owners:
        await owe(Tx(session, owner_id))
    return len(owners)


async def embedded(embedder: Embedder, rows: Sequence[Unembedded]) -> list[Embedded]:
    """The vectors of each entry: of its whole text, then of its sentences. A text that the model can't take has none
    and does not hold up the others. Raises ModelError where it is the model that fails."""
    return await _embedded(embedder, rows, [texts_of(row) for row in rows])


async def wholes(embedder: Embedder, rows: Sequence[Unembedded]) -> list[Embedded]:
    """As `embedded`, of the whole texts alone: where much is to be done, all of it can be found by its meaning in a
    quarter of the time."""
    texts = [texts_of(row) for row in rows]
    found = await _embedded(embedder, rows, [several[:1] for several in texts])
    return [
        one._replace(owing=bool(one.vectors) and len(several) > 1) for one, several in zip(found, texts, strict=True)
    ]


async def of_sentences(embedder: Embedder, rows: Sequence[Unembedded]) -> list[Embedded]:
    """What `wholes` left."""
    found = await _embedded(embedder, rows, [sentences(row.body) for row in rows])
    return [one._replace(first=1) for one in found]


async def _embedded(embedder: Embedder, rows: Sequence[Unembedded], texts: Sequence[Sequence[str]]) -> list[Embedded]:
    try:
        found = iter(await embedder.embed_documents([text for several in texts for text in several]))
        return [
            Embedded(row.doc, row.digest, [next(found) for _ in several])
            for row, several in zip(rows, texts, strict=True)
        ]
    except (BadModelOutput, PromptTooLong):
        return [
            Embedded(row.doc, row.digest, await _one_by_one(embedder, row, several))
            for row, several in zip(rows, texts, strict=True)
        ]


def texts_of(row: Unembedded) -> list[str]:
    """What is embedded of an entry: title and text, then the sentences of the text; nothing of an empty one."""
    whole = "\n".join(part for part in (row.title.strip(), row.body.strip()) if part)
    return [whole, *sentences(row.body)] if whole else []


async def _one_by_one(embedder: Embedder, row: Unembedded, texts: Sequence[str]) -> list[list[float]]:
    try:
        return [await _cut_to_fit(embedder, text) for text in texts]
    except (BadModelOutput, PromptTooLong) as error:
        await embedder.embed_documents([PROBE])
        log.warning("a text can't be embedded", doc=row.doc, why=str(error))
        return []


async def _cut_to_fit(embedder: Embedder, text: str) -> list[float]:
    while True:
        try:
            [vector] = await embedder.embed_documents([text])
            return vector
        except PromptTooLong:
            if len(text) <= SHORTEST:
                raise
            text = text[: len(text) // 2]


MAX_PARTS = 16
"""A longer text is cut into so many passages of neighbouring sentences."""
FEWEST_WORDS = 3
"""A shorter piece ("Wow!", "Yes.") says nothing by itself."""


def sentences(text: str) -> list[str]:
    """The sentences of `text`, at most `MAX_PARTS` passages; none where it is a single one."""
    found = [piece.strip() for piece in kit_text.sentences(text)]
    telling = [piece for piece in found if len(piece.split()) >= FEWEST_WORDS]
    if len([piece for piece in found if piece]) < 2 or not telling:
        return []
    if len(telling) <= MAX_PARTS:
        return telling
    return [
        " ".join(telling[len(telling) * part // MAX_PARTS : len(telling) * (part + 1) // MAX_PARTS])
        for part in range(MAX_PARTS)
    ]
