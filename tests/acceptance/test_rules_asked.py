"""Do the user's rules bind what the agent does for them? By `/ask`, a slash command, words that make one."""

from typing import Any

import pytest
from tests.support.corpora import cases
from tests.support.rules import DAY, add, rule
from tests.support.steward import Person, Steward

WRITE = "events_create"


async def propose(steward: Steward, ana: Person, **arguments: Any) -> dict[str, Any]:
    """A turn in which the model proposes an event."""
    steward.model.call(WRITE, {"title": "Standup", **arguments})
    steward.model.always("It waits for your confirmation.")
    return await ana.ask("Add the standup to my calendar")


def the_preview(told: dict[str, Any]) -> dict[str, Any]:
    (preview,) = told["previews"]
    assert preview["state"] == "pending"
    return dict(preview)


async def test_a_held_call_is_a_preview_that_says_why(steward: Steward, ana: Person) -> None:
    """Of each effect: `test_rule_effects.py`. What no rule holds is carried out."""
    await ana.auto_confirm()
    assert (await add(ana, "08:00", "09:05", title="Dentist")).status_code == 201
    made = await rule(ana, "no_double_booking", {})
    told = await propose(steward, ana, start_at=f"{DAY}T09:00", end_at=f"{DAY}T09:30")
    preview = the_preview(told)
    assert preview["held_by_rule"] == made["id"]
    assert made["text"] in preview["summary"]
    assert [action["outcome"] for action in told["actions"]] == ["waiting"]
    assert made["text"] in told["answer"] or made["text"] in told["actions"][0]["summary"]
    assert await ana.count("events") == 1
    done = await ana.post(f"/previews/{preview['id']}/confirm")  # the one-time exception
    assert done["state"] == "confirmed"
    assert await ana.count("events") == 2
    free = await propose(steward, ana, start_at=f"{DAY}T10:00", end_at=f"{DAY}T10:30")
    assert [action["outcome"] for action in free["actions"]] == ["done"]


async def test_a_rule_that_was_made_since_is_no_exception_yet(steward: Steward, ana: Person) -> None:
    preview = the_preview(await propose(steward, ana, start_at=f"{DAY}T09:00", end_at=f"{DAY}T09:30"))
    assert preview["held_by_rule"] is None
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    refused = await ana.send("POST", f"/previews/{preview['id']}/confirm")
    assert refused.status_code == 409
    again = refused.json()["preview"]
    assert (refused.json()["code"], again["held_by_rule"]) == ("preview_changed", made["id"])
    assert (await ana.post(f"/previews/{again['id']}/confirm"))["state"] == "confirmed"


async def test_an_edit_that_a_rule_holds_is_shown_before_it_is_done(steward: Steward, ana: Person) -> None:
    made = await rule(ana, "earliest_start", {"time": "10:00"})
    preview = the_preview(await propose(steward, ana, start_at=f"{DAY}T11:00", end_at=f"{DAY}T11:30"))
    body = {"edits": {"start_at": f"{DAY}T09:00:00"}}
    refused = await ana.send("POST", f"/previews/{preview['id']}/confirm", json=body)
    assert refused.status_code == 409
    assert refused.json()["preview"]["held_by_rule"] == made["id"]
    assert await ana.count("events") == 0


async def test_filled_values_stand_in_the_preview(steward: Steward, ana: Person) -> None:
    bea = await ana.post("/contacts", {"display_name": "Bea Cruz"})
    office = await ana.post("/places", {"name": "The office"})
    length = await rule(ana, "default_duration", {"minutes": 25})
    await rule(ana, "default_place", {"place_id": office["id"]})
    await rule(ana, "always_invite", {"contact_ids": [bea["id"]]})
    preview = the_preview(await propose(steward, ana, start_at=f"{DAY}T10:00"))
    shown = preview["arguments"]
    assert (shown["end_at"], shown["place_id"]) == (f"{DAY}T10:25:00", office["id"])
    assert [one["contact_id"] for one in shown["participants"]] == [bea["id"]]
    assert preview["held_by_rule"] is None
    assert length["text"] in preview["summary"]
    alone = await ana.patch(f"/previews/{preview['id']}", {"edits": {"participants": []}})
    assert alone["arguments"]["participants"] == []  # the user's own word is the last


