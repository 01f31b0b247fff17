"""Is what is known of the user consolidated by asking alone, in their language, and does an answer lose nothing?"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import text
from tests.acceptance.test_facts import held, texts
from tests.support.by_reader import reading_steward
from tests.support.corpora import cases
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

JOB = "facts.consolidate"


@pytest_asyncio.fixture(scope="module")
async def working(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    """Without a model, with a worker, over a database of its own: runs tell of the facts of all users."""
    async with reading_steward(postgres, tmp_path_factory.mktemp("consolidation")) as steward:
        yield steward


async def run(steward: Steward, job: str = JOB) -> dict[str, Any]:
    """Have a scheduled job done by hand; its run."""
    owner = await steward.owner()
    asked = await owner.post(f"/system/jobs/{job}/run")

    async def ended() -> list[dict[str, Any]]:
        items = (await owner.get(f"/system/jobs/{job}/runs"))["items"]
        return [one for one in items if one["job_id"] == asked["job_id"] and one["outcome"]]

    return (await eventually(ended))[0]


async def stated(person: Person, *told: str, **fields: Any) -> list[str]:
    """The ids of facts that the user states."""
    return [(await person.post("/facts", {"text": told_text, **fields}))["id"] for told_text in told]


async def rows(person: Person) -> list[Any]:
    """All that stands in the person's facts but questions."""
    async with person.database.unit_of_work() as session:
        found = await session.execute(
            text("select * from user_facts where user_id = :me and asks is null order by id"), {"me": person.id}
        )
        return [tuple(row) for row in found]


@pytest.mark.parametrize(
    ("locale", "shorter", "longer", "word"),
    cases("consolidation", "near_duplicates_are_asked_about_and_one_fact_holds_both"),
)
async def test_near_duplicates_are_asked_about_and_one_fact_holds_both(
    working: Steward, locale: str, shorter: str, longer: str, word: str
) -> None:
    ana = await working.person()
    await ana.patch("/me", {"locale": locale})
    [one] = await stated(ana, shorter, importance=9, subjects=["boat"], tags=["sea"])
    [two] = await stated(ana, longer, importance=4, subjects=["flag"])
    before, then = await rows(ana), datetime.now(UTC).isoformat()
    ended = await run(working)
    assert (ended["outcome"], "merges proposed: 1" in ended["detail"]) == ("ok", True)
    assert await rows(ana) == before
    (question,) = (await ana.get("/proposals"))["items"]
    assert (question["asks"], question["text"], question["trust"]) == ("merge", longer, "proposed")
    assert sorted(question["merges"]) == sorted([one, two])
    assert word in question["reason"]
    assert {part["id"] for part in question["provenance"]} == {one, two}
    merged = await ana.post(f"/proposals/{question['id']}/ratify")
    assert (merged["text"], merged["importance"], merged["trust"], merged["confidence"]) == (
        longer, 9, "confirmed", 1.0
    )  # fmt: skip
    assert (sorted(merged["subjects"]), merged["tags"]) == (["boat", "flag"], ["sea"])
    assert sorted(merged["replaces"]) == sorted([one, two])
    assert await held(ana) == [longer]
    assert await held(ana, known_at=then) == sorted([shorter, longer])
    assert {hit["id"] for hit in (await ana.get("/search", q=longer, kinds="fact"))["hits"]} == {merged["id"]}
    for old in (one, two):
        assert (await ana.get(f"/facts/{old}"))["superseded_by"] == merged["id"]
    assert texts(await ana.get("/proposals")) == []
    await run(working)
    assert texts(await ana.get("/proposals")) == []


async def test_dismissed_it_is_not_asked_again_until_one_changes(working: Steward) -> None:
    ana = await working.person()
    one, _ = await stated(ana, "The shed has a green door", "The shed has a green door and a lock")
    await run(working)
    (question,) = (await ana.get("/proposals"))["items"]
    await ana.post(f"/proposals/{question['id']}/dismiss")
    await ana.patch(f"/facts/{one}", {"importance": 7})
    await run(working)
    assert texts(await ana.get("/proposals")) == []
    assert len(await held(ana)) == 2
    await ana.patch(f"/facts/{one}", {"text": "The old shed has a green door"})
    await stated(ana, "The old shed has a green door and a lock and a bell")
    await run(working)
    (again,) = (await ana.get("/proposals"))["items"]
    assert again["id"] != question["id"]


