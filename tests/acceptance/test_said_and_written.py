"""Do meeting transcripts and papers answer, without a model, in three languages, with who said it and where?"""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from tests.support.by_reader import reading_steward
from tests.support.filing import settled as filed
from tests.support.filing import upload
from tests.support.meetings import settled, submitted, transcript
from tests.support.postgres import PostgresServer
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

NOW = "2027-03-08T09:00:00Z"
SITE = (
    ("Bruno Sá", "Welcome, the harbour project has a deadline of 30 June 2027."),
    ("Carla Nunes", "We decided to use recycled bricks for the quay."),
    ("Bruno Sá", "I will call the diver about the moorings."),
    ("Nina Vale", "I will send the samples to the laboratory on Thursday."),
    ("Carla Nunes", "I can get the licence for the crane, that takes two weeks."),
    ("Bruno Sá", "The insurance costs 410 euros for each boat."),
)
TALK = (
    ("Carla Nunes", "It was agreed that Nina gets a raise of three percent from May."),
    ("Nina Vale", "I'll prepare the handover by Friday."),
    ("Carla Nunes", "We haven't decided who takes over the archive."),
)
TENANCY = """Tenancy agreement

Landlord: Hafen Immobilien. The monthly rent is 940 euros, due on the first of the month. The deposit is 1,880 euros.

Term: three years from 1 April 2026 until 31 March 2029. Notice: the tenant may leave with three months written notice.
Pets: one cat is allowed. Smoking indoors is prohibited. Drilling into the walls needs permission.
"""
TICKET = """Your ferry booking K7TT2

Outbound: Fri 12 Mar 2027, Kiel 19:30. Cabin 410.
Luggage: two bags of 20 kg.
Total paid: 286.90 EUR
"""
EVENTS = [
    {"external_id": "1", "source": "me", "title": "Party at Tom's flat", "start_at": "2027-02-06T20:00"},
    {"external_id": "2", "source": "me", "title": "Ferry to Kiel", "start_at": "2027-03-12T18:30"},
    {"external_id": "3", "source": "me", "title": "Walk by the harbour", "start_at": "2027-03-20T10:00",
     "participants": [{"name": "Bruno Sá"}]},
]  # fmt: skip


@pytest_asyncio.fixture(scope="module")
async def steward(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Steward]:
    home = tmp_path_factory.mktemp("said")
    async with reading_steward(postgres, home, meeting_debounce_s=0) as running:
        yield running


@pytest_asyncio.fixture(scope="module")
async def nina(steward: Steward) -> Person:
    """The owner, with two meetings, two papers, and events that share words with them."""
    me = await steward.owner()
    await me.patch("/me", {"name": "Nina Vale"})
    await me.post("/ingest/event", EVENTS)
    held = {"attendees": ["Nina Vale", "Bruno Sá", "Carla Nunes"], "started_at": "2027-03-02T10:00:00Z"}
    await submitted(me, transcript(*SITE, meeting_id="site", **{**held, "title": "Harbour site meeting"}))
    last = {"started_at": "2027-03-07T14:00:00Z", "title": "Yearly review with Carla"}
    await submitted(me, transcript(*TALK, meeting_id="review", attendees=["Nina Vale", "Carla Nunes"], **last))
    papers = [
        await upload(me, name, text.encode(), title=title)
        for name, title, text in (("tenancy.txt", "tenancy", TENANCY), ("ferry.txt", "Ferry booking", TICKET))
    ]
    for paper in papers:
        await filed(me, paper["id"])
    for meeting in ("site", "review"):
        await settled(me, meeting)
    waiting = "select count(*) from async_jobs where user_id = :me and state in ('pending', 'running')"
    await eventually(lambda: me.scalar(f"{waiting} and job_type = 'meetings.index'"), lambda left: not left)
    return me


async def answer(person: Person, question: str, locale: str = "en-GB") -> str:
    context = {"timezone": "Europe/Berlin", "locale": locale, "now": NOW}
    told = await person.post("/ask", {"question": question, "client_context": context})
    assert told["actions"] == []
    return str(told["answer"])


