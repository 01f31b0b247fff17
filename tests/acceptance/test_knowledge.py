"""Does Steward learn from its own errors, and does nothing but the user make a learning knowledge?"""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.mcp import connected
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward, started

ERROR = "pytest: async def functions are not natively supported in 'tests/unit/test_a.py'"
FIX = "Set asyncio_mode to auto"
FILED = {"error": ERROR, "fix": FIX, "scope": {"type": "project", "ref": "Falcon"}, "tags": ["testing"]}
WISH = "Add buying oat milk to my list for tomorrow"
WRONG = {"title": "Buy oat milk", "due": "tomorrow"}
RIGHT = {"title": "Buy oat milk", "when": "tomorrow"}
MENDED = "give 'when' in place of 'due'"
WHAT_HELPED = "<<what helped with this error before"


async def stumbled(steward: Steward, person: Person, *, mended: bool = True) -> dict[str, Any]:
    """A turn in which the model calls wrongly, then rightly (or wrongly once more); what its run says."""
    steward.model.call("todos_create", WRONG)
    steward.model.call("todos_create", RIGHT if mended else {**WRONG, "due": "tomorrow morning"})
    steward.model.always("It waits for your confirmation.")
    told = await person.ask(WISH)
    for preview in told["previews"]:
        await person.post(f"/previews/{preview['id']}/cancel")
    run: dict[str, Any] = await person.get(f"/runs/{told['run']['id']}")
    return run


async def learnings(person: Person, **params: Any) -> list[dict[str, Any]]:
    return list((await person.get("/knowledge", **params))["items"])


def acts(learning: dict[str, Any]) -> list[str]:
    return [step["act"] for step in learning["history"]]


# --- the agent's own errors


async def test_an_error_is_learned_told_and_proven_by_use(steward: Steward, ana: Person) -> None:
    run = await stumbled(steward, ana)
    (one,) = await learnings(ana)
    assert (one["error"], one["fix"], one["tool"]) == ("Parameter 'due' is unknown.", MENDED, "todos_create")
    assert (one["state"], one["confidence"], one["uses"], one["origin"]) == ("learning", 0.7, 0, "agent")
    assert (one["scope"], one["domain"]) == ({"type": "project", "ref": "steward"}, "todos")
    assert acts(one) == ["learned"]
    assert run["lessons"] == [{"knowledge_id": one["id"], "told": False, "learned": True}]
    for number in (1, 2, 3):
        before = len(steward.asked)
        run = await stumbled(steward, ana)
        assert WHAT_HELPED in steward.prompt(before + 1)
        assert MENDED in steward.prompt(before + 1)
        assert [(told["knowledge_id"], told["helped"]) for told in run["lessons"]] == [(one["id"], True)]
        (now,) = await learnings(ana)
        assert (now["uses"], now["successes"], now["failures"]) == (number, number, 0)
        assert now["confidence"] == (0.85 if number == 3 else 0.7)
    assert acts(now) == ["learned", "proven"]
    assert now["last_used_at"] is not None
    assert "oat" not in str(now)
    run = await stumbled(steward, ana, mended=False)
    assert [told["helped"] for told in run["lessons"]] == [False]
    (lost,) = await learnings(ana)
    assert (lost["confidence"], lost["successes"], lost["failures"]) == (0.7, 3, 1)
    assert acts(lost) == ["learned", "proven", "fell_back"]


async def test_a_fix_that_fails_three_times_is_told_no_more(steward: Steward, ana: Person) -> None:
    await stumbled(steward, ana)
    for _ in range(3):
        await stumbled(steward, ana, mended=False)
    (one,) = await learnings(ana, doubted=True)
    assert (one["confidence"], one["doubted"], acts(one)) == (0.5, True, ["learned", "doubted"])
    assert await learnings(ana, doubted=False) == []
    before = len(steward.asked)
    run = await stumbled(steward, ana)
    assert WHAT_HELPED not in steward.prompt(before + 1)
    # The model found the same out by itself: that is a success of its own.
    assert run["lessons"] == [{"knowledge_id": one["id"], "told": False, "learned": True}]
    (back,) = await learnings(ana)
    assert (back["confidence"], back["successes"]) == (0.7, 1)


