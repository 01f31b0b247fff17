"""Summaries of long threads: when they are made, of what, and what becomes of them when their messages change or go."""

import asyncio
import signal
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from tests.support import talks
from tests.support.metering import OneIsCapped
from tests.support.people import make_user
from tests.support.postgres import execute, rows, scalar
from tests.support.processes import line, running_script
from tests.support.runs import settled
from tests.support.talks import chat, job_of, models, no_model, read, talked, worked

from orchestrator import catalog
from orchestrator.agent.ports.entities import EntityRef
from orchestrator.agent.ports.erasure import Receipt
from orchestrator.agent.ports.requests import Window
from orchestrator.agent.rules.ruleset import RuleSet
from orchestrator.agent.turn.context import TurnContext
from orchestrator.agent.types.limits import SUMMARIES_SHOWN, WINDOW_MESSAGES
from orchestrator.agent.types.origin import Origin
from orchestrator.db.session import Database
from orchestrator.db.tx import Tx
from orchestrator.domain.foundation.slices.erasable import Erasable, ErasedRow
from orchestrator.domain.lifecycle.active_state.service import failed_jobs
from orchestrator.domain.lifecycle.erasure.service import Erasure
from orchestrator.domain.people.conversations import service as conversations
from orchestrator.domain.people.conversations import summaries
from orchestrator.domain.people.conversations.ingestion import ingest
from orchestrator.domain.people.conversations.summarizing import Made
from orchestrator.kit.clock import SystemClock
from orchestrator.kit.ids import new_id
from orchestrator.llm.messages import ChatReply, ChatRequest
from orchestrator.llm.port import ModelUnavailable, PromptTooLong
from orchestrator.llm.scripted import ScriptedModel, say

SCRIPT = Path(__file__).with_name("summary_script.py").read_text("utf-8")
SHORT = "The user told how many sails each boat has."


async def window(database: Database, user: UUID, thread: UUID) -> Window:
    async with database.unit_of_work_of(user) as tx:
        return await conversations.window(tx, thread, limit=WINDOW_MESSAGES)


async def ids_in_order(database: Database, thread: UUID) -> list[UUID]:
    return [
        row.id
        for row in await rows(database, "select id from messages where thread_id = :t order by at, position", t=thread)
    ]


async def test_past_fifty_messages_the_oldest_thirty_are_summarised_once(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 50)
    assert await scalar(database, "select count(*) from async_jobs where job_type = 'conversations.summarise'") == 0
    await talked(database, ana, 2, thread=thread)
    model = ScriptedModel([say(SHORT)], name="small")
    waiting = await read(database, ana, thread)
    assert waiting.summarising is not None
    assert (waiting.summarising.state, waiting.summaries) == ("pending", [])
    await worked(database, models(model=model))
    shown = await read(database, ana, thread)
    ids = await ids_in_order(database, thread)
    (summary,) = shown.summaries
    assert (summary.text, summary.count, summary.generated_by, summary.origin) == (SHORT, 30, "scripted", "agent")
    assert (summary.from_id, summary.to_id) == (ids[0], ids[29])
    assert shown.summarising is None
    assert await scalar(database, "select count(*) from messages where thread_id = :t", t=thread) == 52
    asked = "\n".join(message.content for message in model.requests[0].messages)
    assert "Fact 0: the boat has 0 sails." in asked
    assert "Noted number 14." in asked
    assert "Fact 15" not in asked
    assert model.requests[0].purpose == "summaries"
    assert not model.requests[0].tools
    found = await window(database, ana, thread)
    assert [one.text for one in found.summaries] == [SHORT]
    assert [one.id for one in found.unsummarised] == ids[30:]
    assert len(found.messages) == WINDOW_MESSAGES
    assert set(found.summaries[0].sources) == set(ids[1:30:2])


async def test_it_rolls_on_every_thirty_messages(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52)
    router = models(say("first"), say("second"), say("third"))
    await worked(database, router)
    for total, made in ((80, 1), (82, 2), (110, 2), (112, 3)):
        await talked(database, ana, total - await scalar(database, "select count(*) from messages"), thread=thread)
        await worked(database, router)
        assert len((await read(database, ana, thread)).summaries) == made, total
    shown = (await read(database, ana, thread)).summaries
    ids = await ids_in_order(database, thread)
    assert [(one.text, one.from_id, one.to_id) for one in shown] == [
        ("first", ids[0], ids[29]),
        ("second", ids[30], ids[59]),
        ("third", ids[60], ids[89]),
    ]


