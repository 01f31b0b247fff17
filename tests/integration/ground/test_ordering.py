"""Does the message that answers come first, in a talk among people and in a chat with an assistant?"""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from orchestrator.db.session import Database
from orchestrator.domain.foundation.search.embedding import embedded
from orchestrator.domain.foundation.search.schemas import IndexEntry, SearchQuery
from orchestrator.domain.foundation.search.service import index, search, words_to_embed
from orchestrator.domain.foundation.search.store.vectors import missing, store
from orchestrator.kit.ids import new_id
from orchestrator.llm.embedding.fake import WordEmbedder
from orchestrator.llm.port import QueryVector

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def _talk(database: Database, owner: UUID, *said: tuple[str, str], at: datetime = NOON) -> dict[str, UUID]:
    """Messages (speaker, text) of one session, a minute apart; answers their ids by text."""
    group = new_id()
    entries = [
        IndexEntry(
            kind="message",
            id=new_id(),
            title="",
            text=text,
            at=at + timedelta(minutes=number),
            origin="third_party",
            speaker=speaker,
            group_id=group,
            talk=True,
        )
        for number, (speaker, text) in enumerate(said)
    ]
    async with database.unit_of_work_of(owner) as tx:
        await index(tx, entries)
    return {entry.text: entry.id for entry in entries}


async def _found(database: Database, owner: UUID, text: str, vector: QueryVector | None = None) -> list[UUID]:
    async with database.unit_of_work_of(owner) as tx:
        return [hit.id for hit in await search(tx, SearchQuery(text, vector=vector))]


async def test_the_reply_to_the_question_comes_before_the_question(database: Database, owner: UUID) -> None:
    ids = await _talk(
        database,
        owner,
        ("Ana", "The weather was lovely on the coast"),
        ("Rui", "How often do you train at the gym?"),
        ("Ana", "Three times a week, mostly in the morning"),
        ("Rui", "Wow, that's great, good for you!"),
    )
    [first, *_] = await _found(database, owner, "How often does Ana train at the gym?")
    assert first == ids["Three times a week, mostly in the morning"]


async def test_who_tells_comes_before_who_cheers(database: Database, owner: UUID) -> None:
    ids = await _talk(
        database,
        owner,
        ("Rui", "Your painting of the lake is so lovely, you must be proud of your painting"),
        ("Ana", "I made my painting of the lake at sunrise, after we came home"),
        ("Rui", "You should show your painting of the lake to everybody you know"),
    )
    [first, *_] = await _found(database, owner, "the painting of the lake")
    assert first == ids["I made my painting of the lake at sunrise, after we came home"]


async def test_a_name_in_the_question_means_what_its_bearer_says(database: Database, owner: UUID) -> None:
    others = [("Bea", f"We talked about the garden, number {number}") for number in range(30)]
    await _talk(database, owner, *others, at=NOON - timedelta(days=3))
    ids = await _talk(database, owner, ("Ana", "I planted roses in the garden"), ("Rui", "How nice, in the garden"))
    assert (await _found(database, owner, "Ana's garden"))[0] == ids["I planted roses in the garden"]


async def test_an_assistants_long_answer_does_not_drown_the_user(database: Database, owner: UUID) -> None:
    group = new_id()
    told = "My budget for the kitchen is four thousand euros, with the oven"
    answer = "Here is a plan for your kitchen budget. " * 40 + "Should we look at the oven next?"
    entries = [
        IndexEntry("message", new_id(), "", told, NOON, origin="user", speaker="user", group_id=group),
        IndexEntry("message", new_id(), "", answer, NOON, origin="agent", speaker="assistant", group_id=group),
    ]
    async with database.unit_of_work_of(owner) as tx:
        await index(tx, entries)
    assert await _found(database, owner, "What is my budget for the kitchen?") == [one.id for one in entries]


async def test_the_vector_of_a_question_leaves_the_names_out(database: Database, owner: UUID) -> None:
    await _talk(database, owner, ("Ana", "I sold the boat"), ("Rui", "Thanks, Ana!"), ("Ana", "You're welcome"))
    async with database.unit_of_work_of(owner) as tx:
        assert await words_to_embed(tx, "When did Ana sell Rui's boat?") == "When did sell boat?"
        assert await words_to_embed(tx, "Ana") == "Ana"


async def test_what_is_near_comes_first_of_what_holds_the_same_words(database: Database, owner: UUID) -> None:
    embedder = WordEmbedder()
    plain, near = "the boat is at the pier now", "the boat is by the jazz quiz"
    ids: dict[str, UUID] = {}
    for number, text in enumerate((plain, near)):
        ids |= await _talk(database, owner, ("Ana", text), at=NOON - timedelta(days=number))
    async with database.unit_of_work_of(owner) as tx:
        rows = await missing(tx, embedder.name, limit=10)
        await store(tx, embedder.name, await embedded(embedder, rows))
    vector = QueryVector(embedder.name, await embedder.embed_query("boat with jazz quiz"))
    assert await _found(database, owner, "boat") == [ids[plain], ids[near]]
    assert await _found(database, owner, "boat", vector) == [ids[near], ids[plain]]
