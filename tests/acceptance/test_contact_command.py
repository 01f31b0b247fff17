"""Do the words after `/contact` become people, what they are to each other and where they live, in one proposal?"""

from typing import Any

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward, previewed


@pytest_asyncio.fixture
async def ana(plain: Steward) -> Person:
    return await plain.person()


def related(bundle: dict[str, Any]) -> list[tuple[str, str, str | None, str]]:
    """(who, label, of whom, the other way round)"""
    names = {one["id"]: one["name"] for one in previewed(bundle)["contacts"]}
    return [
        (names[one["person"]], one["label"], names.get(one["of"]), one["reciprocal_label"])
        for one in previewed(bundle)["relationships"]
    ]


async def contacts(person: Person) -> dict[str, dict[str, Any]]:
    return {one["display_name"]: one for one in (await person.get("/contacts"))["items"]}


async def test_one_person_whole(ana: Person) -> None:
    words = (
        "/contact Bia Souza, my sister, bia@example.org, +351 912 345 678, works at Clínica Sorriso, "
        "lives at Rua Augusta 10, birthday 5 May 1990"
    )
    shown = await ana.ask(words)
    result = shown["command_result"]
    assert (result["command"], result["preview"]["tool"], "pending_contact_id" in result) == (
        "contact",
        "contact_graph",
        True,
    )
    (one,) = previewed(shown)["contacts"]
    assert (one["name"], one["emails"], one["organization"], one["birthday"]) == (
        "Bia Souza",
        ["bia@example.org"],
        "Clínica Sorriso",
        "1990-05-05",
    )
    assert [(who, label, of) for who, label, of, _ in related(shown)] == [("Bia Souza", "Sister", None)]
    assert [home["place"] for home in previewed(shown)["contact_place_links"]] == ["Rua Augusta 10"]
    assert (await ana.get(f"/mobile/threads/{shown['thread_id']}"))["active_command"]["pending_contact_id"]

    edited = await ana.ask("her nickname is Bibi", thread=shown["thread_id"])
    assert previewed(edited)["contacts"][0]["nicknames"] == ["Bibi"]
    assert edited["command_result"]["pending_contact_id"] == result["pending_contact_id"]
    done = await ana.ask("yes", thread=shown["thread_id"])
    assert done["command_result"]["state"] == "confirmed"
    kept = (await contacts(ana))["Bia Souza"]
    assert (kept["nicknames"], kept["birthday"], len(kept["phones"])) == (["Bibi"], "1990-05-05", 1)
    (place,) = (await ana.get("/places"))["items"]
    assert [(home["place_id"], home["label"]) for home in kept["places"]] == [(place["id"], "Home")]
    lives = await ana.ask("/event lunch with Bia tomorrow at Bia's house")
    arguments = lives["command_result"]["preview"]["arguments"]
    assert arguments["participants"][0]["contact_id"] == kept["id"]


@pytest.mark.parametrize(
    ("words", "label", "back"),
    [
        ("/contact Marta is Rui's wife", "Wife", {"Husband", "Spouse"}),
        ("/contact a Marta é esposa do Rui", "Esposa", {"Marido", "Cônjuge"}),
        ("/contact Marta es la esposa de Rui", "Esposa", {"Marido", "Esposo", "Cónyuge", "Cônjuge"}),
    ],
)
async def test_two_people_and_what_they_are_to_each_other(ana: Person, words: str, label: str, back: set[str]) -> None:
    shown = await ana.ask(words)
    ((who, said, whom, other),) = related(shown)
    assert (who, said, whom) == ("Marta", label, "Rui")
    assert other in back
    await ana.ask("yes", thread=shown["thread_id"])
    kept = await contacts(ana)
    assert [one["label"] for one in kept["Rui"]["relationships"]] == [label]
    assert [one["label"] for one in kept["Marta"]["relationships"]] == [other]
    assert kept["Rui"]["relationships"][0]["contact_id"] == kept["Marta"]["id"]


async def test_married_people_are_each_others(ana: Person) -> None:
    shown = await ana.ask("/contact Marta Reis, marta@example.org, lives at Rua Augusta 10, married to Rui")
    assert related(shown) == [("Marta Reis", "Spouse", "Rui", "Spouse")]
    assert [home["place"] for home in previewed(shown)["contact_place_links"]] == ["Rua Augusta 10"]


async def test_what_exists_is_changed_and_undone(ana: Person) -> None:
    made = await ana.post("/contacts", {"display_name": "Rui Prado", "emails": ["rui@example.org"]})
    shown = await ana.ask("/contact Rui Prado's new email is rui@acme.example, he works at Acme")
    (one,) = previewed(shown)["contacts"]
    assert (one["id"], one["version"]) == (made["id"], made["version"])
    await ana.ask("yes", thread=shown["thread_id"])
    kept = (await contacts(ana))["Rui Prado"]
    assert [email["value"] for email in kept["emails"]] == ["rui@example.org", "rui@acme.example"]
    assert kept["organization"] == "Acme"
    await ana.post(f"/previews/{shown['previews'][0]['id']}/undo")
    back = (await contacts(ana))["Rui Prado"]
    assert ([email["value"] for email in back["emails"]], back["organization"]) == (["rui@example.org"], None)