MEETINGS = [
    ("what did bruno promise in the site meeting", "Bruno Sá: “I will call the diver"),
    ("what was decided about the bricks?", "Carla Nunes: “We decided to use recycled bricks"),
    ("what did we decide in the harbour meeting", "recycled bricks"),
    ("what was agreed in yesterday's review", "three percent"),
    ("what do i have to do after the harbour meeting", "You: “I will send the samples"),
    ("action items from the site meeting", "call the diver"),
    ("did i get a raise", "three percent"),
    ("what did Carla say in the review", "raise of three percent"),
    ("who said we should use recycled bricks?", "Carla Nunes"),
    ("who takes care of the crane licence", "Carla Nunes"),
    ("when's the deadline for the harbour project", "30 June 2027"),
    ("how much is the insurance for a boat", "410 euros"),
    ("o que ficou decidido sobre os tijolos reciclados?", "recycled bricks"),
    ("o que prometeu o Bruno?", "call the diver"),
    ("quem trata da licença da grua?", "Carla Nunes"),
    ("o que disse a Carla na revisão?", "three percent"),
    ("¿qué prometió Bruno en la reunión?", "call the diver"),
    ("¿qué se decidió sobre los ladrillos reciclados?", "recycled bricks"),
    ("¿cuánto me suben el sueldo?", "three percent"),
    ("¿qué tengo que hacer después de la reunión con Bruno?", "samples"),
]
PAPERS = [
    ("how much notice do i have to give to leave the flat", "three months written notice"),
    ("can we have a cat in the flat", "one cat is allowed"),
    ("am i allowed to drill into the walls?", "needs permission"),
    ("until when is the tenancy agreement valid?", "31 March 2029"),
    ("how much did the ferry cost", "286.90"),
    ("how much luggage can i take on the ferry", "two bags of 20 kg"),
    ("podemos ter um gato no apartamento?", "one cat is allowed"),
    ("quanto tempo de aviso prévio tenho de dar?", "three months"),
    ("até quando dura o contrato do apartamento?", "31 March 2029"),
    ("de quanto é a caução?", "1,880 euros"),
    ("¿podemos tener un gato en el piso?", "one cat is allowed"),
    ("¿hasta cuándo dura el contrato del piso?", "31 March 2029"),
    ("¿cuánto preaviso tengo que dar para dejar el piso?", "three months"),
]


def locale_of(question: str) -> str:
    romance = {"¿": "es-ES", "ã": "pt-PT"}
    found = next((locale for mark, locale in romance.items() if mark in question), None)
    first = question.split(maxsplit=1)[0]
    return found or ("pt-PT" if first in {"o", "quem", "até", "de", "podemos", "quanto"} else "en-GB")


@pytest.mark.parametrize(("question", "holds"), MEETINGS)
async def test_what_was_said_in_a_meeting_answers_with_the_meeting(nina: Person, question: str, holds: str) -> None:
    told = await answer(nina, question, locale_of(question))
    first, *_ = told.splitlines()
    assert holds in first or holds in told.split("\n\n")[0], told
    assert "Harbour site meeting”" in told or "Yearly review with Carla”" in told, told
    assert "2027)" in told


@pytest.mark.parametrize(("question", "holds"), PAPERS)
async def test_a_paper_answers_with_the_sentence_that_holds_the_value(nina: Person, question: str, holds: str) -> None:
    told = await answer(nina, question, locale_of(question))
    assert holds in told.splitlines()[0], told
    assert "Tom’s flat" not in told
    assert "Tom's flat" not in told


async def test_what_is_still_open_is_no_decision(nina: Person) -> None:
    told = await answer(nina, "what was decided about the archive?")
    assert not told.startswith("Carla Nunes: “We decided")
    assert "recycled" not in told


async def test_of_what_nobody_promised_nothing_is_made_up(nina: Person) -> None:
    told = await answer(nina, "what did Bruno promise about the lighthouse?")
    assert "“I will call the diver about the moorings" not in told.splitlines()[0], told


async def test_when_somebody_was_talked_to_last_is_the_latest_of_all(nina: Person) -> None:
    told = await answer(nina, "when did i last talk to Carla?")
    assert "7 March 2027" in told, told


async def test_an_event_still_answers_for_its_own_time(nina: Person) -> None:
    assert "12 March 2027" in await answer(nina, "when is the ferry to Kiel?")
    assert "20 March 2027" in await answer(nina, "when do I meet Bruno?")


async def test_the_search_shows_a_meeting_once_and_by_its_own_id(nina: Person) -> None:
    hits = (await nina.get("/search", q="recycled bricks quay", kinds="meeting"))["hits"]
    assert [(hit["kind"], hit["external_id"]) for hit in hits] == [("meeting", "site")]
    decided = (await nina.get("/meetings/site"))["decisions"]
    assert decided == [
        {"text": "We decided to use recycled bricks for the quay.", "speaker": "Carla Nunes", "at_s": 5.0}
    ]


async def test_another_users_meetings_answer_nobody_else(nina: Person, steward: Steward) -> None:
    ben = await steward.person()
    assert "bricks for the quay" not in await answer(ben, "what was decided about the bricks?")