async def test_what_is_of_another_user_is_never_told(steward: Steward, ana: Person) -> None:
    await stumbled(steward, ana)
    rui = await steward.person("Rui")
    before = len(steward.asked)
    run = await stumbled(steward, rui)
    assert WHAT_HELPED not in steward.prompt(before + 1)
    (his,), (hers,) = await learnings(rui), await learnings(ana)
    assert his["id"] != hers["id"]
    assert hers["uses"] == 0
    assert run["lessons"][0]["knowledge_id"] == his["id"]
    for method, path in (
        ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/review"), ("POST", "/approve"), ("POST", "/promote"),
    ):  # fmt: skip
        body = {"fix": "x"} if method == "PATCH" else None
        answer = await rui.send(method, f"/knowledge/{hers['id']}{path}", json=body)
        assert answer.status_code == 404, (method, path)


async def test_an_erased_one_is_not_learned_again(steward: Steward, ana: Person) -> None:
    await stumbled(steward, ana)
    (one,) = await learnings(ana)
    dry = await ana.send("DELETE", f"/knowledge/{one['id']}?dry_run=true")
    assert dry.json()["deleted"] == {"knowledge": 1}
    assert len(await learnings(ana)) == 1
    gone = await ana.send("DELETE", f"/knowledge/{one['id']}", headers={"If-Match": '"99"'})
    assert gone.status_code == 412
    assert (await ana.send("DELETE", f"/knowledge/{one['id']}")).json() == dry.json()
    run = await stumbled(steward, ana)
    assert run["lessons"] == []
    assert await learnings(ana) == []
    assert await ana.count("knowledge_steps") == await ana.count("knowledge_uses") == 0


async def test_a_wider_scope_reaches_further(steward: Steward, ana: Person) -> None:
    """At its own tool only, then in the tool's domain, then everywhere."""
    steward.model.call("todos_create", {"title": "Buy oat milk", "date": "tomorrow"})
    steward.model.call("todos_create", RIGHT)
    steward.model.always("It waits for your confirmation.")
    await ana.ask(WISH)
    (one,) = await learnings(ana)
    elsewhere = {"event": "the dentist", "date": "tomorrow"}
    for promoted in (False, True):
        if promoted:
            await ana.post(f"/knowledge/{one['id']}/promote")
            assert (await learnings(ana, scope="language:todos"))[0]["id"] == one["id"]
            await ana.post(f"/knowledge/{one['id']}/promote")
        before = len(steward.asked)
        steward.model.call("events_update", elsewhere)
        steward.model.always("I could not move it; nothing was changed.")
        await ana.ask("Move my dentist appointment to tomorrow")
        assert (WHAT_HELPED in steward.prompt(before + 1)) is promoted


async def test_a_fix_of_the_users_own_is_told_and_counted(steward: Steward, ana: Person) -> None:
    run = await stumbled(steward, ana, mended=False)
    reason = run["steps"][0]["proposals"][0]["reason"]
    own = await ana.post("/knowledge", {"error": reason, "fix": "My words for a day go into when."})
    before = len(steward.asked)
    run = await stumbled(steward, ana)
    assert "My words for a day go into when." in steward.prompt(before + 1)
    assert [(told["knowledge_id"], told["helped"]) for told in run["lessons"]] == [(own["id"], True)]
    receipt = (await ana.send("DELETE", f"/knowledge/{own['id']}")).json()
    assert receipt["redacted"].get("run") == 1  # what was told in it were the user's words


# --- over HTTP