async def test_a_summary_that_fails_leaves_the_window_as_it_was_and_says_so(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52)
    before = await window(database, ana, thread)
    failing = ScriptedModel([ModelUnavailable("connection refused")], name="small", keep_last=True)
    await worked(database, models(model=failing))
    while (await job_of(database, "conversations.summarise"))["state"] != "failed":
        await execute(database, "update async_jobs set run_after = steward_now()")
        await worked(database, models(model=failing))
    shown = await read(database, ana, thread)
    assert shown.summaries == []
    assert shown.summarising is not None
    assert shown.summarising.state == "failed"
    assert (shown.summarising.last_error or "").startswith("ModelUnavailable: ")
    assert await window(database, ana, thread) == before
    async with database.unit_of_work() as session:
        (line,) = await failed_jobs(Tx(session, ana), SystemClock().now(), "UTC", "en-GB")
        assert line.text.startswith("conversations.summarise (ModelUnavailable, ")
        ben = await make_user(database)
        assert await failed_jobs(Tx(session, ben), SystemClock().now(), "UTC", "en-GB") == []
    await talked(database, ana, 2, thread=thread)  # the next answer has it tried again
    await worked(database, models(say(SHORT)))
    shown = await read(database, ana, thread)
    assert ([one.text for one in shown.summaries], shown.summarising) == ([SHORT], None)
    async with database.unit_of_work_of(ana) as tx:
        assert await failed_jobs(tx, SystemClock().now(), "UTC", "en-GB") == []


async def test_a_conversation_that_is_too_long_for_the_model_is_told_shorter(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52, said=lambda number: (f"Fact {number}. " + "so it goes on " * 200, "Yes."))
    model = ScriptedModel([PromptTooLong("too long"), say(SHORT)], name="small")
    await worked(database, models(model=model))
    assert len((await read(database, ana, thread)).summaries) == 1
    first, second = (sum(len(one.content) for one in request.messages) for request in model.requests)
    assert second < first / 2
    assert "Fact 14" in model.requests[1].messages[1].content


async def test_with_the_days_tokens_used_up_it_waits(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52)
    meter = OneIsCapped(ana, "summaries")
    model = ScriptedModel([say(SHORT)], name="small")
    await worked(database, models(model=model, meter=meter))
    shown = await read(database, ana, thread)
    assert (shown.summaries, model.requests) == ([], [])
    assert shown.summarising is not None
    assert shown.summarising.state == "pending"
    assert timedelta(minutes=50) < shown.summarising.run_after - SystemClock().now() < timedelta(minutes=70)
    meter.capped = None
    await execute(database, "update async_jobs set run_after = steward_now()")
    await worked(database, models(model=model, meter=meter))
    assert [one.text for one in (await read(database, ana, thread)).summaries] == [SHORT]


async def test_a_worker_that_is_killed_while_the_model_thinks_loses_nothing(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52)
    async with running_script(SCRIPT, database.url) as doomed:
        while await line(doomed) != "asked":
            continue
        await talked(database, ana, 2, thread=thread)  # the talk goes on meanwhile
        doomed.send_signal(signal.SIGKILL)
        await doomed.wait()
    assert (await read(database, ana, thread)).summaries == []
    assert len((await window(database, ana, thread)).unsummarised) == WINDOW_MESSAGES
    await execute(
        database, "update async_jobs set lease_until = lease_until - interval '1 minute' where state = 'running'"
    )
    model = ScriptedModel([say(SHORT)], name="small")
    await worked(database, models(model=model))
    assert [(one.text, one.count) for one in (await read(database, ana, thread)).summaries] == [(SHORT, 30)]
    assert len(model.requests) == 1


async def test_two_summaries_of_the_same_messages_can_not_be(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52)
    async with database.unit_of_work_of(ana) as tx:
        parts = await summaries.due(tx, thread)

    async def keep(text: str) -> bool:
        async with database.unit_of_work_of(ana) as tx:
            return await summaries.keep(tx, thread, parts, Made(text, Origin.AGENT, "small"))

    assert sorted(await asyncio.gather(keep("one"), keep("two"), keep("three"))) == [False, False, True]
    assert len((await read(database, ana, thread)).summaries) == 1


