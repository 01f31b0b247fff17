"""Are people and their places told by whatever words one asks for them, without any model?"""

import pytest
import pytest_asyncio
from tests.support.corpora import cases
from tests.support.steward import Person, Steward


@pytest_asyncio.fixture(scope="module")
async def eva(plain: Steward) -> Person:
    """Someone with a family, people in other scripts, a home that two share and an office."""
    eva = await plain.person("Eva Prado")
    home = await eva.post(
        "/places", {"name": "Casa da Rita", "address": "Rua das Flores 12, Lisboa", "home_like": True}
    )
    office = await eva.post("/places", {"name": "Acme HQ", "category": "gym"})
    at = {"home": {"place_id": home["id"], "label": "Home"}, "work": {"place_id": office["id"], "label": "Work"}}
    for name, fields in {
        "Rita Costa": {"birthday": "--12-10", "places": [at["home"]]},
        "Jordan Silva": {"birthday": "1990-12-01", "places": [at["home"]]},
        "Bob Stone": {"birthday": "--02-29", "places": [at["work"]]},
        "Дмитрий Иванов": {"emails": ["d@example.ru"]},
        "王小明": {"emails": ["w@example.cn"]},
        "Maria Souza": {"tags": ["relation:Mother"]},
        "João Souza": {"tags": ["relation:Brother"]},
        "Ana Souza": {"tags": ["relation:Irmã"]},
    }.items():
        await eva.post("/contacts", {"display_name": name, **fields})
    return eva


async def _told(eva: Person, locale: str, question: str) -> str:
    bundle = await eva.ask(question, client_context={"timezone": "Europe/Lisbon", "locale": locale})
    return str(bundle["answer"])


@pytest.mark.parametrize(("locale", "questions"), cases("people_asked", "who_shares_a_home"))
async def test_who_shares_a_home(eva: Person, locale: str, questions: list[str]) -> None:
    for question in questions:
        told = await _told(eva, locale, question)
        assert "Jordan Silva" in told, question
        assert "Bob" not in told, question


@pytest.mark.parametrize(
    ("locale", "asked"),
    [("en-GB", "who else lives here?"), ("pt-PT", "quem mais mora aqui?"), ("es-ES", "¿quién más vive aquí?")],
)
async def test_who_else_is_no_question_who_most(eva: Person, locale: str, asked: str) -> None:
    context = {"client_context": {"timezone": "Europe/Lisbon", "locale": locale}}
    first = await eva.ask("who lives at Jordan's house?", **context)
    told = (await eva.ask(asked, thread_id=first["thread_id"], **context))["answer"]
    assert "Jordan Silva" in told
    assert "\n" not in told, "nothing had to be counted over a time"


@pytest.mark.parametrize(("locale", "family", "siblings"), cases("people_asked", "several_people_are_meant"))
async def test_several_people_are_meant(eva: Person, locale: str, family: str, siblings: str) -> None:
    told = await _told(eva, locale, family)
    assert all(name in told for name in ("Maria Souza", "João Souza", "Ana Souza")), told
    told = await _told(eva, locale, siblings)
    assert ["João" in told, "Ana" in told, "Maria" in told] == [True, True, False], told


@pytest.mark.parametrize(("locale", "question", "told"), cases("people_asked", "it_is_told"))
async def test_it_is_told(eva: Person, locale: str, question: str, told: str) -> None:
    assert told in await _told(eva, locale, question)


@pytest.mark.parametrize(("locale", "question"), cases("people_asked", "birthdays_without_a_year_are_birthdays"))
async def test_birthdays_without_a_year_are_birthdays(eva: Person, locale: str, question: str) -> None:
    told = await _told(eva, locale, question)
    assert ["Jordan" in told, "Rita" in told, "Bob" in told] == [True, True, False], told


async def test_an_address_is_of_whom_it_was_asked(eva: Person) -> None:
    assert "Rita" not in (await _told(eva, "en-GB", "what's Jordan's address?")).replace("Casa da Rita", "")


async def test_birthdays_are_found_among_very_many_people(plain: Steward) -> None:
    rui = await plain.person("Rui Mota")
    await rui.post("/contacts", {"display_name": "Olga Reis", "birthday": "1980-06-30"})
    many = [{"external_id": str(at), "source": "x", "display_name": f"Nobody {at}"} for at in range(120)]
    await rui.post("/ingest/contact", many)
    assert "Olga Reis: birthday 30 Jun 1980" in await _told(rui, "en-GB", "whose birthday is next?")


@pytest.mark.parametrize(("locale", "questions"), cases("people_asked", "where_the_user_lives"))
async def test_where_the_user_lives(plain: Steward, locale: str, questions: list[str]) -> None:
    rui = await plain.person("Rui Mota")
    for name, address in (("Quinta", "Rua Nova 3, Porto"), ("Quinta", "Rua Velha 9, Faro")):
        place = await rui.post("/places", {"name": name, "address": address})
        if "Nova" in address:
            await rui.patch("/me", {"home_place_id": place["id"]})
    for question in questions:
        told = await _told(rui, locale, question)
        assert ["Rua Nova 3" in told, "Rua Velha" in told] == [True, False], (question, told)


@pytest.mark.parametrize(("locale", "question", "none"), cases("people_asked", "who_may_be_there_twice"))
async def test_who_may_be_there_twice(plain: Steward, locale: str, question: str, none: str) -> None:
    rui = await plain.person("Rui Mota")
    await rui.post("/contacts", {"display_name": "Ana Souza", "emails": ["ana@example.org"]})
    assert none in await _told(rui, locale, question)
    await rui.post("/contacts", {"display_name": "A. Souza", "emails": ["ANA@example.org"]})
    told = await _told(rui, locale, question)
    assert "Ana Souza" in told
    assert "A. Souza" in told
    assert len((await rui.get("/contacts"))["items"]) == 2
