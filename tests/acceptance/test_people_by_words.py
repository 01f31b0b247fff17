"""Are relations, merges and groups reached by plain words, without any model?"""

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.steward import Steward


@pytest.mark.parametrize(("locale", "related", "asked", "merge", "who"), cases("people_by_words", "by_words"))
async def test_by_words(plain: Steward, locale: str, related: str, asked: str, merge: str, who: str) -> None:
    ana = await plain.person()
    await ana.patch("/me", {"locale": locale})
    context: dict[str, Any] = {"client_context": {"timezone": "Europe/Lisbon", "locale": locale}}
    first = await ana.post("/contacts", {"display_name": "Ana Souza", "emails": ["ana@example.org"]})
    twin = await ana.post("/contacts", {"display_name": "Aninha", "phones": ["+351912345678"], "groups": ["Porto"]})

    bundle = await ana.ask(related, **context)
    (preview,) = bundle["previews"]
    assert (preview["tool"], preview["arguments"]["contact_id"]) == ("contacts_relate", first["id"])
    done = await ana.post(f"/previews/{preview['id']}/confirm", {})
    assert done["state"] == "confirmed"
    found = await ana.ask(
        f"{'who is' if locale[:2] == 'en' else 'quem é' if locale[:2] == 'pt' else 'quién es'} {asked}?", **context
    )
    assert "Ana Souza" in found["answer"]

    bundle = await ana.ask(merge, **context)
    (preview,) = bundle["previews"]
    assert (preview["tool"], preview["arguments"]["merge_ids"]) == ("contacts_merge", [twin["id"]])
    assert "+351912345678" in preview["summary"]
    assert len((await ana.get("/contacts"))["items"]) == 2
    await ana.post(f"/previews/{preview['id']}/confirm", {})
    assert len((await ana.get("/contacts"))["items"]) == 1
    answer = (await ana.ask(who, **context))["answer"]
    assert "Ana Souza" in answer, answer
    await ana.post(f"/previews/{preview['id']}/undo", {})
    assert {one["display_name"] for one in (await ana.get("/contacts"))["items"]} == {"Ana Souza", "Aninha"}


@pytest.mark.parametrize(
    ("locale", "unknown", "told", "merge", "separate"),
    cases("people_by_words", "merged_and_separated_by_words"),
)  # fmt: skip
async def test_merged_and_separated_by_words(
    plain: Steward, locale: str, unknown: str, told: str, merge: str, separate: str
) -> None:
    ana = await plain.person()
    await ana.patch("/me", {"locale": locale})
    context: dict[str, Any] = {"client_context": {"timezone": "Europe/Lisbon", "locale": locale}}
    await ana.post("/contacts", {"display_name": "Ana Souza"})
    await ana.post("/contacts", {"display_name": "Aninha", "phones": ["+351912345678"]})
    bundle = await ana.ask(unknown, **context)
    assert (bundle["previews"], told in bundle["answer"]) == ([], True), bundle["answer"]
    for words, left in ((merge, 1), (separate, 2)):
        bundle = await ana.ask(words, **context)
        assert len(bundle["previews"]) == 1, (words, bundle["answer"])
        done = await ana.post(f"/previews/{bundle['previews'][0]['id']}/confirm", {})
        assert done["state"] == "confirmed", done
        assert len((await ana.get("/contacts"))["items"]) == left
    await ana.post(f"/previews/{done['id']}/undo", {})
    assert len((await ana.get("/contacts"))["items"]) == 1
    bundle = await ana.ask(separate.replace("Aninha", "Zoltan"), **context)
    assert (bundle["previews"], "Zoltan" in bundle["answer"]) == ([], True), bundle["answer"]


@pytest.mark.parametrize(
    ("locale", "told", "yes", "asked"), cases("people_by_words", "several_are_introduced_and_asked_after")
)
async def test_several_are_introduced_and_asked_after_in_the_same_talk(
    plain: Steward, locale: str, told: str, yes: str, asked: dict[str, str]
) -> None:
    ana = await plain.person()
    context: dict[str, Any] = {"client_context": {"timezone": "Europe/Lisbon", "locale": locale}}
    bundle = await ana.ask(told, **context)
    (preview,) = bundle["previews"]
    assert preview["tool"] == "contact_graph", bundle["answer"]
    assert (await ana.get("/contacts"))["items"] == []
    thread = bundle["thread_id"]
    done = await ana.ask(yes, thread=thread, **context)
    assert [one["outcome"] for one in done["actions"]] == ["done"], done["answer"]
    for question, name in asked.items():
        answer = (await ana.ask(question, thread=thread, **context))["answer"]
        assert answer.startswith(name), (question, answer)


@pytest.mark.parametrize(
    ("locale", "asked", "then"),
    [
        ("en-GB", "who is Kofi Mensah?", "where was i yesterday?"),
        ("pt-PT", "quem é o Kofi Mensah?", "onde estive ontem?"),
    ],
)
async def test_where_one_was_oneself_is_not_asked_of_who_was_spoken_of(
    plain: Steward, locale: str, asked: str, then: str
) -> None:
    ana = await plain.person()
    await ana.post("/contacts", {"display_name": "Kofi Mensah"})
    context: dict[str, Any] = {"client_context": {"timezone": "Europe/Lisbon", "locale": locale}}
    first = await ana.ask(asked, **context)
    assert "Kofi" in first["answer"]
    assert "Kofi" not in (await ana.ask(then, thread=first["thread_id"], **context))["answer"]