async def test_a_new_graph_is_undone_whole(ana: Person) -> None:
    shown = await ana.ask("/contact Marta is Rui's wife")
    done = await ana.ask("yes", thread=shown["thread_id"])
    assert len(await contacts(ana)) == 2
    await ana.post(f"/previews/{done['previews'][0]['id']}/undo")
    assert await contacts(ana) == {}


async def test_one_of_several_or_somebody_new_is_asked(ana: Person) -> None:
    for name in ("Ana Souza", "Ana Lima"):
        await ana.post("/contacts", {"display_name": name})
    asked = await ana.ask("/contact Ana, ana@example.org")
    question = asked["need_user_input"]
    labels = [option["label"] for option in question["options"]]
    assert len(labels) == 3
    assert "new" in labels[-1]
    fresh = await ana.ask("Somebody new", thread=asked["thread_id"])
    assert [one["version"] for one in previewed(fresh)["contacts"]] == [None]
    assert previewed(fresh)["contacts"][0]["emails"] == ["ana@example.org"]  # the earlier reading is carried on
    known = await ana.ask("/contact Ana, ana@example.org")
    lima = await ana.ask("Ana Lima", thread=known["thread_id"])
    assert previewed(lima)["contacts"][0]["name"] == "Ana Lima"


async def test_a_likely_person_is_no_certain_one(ana: Person) -> None:
    """ "Ana" may be Ana Souza; writing her address into another's card would be wrong unseen."""
    await ana.post("/contacts", {"display_name": "Ana Souza"})
    asked = await ana.ask("/contact Ana, ana@example.org")
    assert asked["command_result"]["state"] in {"clarifying", "preview"}
    if asked["command_result"]["state"] == "preview":
        assert "Ana Souza" in asked["answer"]


async def test_the_editor_checks_what_it_is_given(ana: Person) -> None:
    shown = await ana.ask("/contact Marta is Rui's wife")
    preview = shown["command_result"]["preview"]
    people = preview["arguments"]["contacts"]
    for edits, field in (
        ({"contacts": [{**people[0], "emails": ["nobody"]}, people[1]]}, "email"),
        ({"contacts": [{"nonsense": 1}]}, "contacts"),
        ({"contacts": "all"}, "contacts"),
        ({"relationships": [{"person": people[0]["id"], "label": "Wife", "of": preview["id"]}]}, "relationships"),
        ({"display_name": "x"}, "edited"),
    ):
        answer = await ana.send("PATCH", f"/previews/{preview['id']}", json={"edits": edits})
        assert answer.status_code == 422, answer.text
        assert field in answer.text
    better = {"contacts": [{**people[0], "emails": ["marta@example.org"]}, people[1]]}
    patched = await ana.patch(f"/previews/{preview['id']}", {"edits": better})
    assert patched["arguments"]["contacts"][0]["emails"] == ["marta@example.org"]
    done = await ana.post(f"/previews/{patched['id']}/confirm")
    assert done["state"] == "confirmed"
    assert (await contacts(ana))["Marta"]["emails"][0]["value"] == "marta@example.org"


async def test_a_list_of_names_is_edited_as_a_list_of_names(ana: Person) -> None:
    """As the page does it: a line changed is a new name, a line taken out takes along what hangs on it."""
    shown = await ana.ask("/contact Marta is Rui's wife")
    preview = shown["command_result"]["preview"]
    rui = preview["arguments"]["contacts"][1]
    renamed = await ana.patch(f"/previews/{preview['id']}", {"edits": {"contacts": ["Marta Reis", rui]}})
    assert [one["name"] for one in renamed["arguments"]["contacts"]] == ["Marta Reis", "Rui"]
    assert renamed["arguments"]["relationships"][0]["name"].startswith("Marta Reis is Wife of Rui")
    alone = await ana.patch(f"/previews/{renamed['id']}", {"edits": {"contacts": [rui]}})
    assert alone["arguments"]["relationships"] == []
    await ana.ask("yes", thread=shown["thread_id"])
    assert list(await contacts(ana)) == ["Rui"]


async def test_somebody_who_changed_meanwhile_is_shown_again(ana: Person) -> None:
    made = await ana.post("/contacts", {"display_name": "Rui Prado"})
    shown = await ana.ask("/contact Rui Prado works at Acme")
    await ana.patch(f"/contacts/{made['id']}", {"title": "Director"})
    again = await ana.ask("yes", thread=shown["thread_id"])
    assert again["command_result"]["state"] == "preview"
    await ana.ask("yes", thread=shown["thread_id"])
    kept = (await contacts(ana))["Rui Prado"]
    assert (kept["title"], kept["organization"]) == ("Director", "Acme")