async def test_messages_that_changed_while_the_model_was_asked_are_summarised_anew(database: Database) -> None:
    ana = await make_user(database)
    thread = await talked(database, ana, 52)
    (first, *_) = await ids_in_order(database, thread)
    loop = asyncio.get_running_loop()

    def change() -> None:
        asyncio.run_coroutine_threadsafe(
            execute(
                database, "update messages set content = 'gone', updated_at = steward_now() where id = :id", id=first
            ),
            loop,
        ).result(10)

    class Slow(ScriptedModel):
        async def chat(self, request: ChatRequest) -> ChatReply:
            if not self.requests:
                await asyncio.to_thread(change)
            return await super().chat(request)

    model = Slow([say("with what is gone"), say("without")], name="small")
    await worked(database, models(model=model))
    assert [one.text for one in (await read(database, ana, thread)).summaries] == ["without"]


async def test_without_a_model_it_is_made_of_the_messages_own_sentences_in_their_language(database: Database) -> None:
    ana = await make_user(database)

    def said(number: int) -> tuple[str, str]:
        return f"A consulta com a dentista Júlia é no dia {number + 1} às 15h30.", "Está bem, anotado."

    thread = await talked(database, ana, 52, said=said)
    await worked(database, no_model())
    (summary,) = (await read(database, ana, thread)).summaries
    assert summary.generated_by == "reader"
    assert "dentista Júlia" in summary.text
    assert all(line.startswith(("user: ", "assistant: ")) for line in summary.text.splitlines())
    assert len(summary.text) <= 2_000


async def test_users_do_not_see_each_others_summaries(database: Database) -> None:
    ana, ben = await make_user(database), await make_user(database)
    hers, his = await talked(database, ana, 52), await talked(database, ben, 52)
    await worked(database, models(say("one"), say("two")))
    texts = [(await read(database, user, thread)).summaries for user, thread in ((ana, hers), (ben, his))]
    assert sorted(one.text for found in texts for one in found) == ["one", "two"]
    async with database.unit_of_work_of(ben) as tx:
        assert await summaries.shown(tx, hers) == ()
        assert (await summaries.of_threads(tx, [hers]))[hers] == ([], None)
        assert await summaries.due(tx, hers) == []


# --- what others wrote


def lines(number: int, *, hour: int = 10) -> list[tuple[str, str, str]]:
    return [
        (
            "me" if at % 2 else "Rui",
            f"Line {at} of the plan.",
            f"2026-03-02T{hour + at // 60:02d}:{at % 60:02d}:00Z",
        )
        for at in range(number)
    ]


async def test_an_ingested_conversation_is_summarised_before_anybody_asks_in_it(database: Database, ana: UUID) -> None:
    thread = await chat(database, ana, lines(50))
    assert await scalar(database, "select count(*) from async_jobs where job_type = 'conversations.summarise'") == 0
    await chat(database, ana, lines(120))
    await worked(database, models(say("a"), say("b"), say("c")))
    shown = (await read(database, ana, thread)).summaries
    assert [(one.text, one.count, one.origin) for one in shown] == [
        ("a", 30, "third_party"),
        ("b", 30, "third_party"),
        ("c", 30, "third_party"),
    ]


async def test_an_archive_of_conversations_is_begun_a_few_at_a_time(database: Database, ana: UUID) -> None:
    items = [
        {
            "external_id": f"c{number}",
            "messages": [{"speaker": who, "text": what, "at": at} for who, what, at in lines(50 + number % 2)],
        }
        for number in range(12)
    ]
    async with database.unit_of_work_of(ana) as tx:
        await ingest(tx, items, zone="UTC")
    waits = await rows(
        database,
        "select extract(epoch from run_after - min(run_after) over ())::int as s, count(*) over () as n"
        " from async_jobs where job_type = 'conversations.summarise' order by run_after",
    )
    assert [(row.s, row.n) for row in waits] == [(0, 6)] * 4 + [(30, 6)] * 2