async def test_a_merge_can_be_taken_back(working: Steward) -> None:
    ana = await working.person()
    both = ["The cellar floods in March", "The cellar floods in March and needs a pump"]
    ids = await stated(ana, *both)
    await run(working)
    (question,) = (await ana.get("/proposals"))["items"]
    merged = await ana.post(f"/proposals/{question['id']}/ratify")
    back = await ana.post(f"/facts/{merged['id']}/unmerge")
    assert sorted(one["id"] for one in back["items"]) == sorted(ids)
    assert await held(ana) == sorted(both)
    assert (await ana.send("POST", f"/facts/{merged['id']}/unmerge")).status_code == 422
    await run(working)
    assert texts(await ana.get("/proposals")) == []


@pytest.mark.parametrize("chosen", [0, 1])
async def test_of_what_cannot_both_hold_the_user_says_which_does(working: Steward, chosen: int) -> None:
    """As an import brings it, or a table of forms that reads more than the one before."""
    ana = await working.person()
    one, two = await stated(ana, "I live in Porto", "I collect stamps")
    then = datetime.now(UTC).isoformat()
    await ana.execute("update user_facts set text = 'I live in Lisbon' where user_id = :me and id = :id", id=two)
    await run(working)
    (question,) = (await ana.get("/proposals"))["items"]
    assert (question["asks"], question["merges"]) == ("contradiction", [])
    assert [option["id"] for option in question["options"]] == [two, one]  # the later told first
    assert [option["label"] for option in question["options"]] == ["I live in Lisbon", "I live in Porto"]
    assert "I live in Porto" in question["reason"]
    wrong = await ana.send("POST", f"/proposals/{question['id']}/ratify", json={"choice": str(ana.id)})
    assert (wrong.status_code, wrong.json()["errors"][0]["loc"]) == (422, ["body", "choice"])
    choice = question["options"][chosen]["id"]
    settled = await ana.post(f"/proposals/{question['id']}/ratify", {"choice": choice} if chosen else None)
    assert settled["id"] == choice
    assert await held(ana) == [settled["text"]]
    assert len(await held(ana, known_at=then)) == 2
    assert texts(await ana.get("/proposals")) == []
    await run(working)
    assert texts(await ana.get("/proposals")) == []


async def test_a_question_about_what_changed_is_not_answered(working: Steward) -> None:
    ana = await working.person()
    one, _ = await stated(ana, "The gate squeaks", "The gate squeaks at night")
    await run(working)
    (question,) = (await ana.get("/proposals"))["items"]
    await ana.execute("update user_facts set text = 'The gate is quiet' where user_id = :me and id = :id", id=one)
    answer = await ana.send("POST", f"/proposals/{question['id']}/ratify")
    assert (answer.status_code, answer.json()["code"]) == (412, "version_conflict")
    await ana.post(f"/facts/{one}/correct", {"text": "The gate is new"})
    assert texts(await ana.get("/proposals")) == []


async def test_it_goes_with_what_it_quotes(working: Steward) -> None:
    ana = await working.person()
    one, _ = await stated(ana, "My locker code is under the mat", "My locker code is under the mat at home")
    await run(working)
    assert len((await ana.get("/proposals"))["items"]) == 1
    receipt = (await ana.send("DELETE", f"/facts/{one}")).json()
    assert receipt["deleted"] == {"fact": 2}
    assert await ana.count("user_facts", "text like '%locker%'") == 1
    assert await ana.count("user_facts", "asks is not null") == 0
    assert await ana.count("derivations") == 0