async def test_the_ladder_is_climbed_by_the_user(ana: Person) -> None:
    made = await ana.post("/knowledge", FILED)
    assert (made["state"], made["confidence"], made["origin"], made["version"]) == ("learning", 0.7, "own_data", 1)
    assert made["tags"] == ["testing"]
    path = f"/knowledge/{made['id']}"
    assert (await ana.post(f"{path}/review"))["confidence"] == 0.95
    assert (await ana.post(f"{path}/review"))["version"] == 2  # nothing new in it
    assert (await ana.post(f"{path}/approve"))["confidence"] == 1.0
    assert (await ana.post(f"{path}/review"))["state"] == "approved"
    needs = await ana.send("POST", f"{path}/promote")
    assert (needs.status_code, needs.json()["errors"][0]["loc"]) == (422, ["ref"])
    assert (await ana.post(f"{path}/promote", {"ref": "python"}))["scope"] == {"type": "language", "ref": "python"}
    assert (await ana.post(f"{path}/promote", {"ref": "ignored"}))["scope"] == {"type": "universal", "ref": None}
    widest = await ana.send("POST", f"{path}/promote")
    assert (widest.status_code, widest.json()["code"]) == (409, "not_promotable")
    shown = await ana.get(path)
    assert (shown["state"], shown["confidence"]) == ("approved", 1.0)
    assert acts(shown) == ["filed", "reviewed", "approved", "promoted", "promoted"]
    assert {step["by"] for step in shown["history"]} == {"user"}
    assert all(step["known_as"] and step["at"].endswith("Z") for step in shown["history"])
    assert [step["confidence"] for step in shown["history"]] == [0.7, 0.95, 1.0, 1.0, 1.0]


async def test_other_words_begin_anew(ana: Person) -> None:
    made = await ana.post("/knowledge", FILED)
    path = f"/knowledge/{made['id']}"
    await ana.post(f"{path}/approve")
    tagged = await ana.patch(path, {"tags": ["a"], "fix": FIX})
    assert (tagged["state"], tagged["tags"]) == ("approved", ["a"])
    changed = await ana.patch(path, {"fix": "Do something else"})
    assert (changed["state"], changed["confidence"], acts(changed)[-1]) == ("learning", 0.7, "edited")
    answer = await ana.send("PATCH", path, json={"scope": {"type": "universal"}})
    assert (answer.status_code, answer.json()["errors"][0]["loc"]) == (422, ["scope"])
    assert (await ana.patch(path, {"scope": {"type": "project", "ref": "Falcon"}}))["scope"]["ref"] == "Falcon"


async def test_the_same_in_one_place_is_one(ana: Person) -> None:
    made = await ana.post("/knowledge", FILED)
    same = {**FILED, "error": ERROR.replace("test_a", "test_b").upper().replace("'TESTS/UNIT/", "'tests/unit/")}
    answer = await ana.send("POST", "/knowledge", json=same)
    assert (answer.status_code, answer.json()["code"], answer.json()["id"]) == (409, "already_exists", made["id"])
    wide = await ana.post("/knowledge", {**FILED, "scope": {"type": "language", "ref": "python"}})
    answer = await ana.send("POST", f"/knowledge/{made['id']}/promote", json={"ref": "python"})
    assert (answer.status_code, answer.json()["id"]) == (409, wide["id"])
    other = await ana.post("/knowledge", {**FILED, "fix": "Another fix"})
    answer = await ana.send("PATCH", f"/knowledge/{other['id']}", json={"fix": FIX})
    assert (answer.status_code, answer.json()["id"]) == (409, made["id"])
    assert (await ana.get(f"/knowledge/{other['id']}"))["fix"] == "Another fix"


