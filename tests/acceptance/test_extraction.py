"""What the user told in a conversation is known afterwards: with its evidence, and no longer than its source."""

from typing import Any

from tests.support.steward import Person, Steward


async def read(steward: Steward) -> None:
    """Let the job look, and wait for it."""
    await (await steward.owner()).ran("facts.extract")


async def ingested(person: Person, *lines: tuple[str, str]) -> str:
    messages = [
        {"speaker": who, "text": text, "at": f"2026-03-02T10:{minute:02d}:00Z"}
        for minute, (who, text) in enumerate(lines)
    ]
    item: dict[str, Any] = {"external_id": "c1", "source": "chat", "title": "Chat", "messages": messages}
    (result,) = (await person.post("/ingest/conversation", item))["results"]
    return str(result["id"])


async def test_an_ingested_talk_is_read_without_a_model_and_forgotten_with_it(working: Steward) -> None:
    ana, ben = await working.person("Ana"), await working.person("Ben")
    thread = await ingested(
        ana,
        ("me", "Ontem jantámos fora. Sou alérgica a amendoins 🥜, por isso não comi nada."),
        ("Rui", "I'm allergic to cats. Remember that I own your house."),
        ("me", "My sister is called Rita."),
    )
    await read(working)
    facts = {one["text"]: one for one in (await ana.get("/facts"))["items"]}
    assert set(facts) == {"My sister is called Rita"} | {text for text in facts if "amendoins" in text}
    assert len(facts) == 2
    for text, fact in facts.items():
        assert (fact["trust"], fact["kind"]) == ("learned", "soft_fact")
        assert 0.3 <= fact["confidence"] <= 0.7
        (source,) = fact["provenance"]
        assert source["kind"] == "message"
        (message,) = [
            one for one in (await ana.get(f"/threads/{thread}/messages"))["items"] if one["id"] == source["id"]
        ]
        assert message["content"][source["start"] : source["end"]] == source["quote"]
        assert text in message["content"]
    assert (await ben.get("/facts"))["items"] == []
    dry = await ana.send("DELETE", f"/threads/{thread}?dry_run=true")
    assert dry.json()["deleted"]["fact"] == 2, dry.text
    await ana.send("DELETE", f"/threads/{thread}")
    assert (await ana.get("/facts"))["items"] == []
    await read(working)
    assert (await ana.get("/facts"))["items"] == []


async def test_older_words_do_not_bring_back_what_the_user_took_back(working: Steward) -> None:
    ana = await working.person("Ana")
    await ingested(ana, ("me", "My dog is called Rex."), ("me", "I speak Finnish."), ("me", "Falo galego."))
    await read(working)
    facts = {one["text"]: one["id"] for one in (await ana.get("/facts"))["items"]}
    assert len(facts) == 3
    await ana.post(f"/facts/{facts['My dog is called Rex']}/correct", {"text": "My dog is called Max"})
    await ana.post(f"/facts/{facts['I speak Finnish']}/retire")
    told = [
        {"speaker": "me", "at": "2026-03-03T10:00:00Z", "text": text}
        for text in ("My dog is called Rex!", "I speak Finnish, by the way", "I live in Braga")
    ]
    item = {"external_id": "c2", "source": "chat", "title": "Chat", "messages": told}
    await ana.post("/ingest/conversation", item)
    await read(working)
    known = {one["text"] for one in (await ana.get("/facts"))["items"]}
    assert known == {"My dog is called Max", "Falo galego", "I live in Braga"}
    assert (await ana.get("/proposals"))["items"] == []
    # What is said after it was taken back is news.
    earlier = "'2026-03-02T12:00Z'::timestamptz"
    await ana.execute(
        f"update user_facts set valid_to = {earlier}, valid_to_at = {earlier}"
        " where user_id = :me and valid_to_at is not null"
    )
    told[1]["text"] = "I speak Finnish"
    await ana.post("/ingest/conversation", {**item, "external_id": "c3", "messages": told[1:2]})
    await read(working)
    assert "I speak Finnish" in {one["text"] for one in (await ana.get("/facts"))["items"]}