async def test_of_tool_policies_block_beats_confirm_beats_auto(steward: Steward, ana: Person) -> None:
    await ana.auto_confirm(WRITE)
    times = {"start_at": f"{DAY}T10:00", "end_at": f"{DAY}T10:30"}
    asks = await rule(ana, "tool_policy", {"tool": WRITE, "policy": "confirm"})
    told = await propose(steward, ana, **times)
    assert the_preview(told)["held_by_rule"] == asks["id"]
    assert (await ana.get("/me"))["auto_confirm"] == []
    blocks = await rule(ana, "tool_policy", {"tool": WRITE, "policy": "block"}, text="Leave my calendar alone")
    steward.model.forget()
    told = await propose(steward, ana, **times, description="again")
    (action,) = told["actions"]
    assert action["outcome"] == "refused"
    assert blocks["text"] in action["reason"]
    assert blocks["text"] in told["answer"]
    waiting = (await ana.get("/previews", state="pending"))["items"][0]
    refused = await ana.send("POST", f"/previews/{waiting['id']}/confirm")
    assert (refused.status_code, refused.json()["code"]) == (409, "rule_refused")
    assert (await add(ana, "10:00")).status_code == 201  # the user's own hand
    (await ana.send("DELETE", f"/rules/{blocks['id']}")).raise_for_status()
    (await ana.send("DELETE", f"/rules/{asks['id']}")).raise_for_status()
    assert (await ana.get("/me"))["auto_confirm"] == [WRITE]


async def test_rules_reach_the_prompt_first(steward: Steward, ana: Person) -> None:
    await ana.post("/rules", {"text": "Call me Captain"})
    await ana.post("/rules", {"text": "Use tabs", "scope": {"type": "project", "ref": "compiler"}})
    steward.model.always("Aye.")
    told = await ana.ask("Good morning, how are you today?")
    system = "\n".join(
        str(one["content"]) for one in steward.model.chats[-1].body["messages"] if one["role"] == "system"
    )
    assert "Call me Captain" in system
    assert "Use tabs" not in system
    run = await ana.get(f"/runs/{told['run']['id']}")
    assert "hard_rules" in {part["part"] for part in run["context"]}
    (told_of,) = [part for part in run["context"] if part["part"] == "hard_rules"]
    assert len(told_of["rules"]) == 1


@pytest.mark.parametrize(("words", "effect"), cases("rules_asked", "a_rule_in_plain_words_is_a_preview_of_it"))
async def test_a_rule_in_plain_words_is_a_preview_of_it(rita: Person, words: str, effect: str) -> None:
    await rita.auto_confirm()
    told = await rita.ask(words)
    preview = the_preview(told)
    assert (preview["tool"], preview["arguments"]["effect"]["type"]) == ("rules_add", effect)
    assert (await rita.get("/rules"))["items"][0]["effect"]["type"] == "tool_policy"
    assert (await rita.post(f"/previews/{preview['id']}/confirm"))["state"] == "confirmed"
    (made,) = (await rita.get("/rules", effect=effect))["items"]
    assert (made["text"], made["effect"]["parameters"]) == (words, {"time": "10:00"})
    assert (await add(rita, "09:00")).json()["rule"]["id"] == made["id"]


@pytest.mark.parametrize(("words", "locale", "none"), cases("rules_asked", "the_rules_are_told_when_asked_for"))
async def test_the_rules_are_told_when_asked_for(plain: Steward, words: str, locale: str, none: str) -> None:
    eva = await plain.person("Eva Reis")
    assert none in (await eva.ask(words, locale=locale))["answer"]
    await eva.post("/facts", {"text": "Likes rowing"})
    made = await rule(eva, "earliest_start", {"time": "10:00"})
    answer = (await eva.ask(words, locale=locale))["answer"]
    assert made["text"] in answer
    assert "rowing" not in answer


@pytest.mark.parametrize(
    ("locale", "asked", "ended"),
    [
        ("en-US", "what are my quiet hours?", "turn off quiet hours"),
        ("pt-PT", "quais são as minhas horas de silêncio?", "desliga as horas de silêncio"),
        ("es-ES", "¿cuáles son mis horas de silencio?", "quita las horas de silencio"),
        ("fr-FR", "quelles sont mes heures calmes ?", "désactive les heures calmes"),
    ],
)
async def test_quiet_hours_are_told_and_ended_by_their_name(
    plain: Steward, locale: str, asked: str, ended: str
) -> None:
    eva = await plain.person("Eva Reis")
    assert (await eva.ask(ended, locale=locale))["previews"] == []
    await rule(eva, "earliest_start", {"time": "10:00"})
    await eva.patch("/me", {"quiet_hours": {"from": "22:00", "to": "07:00"}})
    answer = (await eva.ask(asked, locale=locale))["answer"]
    assert "22:00" in answer
    assert "07:00" in answer
    preview = the_preview(await eva.ask(ended, locale=locale))
    assert preview["tool"] == "rules_end"
    await eva.post(f"/previews/{preview['id']}/confirm")
    assert (await eva.get("/me"))["quiet_hours"] is None
    assert len((await eva.get("/rules"))["items"]) == 1


async def test_what_may_be_said_in_the_users_language_is_answered_in_it(plain: Steward) -> None:
    eva = await plain.person("Eva Reis")
    told = await eva.ask("no meetings on fridays", locale="en-US")
    assert told["previews"][0]["title"].startswith("New rule")