async def test_scopes_of_tokens(steward: Steward, ana: Person) -> None:
    made = await ana.post("/knowledge", FILED)
    path = f"/knowledge/{made['id']}"
    writer = await steward.with_scopes(ana, "read", "write")
    for act in ("review", "approve", "promote"):
        answer = await writer.send("POST", f"{path}/{act}", json={"ref": "python"})
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert (await writer.send("PATCH", path, json={"tags": ["x"]})).status_code == 200
    reader = await steward.with_scopes(ana, "read")
    assert (await reader.send("GET", path)).status_code == 200
    assert (await reader.send("POST", "/knowledge", json=FILED)).status_code == 403
    assert (await reader.send("DELETE", path)).status_code == 403
    curator = await steward.with_scopes(ana, "curate")
    assert (await curator.send("POST", f"{path}/approve")).json()["state"] == "approved"
    assert (await curator.send("GET", path)).status_code == 403
    assert (await ana.get(path))["history"][-1]["known_as"] != (await ana.get(path))["history"][0]["known_as"]


async def test_versions_are_honoured(ana: Person) -> None:
    made = await ana.send("POST", "/knowledge", json=FILED)
    path, tag = f"/knowledge/{made.json()['id']}", made.headers["etag"]
    for act in ("review", "approve", "promote"):
        stale = await ana.send("POST", f"{path}/{act}", json={"ref": "x"}, headers={"If-Match": '"7"'})
        assert stale.status_code == 412
    reviewed = await ana.send("POST", f"{path}/review", headers={"If-Match": tag})
    assert (reviewed.status_code, reviewed.headers["etag"]) == (200, '"2"')


@pytest.mark.parametrize(
    ("body", "loc"),
    [
        ({"fix": FIX}, "error"),
        ({"error": ERROR}, "fix"),
        ({"error": "  ", "fix": FIX}, "error"),
        ({"error": ERROR, "fix": "x" * 2_001}, "fix"),
        ({**FILED, "scope": {"type": "galaxy", "ref": "x"}}, "scope"),
        ({**FILED, "scope": {"type": "language"}}, "scope"),
        ({**FILED, "source": "steward.lessons", "external_id": "x"}, "source"),
        ({**FILED, "fix": "use password: hunter2-Zq9!xYz7"}, "fix"),
        ({**FILED, "tool": 7}, "tool"),
    ],
)
async def test_bad_input_names_its_field(ana: Person, body: dict[str, Any], loc: str) -> None:
    answer = await ana.send("POST", "/knowledge", json=body)
    assert answer.status_code == 422, answer.text
    assert loc in str([one["loc"] for one in answer.json()["errors"]])
    assert await learnings(ana) == []


async def test_what_a_rule_forbids_to_store_is_refused(ana: Person) -> None:
    made = await ana.post("/knowledge", FILED)
    effect = {"type": "never_store", "parameters": {"words": ["zanzibar"]}}
    rule = await ana.post("/rules", {"text": "Never keep anything of Zanzibar", "effect": effect})
    for method, path in (("POST", "/knowledge"), ("PATCH", f"/knowledge/{made['id']}")):
        answer = await ana.send(method, path, json={**FILED, "fix": "Ask the Zanzibar office"})
        assert (answer.status_code, answer.json()["code"]) == (409, "rule_refused")
        assert answer.json()["rule"]["id"] == rule["id"]


async def test_what_the_user_reworded_is_not_made_again(steward: Steward, ana: Person) -> None:
    await stumbled(steward, ana)
    (one,) = await learnings(ana)
    await ana.patch(f"/knowledge/{one['id']}", {"fix": "A day goes into when"})
    run = await stumbled(steward, ana)
    assert [(told["knowledge_id"], told["helped"]) for told in run["lessons"]] == [(one["id"], True)]
    (now,) = await learnings(ana)
    assert (now["fix"], now["successes"], now["confidence"]) == ("A day goes into when", 1, 0.7)


async def test_nobody_files_a_confidence(ana: Person) -> None:
    made = await ana.post("/knowledge", {**FILED, "confidence": 1.0, "state": "approved", "successes": 9})
    assert (made["confidence"], made["state"], made["successes"]) == (0.7, "learning", 0)
    same = await ana.patch(f"/knowledge/{made['id']}", {"confidence": 1.0, "state": "approved"})
    assert (same["confidence"], same["state"]) == (0.7, "learning")