async def test_nothing_crosses_users(working: Steward) -> None:
    ana, rui = await working.person(), await working.person("Rui Melo")
    await stated(ana, "The attic holds nine trunks")
    await stated(rui, "The attic holds nine trunks and a cradle")
    await run(working)
    assert texts(await ana.get("/proposals")) == texts(await rui.get("/proposals")) == []
    await stated(ana, "The attic holds nine trunks and a globe")
    await run(working)
    (question,) = (await ana.get("/proposals"))["items"]
    assert texts(await rui.get("/proposals")) == []
    for act in ("ratify", "dismiss"):
        assert (await rui.send("POST", f"/proposals/{question['id']}/{act}")).status_code == 404
    merged = await ana.post(f"/proposals/{question['id']}/ratify")
    assert (await rui.send("POST", f"/facts/{merged['id']}/unmerge")).status_code == 404
    assert await held(rui) == ["The attic holds nine trunks and a cradle"]


async def test_what_is_to_be_reviewed_is_listed_with_a_reason_and_settled(working: Steward) -> None:
    ana = await working.person()
    one, two = await stated(ana, "I play chess on Mondays", "I own a canoe")
    assert texts(await ana.get("/facts", review="due")) == []
    await ana.execute("update user_facts set review_after = steward_now() where user_id = :me and id = :id", id=one)
    (due,) = (await ana.get("/facts", review="due"))["items"]
    assert (due["id"], "Does it still hold?" in due["reason"]) == (one, True)
    assert (await ana.get(f"/facts/{one}"))["reason"] is None
    await ana.post(f"/facts/{one}/confirm")
    assert texts(await ana.get("/facts", review="due")) == []
    assert (await ana.send("GET", "/facts", params={"review": "later"})).status_code == 422
    # What was learned, and whose source is gone, is marked and not changed.
    await ana.execute(
        "update user_facts set trust = 'learned', confidence = 0.5, last_confirmed_at = null, ratified_at = null"
        " where user_id = :me and id = :id",
        id=two,
    )
    before = await rows(ana)
    ended = await run(working)
    assert "put up for review: 1" in ended["detail"]
    assert await rows(ana) == before
    (due,) = (await ana.get("/facts", review="due"))["items"]
    assert (due["id"], "not there any more" in due["reason"]) == (two, True)
    await ana.post(f"/facts/{two}/confirm")
    assert texts(await ana.get("/facts", review="due")) == []


@pytest.mark.parametrize(
    ("locale", "question", "none", "heading"), cases("consolidation", "asked_what_to_review_the_reader_tells")
)
async def test_asked_what_to_review_the_reader_tells(
    working: Steward, locale: str, question: str, none: str, heading: str
) -> None:
    ana = await working.person()
    await ana.patch("/me", {"locale": locale})
    told = await ana.ask(question, client_context={"locale": locale})
    assert none in told["answer"]
    await stated(ana, "The mill has a wheel", "The mill has a wheel and a pond")
    await run(working)
    told = await ana.ask(question, client_context={"locale": locale})
    assert heading in told["answer"]
    assert "The mill has a wheel and a pond" in told["answer"]
    assert (told["run"]["visible_tools"].count("get_reviews"), told["actions"]) == (1, [])


async def test_questions_travel_with_an_archive(working: Steward) -> None:
    ana = await working.owner()
    await stated(ana, "The barn has an owl", "The barn has an owl and a swing", "The pond has a frog")
    await stated(ana, "The pond has a frog and a heron")
    await run(working)
    one, other = (await ana.get("/proposals"))["items"]
    await ana.post(f"/proposals/{other['id']}/dismiss")
    archive = (await ana.send("GET", "/export")).content
    rui = await working.person("Rui Melo")
    admin = await working.with_every_scope(rui)
    answer = await admin.send("POST", "/import", content=archive)
    assert answer.status_code == 200, answer.text
    (came,) = (await rui.get("/proposals"))["items"]
    assert (came["text"], came["asks"], came["reason"]) == (one["text"], "merge", one["reason"])
    assert came["id"] != one["id"]  # beside the first user's
    there = {fact["id"] for fact in (await rui.get("/facts"))["items"]}
    assert set(came["merges"]) <= there
    await run(working)
    assert len((await rui.get("/proposals"))["items"]) == 1  # what was dismissed there is not asked here
    merged = await rui.post(f"/proposals/{came['id']}/ratify")
    assert set(merged["replaces"]) == set(came["merges"])
    assert len((await ana.get("/proposals"))["items"]) == 1