async def test_others_contacts_are_nobodys(plain: Steward, ana: Person) -> None:
    eva = await plain.person("Eva")
    await eva.post("/contacts", {"display_name": "Rui Prado"})
    shown = await ana.ask("/contact Rui Prado, rui@example.org")
    assert [one["version"] for one in previewed(shown)["contacts"]] == [None]


@pytest.mark.parametrize("words", cases("contact_command", "the_same_words_without_the_slash_give_the_same_graph"))
async def test_the_same_words_without_the_slash_give_the_same_graph(ana: Person, words: str) -> None:
    by_words = await ana.ask(words)
    (preview,) = by_words["previews"]
    assert preview["tool"] == "contact_graph"
    by_command = await ana.ask("/contact Marta Reis, marta@example.org, lives at Rua Augusta 10, married to Rui")
    told, found = previewed(by_command), preview["arguments"]
    assert [one["name"] for one in found["contacts"]] == [one["name"] for one in told["contacts"]]
    assert found["contacts"][0]["emails"] == told["contacts"][0]["emails"]
    assert [one["place"] for one in found["contact_place_links"]] == ["Rua Augusta 10"]


async def test_empty_says_what_to_write(ana: Person) -> None:
    empty = await ana.ask("/contact")
    assert "/contact Ana Souza" in empty["answer"]
    assert empty["command_result"] is None


async def test_another_subject_is_left_alone(ana: Person) -> None:
    shown = await ana.ask("/contact Marta is Rui's wife")
    other = await ana.ask("add milk to my shopping list", thread=shown["thread_id"])
    assert other["command_result"] is None
    assert other["run"]["intent"] == "todo_management"


@pytest.mark.parametrize(("words", "locale", "field", "value"), cases("contact_command", "a_plain_statement_is_enough"))
async def test_a_plain_statement_is_enough(ana: Person, words: str, locale: str, field: str, value: str) -> None:
    """Somebody known is changed; of two the right one is asked for, and behind a slash whether it is somebody new."""
    made = await ana.post("/contacts", {"display_name": "Rui Mota"})
    alone = await ana.ask(words, locale=locale)
    assert alone["status"] == ("needs_input" if words.startswith("/") else "preview")
    assert "Rui" in alone["answer"]
    await ana.post("/contacts", {"display_name": "Rui Prates"})
    asked = await ana.ask(words, locale=locale)
    question = asked["need_user_input"]
    assert "Rui" in question["question"]
    shown = await ana.ask(
        "Rui Mota",
        thread=asked["thread_id"],
        reply_to_clarification={
            "id": question["id"],
            "option_id": next(one["id"] for one in question["options"] if one["label"].startswith("Rui Mota")),
        },
    )
    await ana.post(f"/previews/{shown['previews'][0]['id']}/confirm")
    contact = await ana.get(f"/contacts/{made['id']}")
    assert [one["value"].replace(" ", "")[-9:] for one in contact[field]] == [value.replace(" ", "")[-9:]]


@pytest.mark.parametrize(
    ("words", "locale", "field", "value"), cases("contact_command", "a_birthday_and_an_employer_are_told_as_plainly")
)
async def test_a_birthday_and_an_employer_are_told_as_plainly(
    ana: Person, words: str, locale: str, field: str, value: str
) -> None:
    made = await ana.post("/contacts", {"display_name": "Rui Mota", "aliases": ["Rui"]})
    shown = await ana.ask(words, locale=locale)
    assert shown["status"] == "preview", shown["answer"]
    assert (await ana.get(f"/contacts/{made['id']}"))[field] is None
    await ana.post(f"/previews/{shown['previews'][0]['id']}/confirm")
    assert (await ana.get(f"/contacts/{made['id']}"))[field] == value


async def test_who_is_not_known_yet_is_offered_as_a_new_contact(ana: Person) -> None:
    shown = await ana.ask("Zulmira works at Acme now")
    assert (await ana.get("/contacts", q="Zulmira"))["items"] == []
    await ana.post(f"/previews/{shown['previews'][0]['id']}/confirm")
    (made,) = (await ana.get("/contacts", q="Zulmira"))["items"]
    assert made["organization"] == "Acme"


@pytest.mark.parametrize("words", cases("contact_command", "two_people_and_what_else_is_told_of_the_first"))
async def test_two_people_and_what_else_is_told_of_the_first(ana: Person, words: str) -> None:
    shown = await ana.ask(words)
    graph = shown["command_result"]["preview"]["arguments"]
    assert [one["name"] for one in graph["contacts"]] == ["Marta", "Rui"]
    assert graph["contacts"][0]["phones"]
    assert graph["contact_place_links"][0]["place"] == "Rua Verde 3"