async def test_of_a_history_of_thousands_only_what_is_in_reach_is_summarised(database: Database, ana: UUID) -> None:
    thread = await chat(database, ana, lines(800, hour=8))
    await talked(database, ana, 2, thread=thread)
    model = ScriptedModel([talks.answering("told")], name="small", keep_last=True)
    await worked(database, models(model=model))
    assert len(model.requests) == 15  # (500 - 50) / 30
    found = await window(database, ana, thread)
    assert len(found.summaries) == SUMMARIES_SHOWN
    assert found.summaries[-1].until < found.unsummarised[0].at


async def test_a_message_that_is_ingested_anew_with_other_words_has_its_summary_made_again(database: Database) -> None:
    ana = await make_user(database)
    thread = await chat(database, ana, lines(52))
    await talked(database, ana, 2, thread=thread)
    await worked(database, models(say("old")))
    await chat(database, ana, lines(52))
    assert [one.text for one in (await read(database, ana, thread)).summaries] == ["old"]
    changed = [("Rui", "Something else altogether.", "2026-03-02T10:00:00Z"), *lines(52)[1:]]
    await chat(database, ana, changed)
    assert (await read(database, ana, thread)).summaries == []
    assert len((await window(database, ana, thread)).unsummarised) == WINDOW_MESSAGES
    model = ScriptedModel([say("new")], name="small")
    await worked(database, models(model=model))
    assert [one.text for one in (await read(database, ana, thread)).summaries] == ["new"]
    assert "Something else altogether." in model.requests[0].messages[1].content


# --- erasure


async def erased(database: Database, user: UUID, kind: str, entity_id: UUID, *, dry_run: bool = False) -> Receipt:
    async with database.unit_of_work_of(user) as tx:
        return await talks.ERASURE.erase(tx, kind, entity_id, dry_run=dry_run)


async def test_a_thread_takes_its_summaries_along(database: Database, ana: UUID) -> None:
    thread = await talked(database, ana, 52)
    await worked(database, models(say(SHORT)))
    dry = await erased(database, ana, "thread", thread, dry_run=True)
    assert len((await read(database, ana, thread)).summaries) == 1
    receipt = await erased(database, ana, "thread", thread)
    assert receipt == dry
    assert receipt.deleted == {"thread": 1, "message": 52, "conversation_summary": 1}
    for table in ("conversation_summaries", "messages", "derivations"):
        assert await scalar(database, f"select count(*) from {table}") == 0, table
    await erased(database, ana, "thread", await talked(database, ana, 52))  # whose summary waits
    await worked(database, models())
    assert (await job_of(database, "conversations.summarise"))["state"] == "done"


async def test_an_erased_event_goes_out_of_the_summary_that_told_of_it(database: Database, ana: UUID) -> None:
    event = new_id()
    thread, _ = await settled(
        database, ana, "When is the gala?", "The gala is on Friday.", read=[EntityRef("event", event)]
    )
    await talked(database, ana, 52, thread=thread)
    await worked(database, models(say("The assistant told that the gala is on Friday.")))
    found = await window(database, ana, thread)
    heard = TurnContext((), RuleSet(), SystemClock().now(), found.summaries, ()).read
    later, _ = await settled(database, ana, "And where?", "In the hall, as said.", thread=thread, read=heard)
    assert later == thread
    receipt = await erased_source(database, ana, "event", event)
    assert receipt.rebuilt == {"conversation_summary": 1}
    assert receipt.redacted == {"run": 2, "message": 2}  # the answer, and the one that read it in the summary
    shown = await read(database, ana, thread)
    assert shown.summaries == []
    assert shown.summarising is not None
    model = ScriptedModel([say("Nothing of a party.")], name="small")
    await worked(database, models(model=model))
    assert [one.text for one in (await read(database, ana, thread)).summaries] == ["Nothing of a party."]
    assert "gala is" not in model.requests[0].messages[1].content


async def erased_source(database: Database, user: UUID, kind: str, entity_id: UUID) -> Receipt:
    """An erasure of what has no row of its own here."""

    async def gone(tx: Tx, one: UUID) -> list[ErasedRow]:
        return [ErasedRow(kind, one, indexed=False)]

    erasables = [one for one in catalog.ERASABLES if one.kind != kind]
    async with database.unit_of_work_of(user) as tx:
        return await Erasure([*erasables, Erasable(kind, erase=gone)]).erase(tx, kind, entity_id)