async def test_lists_page_and_narrow(ana: Person) -> None:
    for number in range(5):
        await ana.post("/knowledge", {**FILED, "error": f"Broken part {chr(97 + number) * 3}", "tool": "t"})
    await ana.post("/knowledge", {"error": "Ação falhou em «Zoé» 🎉", "fix": "Repetir"})
    first = await ana.get("/knowledge", limit=4)
    rest = await ana.get("/knowledge", limit=4, cursor=first["next_cursor"])
    found = [one["error"] for one in [*first["items"], *rest["items"]]]
    assert len(found) == len(set(found)) == 6
    assert rest["next_cursor"] is None
    assert [one["error"] for one in await learnings(ana, q="acao zoe")] == ["Ação falhou em «Zoé» 🎉"]
    assert len(await learnings(ana, scope="project:Falcon")) == len(await learnings(ana, tool="t")) == 5
    assert len(await learnings(ana, scope="project")) == 6
    assert await learnings(ana, state="approved") == []
    for bad in ({"scope": "galaxy"}, {"state": "sure"}, {"cursor": "x"}, {"doubted": "perhaps"}):
        assert (await ana.send("GET", "/knowledge", params=bad)).status_code == 422, bad


async def test_it_is_in_no_search(ana: Person) -> None:
    await ana.post("/knowledge", {**FILED, "error": "The quixotic parser broke"})
    assert (await ana.get("/search", q="quixotic"))["hits"] == []


async def test_what_is_approved_is_told_to_other_agents(steward: Steward, ana: Person) -> None:
    made = await ana.post("/knowledge", FILED)
    other = await ana.post("/knowledge", {**FILED, "fix": "Nobody approved this"})
    await ana.post(f"/knowledge/{other['id']}/review")
    agent = await steward.with_scopes(ana, "mcp")

    async def told(context: str) -> dict[str, Any]:
        async with connected(steward.url, agent.token) as client:
            found = await client.call_tool("get_developer_profile", {"project_context": context})
        assert found.structured_content is not None
        return dict(found.structured_content)

    assert (await told("/home/ana/falcon"))["knowledge"] == []
    await ana.post(f"/knowledge/{made['id']}/approve")
    profile = await told("/home/ana/falcon")
    assert [one["fix"] for one in profile["knowledge"]] == [FIX]
    assert FIX in profile["profile"]
    assert "Nobody approved" not in str(profile)
    assert (await told("sparrow"))["knowledge"] == []
    async with connected(steward.url, agent.token) as client:
        offered = await client.call_tool("discover_tools", {"query": "approve review promote knowledge learning"})
    assert not [one for one in (offered.structured_content or {})["tools"] if "knowledge" in one["name"]]


async def test_it_travels_equal(postgres: PostgresServer, tmp_path: Path) -> None:
    url = await postgres.clone()
    try:
        async with started(tmp_path / "a", url) as first:
            owner = await first.owner()
            await stumbled(first, owner)
            await stumbled(first, owner)
            made = await owner.post("/knowledge", FILED)
            await owner.post(f"/knowledge/{made['id']}/approve")
            archive = await owner.send("GET", "/export")
            told = await learnings(owner)
        other = await postgres.clone()
        try:
            async with started(tmp_path / "b", other) as second:
                owner = await second.owner()
                for created in (True, False):
                    taken = await owner.send("POST", "/import", content=archive.content)
                    assert taken.status_code == 200, taken.text
                    assert taken.json()["parts"]["knowledge"]["created"] == (2 if created else 0)
                    assert await learnings(owner) == told
                run = await stumbled(second, owner)
                assert run["lessons"][0]["helped"] is True
                assert len(await learnings(owner)) == 2
        finally:
            await postgres.drop(other)
    finally:
        await postgres.drop(url)


async def test_clients_at_once_file_one(ana: Person) -> None:
    answers = await asyncio.gather(*(ana.send("POST", "/knowledge", json=FILED) for _ in range(6)))
    assert sorted(one.status_code for one in answers) == [201, 409, 409, 409, 409, 409]
