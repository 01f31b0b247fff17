"""Does a conversation go in French from its tables alone: what is on, who, where, changes, corrections, yes, no?"""

from typing import Any

import pytest_asyncio
from tests.support.steward import Person, Steward

from orchestrator.db.migrate import read_migrations

NOW = "2026-11-23T09:00:00+01:00"
"""A Monday; the clock of the conversation, as the app sends it."""
PARIS = {"timezone": "Europe/Paris", "locale": "fr-FR", "now": NOW}


@pytest_asyncio.fixture
async def rita(plain: Steward) -> Person:
    """Whose token may say what time it is."""
    return await plain.with_every_scope(await plain.person("Rita Alves"))


class Talk:
    """One conversation in French."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._thread: str | None = None

    async def says(self, text: str) -> dict[str, Any]:
        """The answer to one message."""
        bundle = await self._person.ask(text, thread=self._thread, client_context=PARIS)
        self._thread = bundle["thread_id"]
        return bundle

    async def answered(self, text: str) -> str:
        """What is answered where nothing is to change."""
        bundle = await self.says(text)
        assert not bundle["previews"], bundle["answer"]
        return str(bundle["answer"])

    async def proposed(self, text: str) -> dict[str, Any]:
        """The one change that is proposed."""
        bundle = await self.says(text)
        assert len(bundle["previews"]) == 1, bundle["answer"]
        preview: dict[str, Any] = bundle["previews"][0]
        return preview


async def french(person: Person) -> Talk:
    """Somebody with a week and a few people."""
    await person.patch("/me", {"timezone": "Europe/Paris"})
    phones = [{"value": "+33 6 12 34 56 78", "label": None}]
    await person.post("/contacts", {"display_name": "Marie Duval", "birthday": "1990-03-12", "phones": phones})
    emails = [{"value": "odile@exemple.fr", "label": None}]
    await person.post("/contacts", {"display_name": "Odile Perrin", "emails": emails})
    for title, start, end in (
        ("Dentiste", "2026-11-24T10:00", "2026-11-24T11:00"),
        ("Déjeuner avec Marie Duval", "2026-11-25T12:30", "2026-11-25T14:00"),
        ("Réunion de quartier", "2026-11-26T18:30", "2026-11-26T20:00"),
    ):
        await person.post("/events", {"title": title, "start_at": start, "end_at": end, "timezone": "Europe/Paris"})
    return Talk(person)


async def test_a_conversation_in_french(rita: Person) -> None:
    talk = await french(rita)
    assert "Dentiste" in await talk.answered("qu’est-ce que j’ai demain ?")
    assert "Déjeuner" in await talk.answered("et mercredi ?")
    assert "18:30" in await talk.answered("à quelle heure est la réunion de quartier ?")
    assert "Dentiste" in await talk.answered("quel est mon prochain rendez-vous ?")
    week = await talk.answered("j'ai quoi cette semaine ?")
    assert all(title in week for title in ("Dentiste", "Déjeuner", "Réunion"))
    assert "6 12 34 56 78" in await talk.answered("c'est quoi le numéro de Marie Duval")
    assert "12 mars" in await talk.answered("quand est son anniversaire ?")
    assert "odile@exemple.fr" in await talk.answered("quel est l'email d'Odile Perrin ?")
    assert "Non" in await talk.answered("est-ce que j'ai un concert vendredi ?") or await rita.count("events") == 3

    todo = await talk.proposed("ajoute du pain à ma liste de courses")
    assert (todo["tool"], todo["arguments"]["title"].lower()) == ("todos_create", "pain")
    done = await talk.says("oui, vas-y")
    assert done["answer"].startswith("C'est fait")
    assert await rita.count("todos") == 1

    event = await talk.proposed("planifie un café avec Marie Duval vendredi à 15h30")
    assert event["arguments"]["start_at"].endswith("T15:30:00")
    moved = await talk.proposed("non, plutôt à 16h")
    assert moved["arguments"]["start_at"].endswith("T16:00:00")
    left = await talk.says("laisse tomber")
    assert "Rien n'a été modifié" in left["answer"]
    assert await rita.count("events") == 3

    later = await talk.proposed("décale le dentiste à midi et demi")
    assert later["arguments"]["start_at"].endswith("T12:30:00")
    await talk.says("d'accord")
    assert "12:30" in await talk.answered("c'est quand le dentiste ?")
    gone = await talk.proposed("annule la réunion de quartier")
    assert "Réunion de quartier" in gone["title"]
    kept = await talk.says("finalement non")
    assert not kept["previews"] or kept["status"] != "preview"

    assert "Dentiste" in await talk.answered("n'ajoute rien, dis-moi juste ce que j'ai demain")
    note = await talk.proposed("note que le code du portail est 8842")
    assert "8842" in str(note["arguments"])
    assert (await talk.says("ok"))["answer"].startswith("C'est fait")


async def test_the_locale_is_accepted_where_one_is_set(rita: Person) -> None:
    assert (await rita.patch("/me", {"locale": "fr-FR"}))["locale"] == "fr-FR"
    bundle = await rita.ask("merci !")
    assert bundle["answer"] == "De rien."


async def test_a_ligature_is_two_letters(rita: Person) -> None:
    """Phones write "sœur" where tables and hands have "soeur"; what is stored is written as it was."""
    talk = Talk(rita)
    await talk.proposed("ma sœur Inès est née le 14 février")
    await talk.says("oui")
    assert "14 février" in await talk.answered("c'est quand l'anniversaire de ma soeur ?")
    assert (await talk.proposed("ajoute des œufs à ma liste"))["arguments"]["title"] == "œufs"


async def test_what_was_folded_before_is_found_without_marks(rita: Person, plain: Steward) -> None:
    """Migration 0280 puts what older versions kept with such letters as new ones keep it."""
    await rita.post("/todos", {"title": "appeler ma sœur"})
    await rita.execute("update todos set folded = replace(folded, 'soeur', 'sœur')")
    assert not (await rita.get("/todos", q="soeur"))["items"]
    (letters,) = [one for one in read_migrations() if one.number == 280]
    async with plain.database.unit_of_work() as session:
        raw = await (await session.connection()).get_raw_connection()
        assert raw.driver_connection is not None
        await raw.driver_connection.execute(letters.sql)
    assert [one["title"] for one in (await rita.get("/todos", q="soeur"))["items"]] == ["appeler ma sœur"]
