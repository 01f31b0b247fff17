# ruff: noqa: E501  (tables of talks)
"""Does a talk go as people talk: "no, at four", "add Rui too", "you forgot Marta", "both", "undo", two things at once?"""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from babel.dates import format_date
from tests.support.corpora import cases
from tests.support.steward import Person, Steward

TWO_DAYS_ON = datetime.now(ZoneInfo("Europe/Lisbon")) + timedelta(days=2)
IN_TWO_DAYS = f"{TWO_DAYS_ON:%A}".lower()
"""A weekday that is not today's: that one would be asked about (today, or in a week?)."""
TWO = f"book the dentist for {IN_TWO_DAYS} 9am and remind me to bring the x rays in november"


async def said(person: Person, *words: str, locale: str = "en-US") -> list[dict[str, Any]]:
    """The bundles of one conversation."""
    thread, bundles = None, []
    for text in words:
        bundle = await person.ask(text, thread=thread, client_context={"timezone": "Europe/Lisbon", "locale": locale})
        thread = bundle["thread_id"]
        bundles.append(bundle)
    return bundles


async def events_of(person: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.get("/events", since="2020-01-01"))["items"]
    return [one for one in found if one["status"] != "cancelled"]


def people_of(preview: dict[str, Any]) -> list[str]:
    return [one["name"] for one in preview["arguments"]["participants"]]


@pytest.mark.parametrize(
    ("locale", "words", "people", "hour"), cases("plain_talk", "words_change_the_proposal_that_waits")
)
async def test_words_change_the_proposal_that_waits(
    rita: Person, locale: str, words: list[str], people: list[str], hour: str
) -> None:
    bundles = await said(rita, *words, locale=locale)
    for bundle in bundles[1:]:
        assert (bundle["status"], len(bundle["previews"])) == ("preview", 1), bundle["answer"]
        assert [action["outcome"] for action in bundle["actions"]] == ["waiting"]
    (last,) = bundles[-1]["previews"]
    assert people_of(last) == people
    assert last["arguments"]["start_at"].endswith(f"T{hour}:00")
    waiting = (await rita.get("/previews", state="pending"))["items"]
    assert [one["id"] for one in waiting] == [last["id"]]  # the others are superseded
    assert await rita.count("events") == 0


async def test_what_is_named_by_its_day_alone_is_found(rita: Person) -> None:
    """ "The Thursday one", a day with a comma in it, a week by its number."""
    day, week = TWO_DAYS_ON.date(), TWO_DAYS_ON.isocalendar()
    made = await rita.post("/events", {"title": "Dentist", "start_at": f"{day}T09:00"})
    asked = [
        f"cancel the {IN_TWO_DAYS} one",
        f"cancel the dentist on {TWO_DAYS_ON:%B} {day.day}, {day.year}",
        f"what have I got in {week.year}-W{week.week:02}?",
    ]
    first, second, listed = [(await said(rita, one))[0] for one in asked]
    for bundle in (first, second):
        assert [one["arguments"]["event_id"] for one in bundle["previews"]] == [made["id"]], bundle["answer"]
    assert "Dentist" in listed["answer"]


async def test_an_earlier_proposal_is_moved_by_its_name(rita: Person) -> None:
    words = ("a moto tem revisão amanhã às 9", "põe leite na lista de compras", "a revisão passou para as 11")
    bundles = await said(rita, *words, locale="pt-PT")
    (moved,) = bundles[-1]["previews"]
    assert (moved["arguments"]["title"], moved["arguments"]["start_at"][11:16]) == ("Revisão da moto", "11:00")
    waiting = (await rita.get("/previews", state="pending"))["items"]
    assert sorted(one["tool"] for one in waiting) == ["events_create", "todos_create"]
    assert moved["id"] in {one["id"] for one in waiting}


@pytest.mark.parametrize(("locale", "words", "people"), cases("plain_talk", "words_change_what_was_just_done"))
async def test_words_change_what_was_just_done(rita: Person, locale: str, words: list[str], people: list[str]) -> None:
    bundles = await said(rita, *words, locale=locale)
    assert [action["tool"] for action in bundles[-1]["actions"]] == ["events_update"]
    (event,) = await events_of(rita)
    assert event["start_at"].endswith("T13:00:00")
    assert [one["name"] for one in event["participants"]] == people


@pytest.mark.parametrize(
    ("no", "locale"), [("no", "en-US"), ("não", "pt-PT"), ("no", "es-ES"), ("never mind", "en-US")]
)
async def test_a_no_to_the_choice_of_several_carries_none_out(rita: Person, no: str, locale: str) -> None:
    """ "No" stands in "November": it once chose the one proposal that named the month."""
    *_, asked, dropped = await said(rita, TWO, "yes", no, locale=locale)
    assert asked["status"] == "needs_input"
    assert (dropped["status"], dropped["actions"]) == ("answered", [])
    assert {one["state"] for one in dropped["previews"]} == {"cancelled"}
    assert (await rita.count("events"), await rita.count("todos")) == (0, 0)


async def test_both_of_them_are_carried_out_and_taken_back(rita: Person) -> None:
    *_, again, both, undone, twice = await said(rita, TWO, "yes", "yes", "both", "undo that please", "undo")
    assert again["status"] == "needs_input"
    assert [(one["tool"], one["outcome"]) for one in both["actions"]] == [
        ("events_create", "done"),
        ("todos_create", "done"),
    ]
    assert [one["outcome"] for one in undone["actions"]] == ["done", "done"]
    assert {one["state"] for one in undone["previews"]} == {"undone"}
    assert twice["actions"] == []
    assert await events_of(rita) == []
    assert (await rita.get("/todos"))["items"] == []


@pytest.mark.parametrize(("locale", "words"), cases("plain_talk", "an_undo_takes_back_what_was_done_last"))
async def test_an_undo_takes_back_what_was_done_last(rita: Person, locale: str, words: list[str]) -> None:
    *_, done, undone = await said(rita, *words, locale=locale)
    assert done["actions"][0]["outcome"] == "done"
    assert undone["actions"][0]["preview_id"] == done["actions"][0]["preview_id"]
    assert (await rita.get("/todos"))["items"] == []


async def test_an_undo_drops_what_only_waits_and_says_where_nothing_was_done(rita: Person) -> None:
    _, dropped = await said(rita, "add milk to my list", "undo")
    assert [one["state"] for one in dropped["previews"]] == ["cancelled"]
    (nothing,) = await said(rita, "undo")
    assert nothing["actions"] == []
    assert "take back" in nothing["answer"]


async def test_another_users_or_threads_write_is_not_taken_back(rita: Person, plain: Steward) -> None:
    await said(rita, "add milk to my list", "yes")
    await said(rita, "undo")
    await said(await plain.person("Other"), "undo")
    assert len((await rita.get("/todos"))["items"]) == 1


@pytest.mark.parametrize(("locale", "text", "title"), cases("plain_talk", "a_change_and_a_question_in_one_sentence"))
async def test_a_change_and_a_question_in_one_sentence(rita: Person, locale: str, text: str, title: str) -> None:
    await rita.post("/events", {"title": "Padel", "start_at": tomorrow("18:00"), "timezone": "Europe/Lisbon"})
    (bundle,) = await said(rita, text, locale=locale)
    assert [(one["tool"], one["arguments"]["title"]) for one in bundle["previews"]] == [("todos_create", title)]
    assert "Padel" in bundle["answer"]


def tomorrow(clock: str) -> str:
    day = datetime.now(ZoneInfo("Europe/Lisbon")).date() + timedelta(days=1)
    return f"{day.isoformat()}T{clock}"


async def test_a_cancelled_event_is_not_told_as_one_that_takes_place(rita: Person) -> None:
    *_, asked, told = await said(
        rita, "meeting with john tomorrow 3pm", "yes", "delete the meeting", "yes", "is there a meeting tomorrow",
        "was the meeting with john cancelled",
    )  # fmt: skip
    assert asked["answer"].startswith("No")
    assert "called off" in told["answer"]


async def test_this_month_is_not_what_was_asked_before(rita: Person) -> None:
    start = tomorrow("18:00")
    await rita.post("/events", {"title": "Padel", "start_at": start, "timezone": "Europe/Lisbon"})
    *_, count = await said(rita, "where's my umbrella", f"how many events do i have in {start[:4]}")
    assert "umbrella" not in count["answer"]
    *_, count = await said(rita, "where's my umbrella", "how many meetings do i have this year")
    assert "umbrella" not in count["answer"]


async def test_what_does_not_repeat_is_said_before_the_yes(rita: Person) -> None:
    (bundle,) = await said(rita, "remind me to call mom every sunday")
    assert "does not repeat" in bundle["answer"]


async def test_short_answers_are_given_in_the_language_of_the_conversation(rita: Person) -> None:
    *_, dropped = await said(rita, "añade leche a mi lista de la compra", "no", locale="en-US")
    assert "De acuerdo" in dropped["answer"]
    *_, declined = await said(rita, "book lunch with ana tomorrow at 1", "no", locale="en-US")
    assert declined["answer"].startswith("All right")


@pytest.mark.parametrize(
    ("text", "locale"),
    [("good night", "en-US"), ("are you a robot?", "en-US"), ("até amanhã", "pt-PT"), ("nos vemos", "es-ES"), ("how are you doing", "en-US")],
)  # fmt: skip
async def test_small_talk_looks_nothing_up(rita: Person, text: str, locale: str) -> None:
    (bundle,) = await said(rita, text, locale=locale)
    assert (bundle["run"]["tool_calls"], bundle["run"]["repairs"], bundle["actions"]) == (0, 0, [])


async def test_love_is_no_fact(rita: Person) -> None:
    (bundle,) = await said(rita, "i love you")
    assert bundle["actions"] == []
    assert await rita.count("user_facts") == 0


async def test_a_question_that_found_no_event_is_answered_anew(rita: Person) -> None:
    """The words of an answer are read as such: they once became the event's new name."""
    await rita.post("/events", {"title": "Coffee with Zed", "start_at": tomorrow("10:00")})
    asked, found = await said(rita, "/event move the zoo trip to friday", "the coffee")
    assert asked["status"] == "needs_input"
    (preview,) = found["previews"]
    assert (preview["tool"], preview["arguments"]["title"]) == ("events_update", "Coffee with Zed")


@pytest.mark.parametrize(("locale", "text"), cases("plain_talk", "one_verb_and_two_events"))
async def test_one_verb_and_two_events(rita: Person, locale: str, text: str) -> None:
    (bundle,) = await said(rita, text, locale=locale)
    starts = [one["arguments"]["start_at"][11:16] for one in bundle["previews"]]
    assert (starts, [people_of(one) for one in bundle["previews"]]) == (["13:00", "20:00"], [["ana"], ["rui"]])


async def test_an_hour_that_no_clock_has_is_asked_about(rita: Person) -> None:
    """It once became the event's place."""
    (bundle,) = await said(rita, "schedule a call at 25:00 tomorrow")
    assert (bundle["status"], bundle["previews"]) == ("needs_input", [])


async def test_a_name_that_a_sooner_event_shares_is_asked_about(rita: Person) -> None:
    soon, late = (f"{datetime.now(ZoneInfo('Europe/Lisbon')) + timedelta(days=days):%Y-%m-%d}" for days in (3, 90))
    await rita.post("/events", {"title": "Dentist, crown", "start_at": f"{soon}T10:00"})
    await rita.post("/events", {"title": "Dentist", "start_at": f"{late}T10:00"})
    (bundle,) = await said(rita, "cancel the dentist")
    assert (bundle["status"], bundle["previews"]) == ("needs_input", [])
    (chosen,) = (await said(rita, "cancel the dentist crown"))[0]["previews"]
    assert chosen["title"] == "Cancel event “Dentist, crown”"


@pytest.mark.parametrize(
    "words", ["lunch with ana lopes in two days at 1pm", "schedule lunch with Ana Lopes in two days at 1pm"]
)
async def test_a_whole_name_is_no_question(rita: Person, words: str) -> None:
    for name in ("Ana Lopes", "Ana Ibáñez"):
        await rita.post("/contacts", {"display_name": name})
    (bundle,) = await said(rita, words)
    assert people_of(bundle["previews"][0]) == ["Ana Lopes"]
    (asked,) = await said(rita, "lunch with ana in two days at 1pm")
    assert asked["status"] == "needs_input"


async def test_whom_somebody_is_something_to_is_known_by_a_part_of_the_name(rita: Person) -> None:
    await rita.post("/contacts", {"display_name": "Teo Ferraz"})
    (bundle,) = await said(rita, "add Bruno Salgado to my contacts, he's Teo's brother, 644 555 812")
    assert "Teo Ferraz" in bundle["previews"][0]["summary"], bundle["answer"]


async def test_a_lunch_with_somebody_is_none_with_somebody_else(rita: Person) -> None:
    first, _, again, other = await said(
        rita,
        f"lunch with Kit on {IN_TWO_DAYS}",
        "yes",
        f"lunch with Kit on {IN_TWO_DAYS}",
        f"lunch with Zoe {IN_TWO_DAYS}",
    )
    assert [one["tool"] for one in first["previews"]] == ["events_create"]
    assert "Lunch with Kit" in again["answer"]
    assert again["previews"] == []
    (preview,) = other["previews"]
    assert (preview["tool"], people_of(preview)) == ("events_create", ["Zoe"])


@pytest.mark.parametrize(
    ("first", "last", "tool", "title"),
    [
        (f"dentist {IN_TWO_DAYS} at 10am", "cancel it", "remove_item", "Dentist"),
        ("add milk to my list", "cancel it", "remove_item", "milk"),
        (f"dentist {IN_TWO_DAYS} at 10am", "move it to 11", "events_update", "Dentist"),
    ],
)
async def test_it_is_what_was_written_where_nothing_was_found_since(
    rita: Person, first: str, last: str, tool: str, title: str
) -> None:
    (preview,) = (await said(rita, first, "yes", "when did I last see Nuno?", last))[-1]["previews"]
    assert preview["tool"] == tool
    assert title in preview["summary"]


async def test_half_a_name_on_another_day_is_no_reason_to_propose_nothing(rita: Person) -> None:
    *_, last = await said(rita, "night shift next friday", "yes", f"quiz night {IN_TWO_DAYS}")
    (preview,) = last["previews"]
    assert preview["arguments"]["title"] == "Quiz night"


async def test_what_is_left_of_a_debt_is_counted_once(rita: Person) -> None:
    await said(rita, "lent mo 40", "yes", "he gave me 15 back", "yes")
    *_, last = await said(rita, "mo gave me 10 back", "yes", "how much does mo still owe me?")
    assert "15 (40 − 15 − 10)" in last["answer"]


async def test_another_meal_of_what_waits_and_of_what_was_written(rita: Person) -> None:
    lunch, dinner, _, brunch = await said(
        rita, f"lunch with Kit on {IN_TWO_DAYS}", "actually make it dinner", "yes", "make it brunch"
    )
    assert lunch["previews"][0]["arguments"]["title"] == "Lunch with Kit"
    (waits,) = dinner["previews"]
    assert (waits["arguments"]["title"], waits["arguments"]["start_at"][11:16]) == ("Dinner with Kit", "19:30")
    (changed,) = brunch["previews"]
    assert (changed["tool"], changed["arguments"]["title"]) == ("events_update", "Brunch with Kit")
    assert changed["arguments"]["start_at"][11:16] == "11:00"


@pytest.mark.parametrize(
    ("locale", "words", "title"),
    [
        ("en-GB", "mum's birthday lunch on {day}", "Mum's birthday lunch"),
        ("es-ES", "comida de cumpleaños de mamá el {day}", "Comida de cumpleaños de mamá"),
        ("pt-PT", "almoço de anos da mãe {day}", "Almoço de anos da mãe"),
        ("fr-FR", "déjeuner d'anniversaire de maman {day}", "Déjeuner d'anniversaire de maman"),
        ("en-GB", "quiz night {day}", "Quiz night"),
        ("en-GB", "kids' school play {day}", "Kids' school play"),
        ("en-GB", "book club {day}", "Book club"),
    ],
)
async def test_what_takes_place_on_a_day_is_proposed_by_its_name(
    rita: Person, locale: str, words: str, title: str
) -> None:
    day = format_date(TWO_DAYS_ON, "EEEE", locale.replace("-", "_"))
    (bundle,) = await said(rita, words.format(day=day), locale=locale)
    (preview,) = bundle["previews"]
    assert (preview["tool"], preview["arguments"]["title"]) == ("events_create", title), bundle["answer"]


@pytest.mark.parametrize(
    ("locale", "again", "told"),
    [
        ("en-GB", "add milk to my list", "A todo of that name is still open: ‘milk’."),
        ("pt-PT", "põe leite na lista", "Uma tarefa com esse nome continua por fazer: ‘leite’."),
        ("es-ES", "pon leche en la lista", "Sigue abierta una tarea con ese nombre: ‘leche’."),
        ("fr-FR", "ajoute du lait à la liste", "Une tâche du même nom est encore à faire : ‘ lait ’."),
        (
            "pt-PT",
            f"dentista {format_date(TWO_DAYS_ON, 'EEEE', 'pt_PT')} às 10h",
            "Já existe um evento parecido: Dentista",
        ),
        (
            "es-ES",
            f"dentista el {format_date(TWO_DAYS_ON, 'EEEE', 'es')} a las 10h",
            "Ya hay un evento parecido: Dentista",
        ),
    ],
)
async def test_what_is_there_already_is_told_beside_the_proposal(
    rita: Person, locale: str, again: str, told: str
) -> None:
    _, _, second = await said(
        rita, again, "sim" if locale == "pt-PT" else "sí" if locale == "es-ES" else "yes", again, locale=locale
    )
    assert len(second["previews"]) == 1
    assert told in second["answer"]
    assert second["answer"].count("\n") <= 4, second["answer"]


@pytest.mark.parametrize(
    ("locale", "rule", "other", "told"),
    [
        (
            "en-GB",
            "nothing before 10 on mondays",
            "no meetings before 9 on mondays",
            "You have a rule that says much the same",
        ),
        ("pt-PT", "nada antes das 10 à segunda", "nada antes das 10 à segunda", "Tem uma regra que diz quase o mesmo"),
        (
            "es-ES",
            "nada antes de las 10 los lunes",
            "nada antes de las 10 los lunes",
            "Tienes una regla que dice casi lo mismo",
        ),
    ],
)
async def test_a_rule_like_one_there_is_names_that_one(
    rita: Person, locale: str, rule: str, other: str, told: str
) -> None:
    yes = {"en": "yes", "pt": "sim", "es": "sí"}[locale[:2]]
    first, _, second = await said(rita, rule, yes, other, locale=locale)
    assert [one["tool"] for one in (*first["previews"], *second["previews"])] == ["rules_add", "rules_add"]
    assert told not in first["answer"]
    assert f"{told}" in second["answer"]
    assert rule in second["answer"]


@pytest.mark.parametrize(
    ("locale", "said", "minutes"),
    [
        ("en-GB", "extend the budget review by 30 mins", 90),
        ("pt-BR", "estende a reunião de orçamento em 30 minutos", 90),
        ("es-ES", "acorta la reunión de presupuesto a 45 minutos", 45),
        ("fr-FR", "raccourcis la réunion du budget de 15 minutes", 45),
    ],
)
async def test_an_event_is_made_longer_and_shorter(rita: Person, locale: str, said: str, minutes: int) -> None:
    """By how much is no moment: "em 30 minutos"."""
    event = {"title": "Budget review", "start_at": "2027-03-04T14:00", "end_at": "2027-03-04T15:00"}
    await rita.post("/events", event)
    told = await rita.ask(said, locale=locale)
    assert [one["tool"] for one in told["previews"]] == ["events_update"]
    draft = told["previews"][0]["draft"]
    lasts = datetime.fromisoformat(draft["end_at"]) - datetime.fromisoformat(draft["start_at"])
    assert (draft["start_at"][:16], lasts) == ("2027-03-04T14:00", timedelta(minutes=minutes))


async def test_an_hour_some_time_on_a_morning_is_put_on_it_and_moved_there(rita: Person) -> None:
    told = await rita.ask("block an hour on Thursday morning for invoices", locale="en-GB")
    draft = told["previews"][0]["draft"]
    start, end = datetime.fromisoformat(draft["start_at"]), datetime.fromisoformat(draft["end_at"])
    assert (start.weekday(), end - start) == (3, timedelta(hours=1))
    moved = (await rita.ask("at 10", thread_id=told["thread_id"], locale="en-GB"))["previews"][0]["draft"]
    assert datetime.fromisoformat(moved["start_at"]).date() == start.date()
    assert (moved["start_at"][11:16], moved["end_at"][11:16]) == ("10:00", "11:00")


@pytest.mark.parametrize(
    ("locale", "asked", "further", "gap"),
    [
        ("en-GB", "who's older, Ana or Pedro?", "by how many years?", "3 years"),
        ("es-ES", "¿quién es mayor, Ana o Pedro?", "¿por cuántos años?", "3 años"),
        ("pt-PT", "quem é mais velho, a Ana ou o Pedro?", "por quantos anos?", "3 anos"),
        ("fr-FR", "qui est plus âgé, Ana ou Pedro ?", "de combien d'années ?", "3 ans"),
    ],
)
async def test_by_how_much_somebody_is_older(rita: Person, locale: str, asked: str, further: str, gap: str) -> None:
    for name, born in (("Ana", "1980-05-04"), ("Pedro", "1983-05-04")):
        await rita.post("/contacts", {"display_name": name, "birthday": born})
    first, then = await said(rita, asked, further, locale=locale)
    assert first["answer"].index("Ana") < first["answer"].index("Pedro")
    assert gap in then["answer"]
    assert not then["previews"]


@pytest.mark.parametrize(
    ("locale", "moves", "which"),
    [
        ("es-ES", "muévelo a las 11", "¿A cuál te refieres?"),
        ("pt-PT", "muda para as 11", "A qual se refere?"),
        ("fr-FR", "déplace-le à 11h", "Lequel veux-tu dire ?"),
    ],
)
async def test_a_move_of_nothing_spoken_of_asks_which(rita: Person, locale: str, moves: str, which: str) -> None:
    """In the user's words, and not by the name of the argument that the call lacks."""
    told = await rita.ask(moves, locale=locale)
    assert which in told["answer"]
    assert "Parameter" not in told["answer"]
    assert not told["previews"]


async def test_a_day_that_no_calendar_has_is_told_as_it_is(rita: Person) -> None:
    told = await rita.ask("am I free on 31 june?", locale="en-GB")
    assert told["answer"] == "“on 31 june”: no calendar has such a day. Which one do you mean?"


@pytest.mark.parametrize(
    ("locale", "asked", "moves"),
    [
        ("en-GB", "when is the dentist?", "move to 5pm"),
        ("es-ES", "¿cuándo es el dentista?", "cambia a las 17"),
        ("pt-PT", "quando é o dentista?", "passa para as 17"),
        ("fr-FR", "c'est quand le dentiste ?", "décale à 17h"),
    ],
)
async def test_a_move_without_a_word_for_the_event_is_of_the_one_told(
    rita: Person, locale: str, asked: str, moves: str
) -> None:
    title = {"en": "Dentist", "es": "Dentista", "pt": "Dentista", "fr": "Dentiste"}[locale[:2]]
    await rita.post("/events", {"title": title, "start_at": "2030-03-04T14:00", "end_at": "2030-03-04T15:00"})
    await rita.post("/events", {"title": "Yoga", "start_at": "2030-03-05T14:00", "end_at": "2030-03-05T15:00"})
    _, moved = await said(rita, asked, moves, locale=locale)
    assert [one["draft"]["start_at"][:16] for one in moved["previews"]] == ["2030-03-04T17:00"]


@pytest.mark.parametrize(
    ("locale", "shift", "asked", "yes", "no_work"),
    [
        ("en-GB", "Late shift", "am I working on 5 March 2030?", "Yes:", "Nothing on your calendar says that you work"),
        ("es-ES", "Turno de noche", "¿trabajo el 5 de marzo de 2030?", "Sí:", "Nada en tu agenda dice que trabajes"),
        ("pt-PT", "Plantão", "trabalho a 5 de março de 2030?", "Sim:", "Nada na sua agenda diz que trabalha"),
        (
            "fr-FR",
            "Garde",
            "est-ce que je bosse le 5 mars 2030 ?",
            "Oui",
            "Rien dans ton agenda ne dit que tu travailles",
        ),
    ],
)
async def test_when_one_works_is_told_by_shifts_and_by_no_other_event(
    rita: Person, locale: str, shift: str, asked: str, yes: str, no_work: str
) -> None:
    await rita.post("/events", {"title": "Yoga", "start_at": "2030-03-05T09:00", "end_at": "2030-03-05T10:00"})
    before = (await rita.ask(asked, locale=locale))["answer"]
    assert before.startswith(no_work)
    assert "Yoga" not in before
    await rita.post("/events", {"title": shift, "start_at": "2030-03-05T14:00", "end_at": "2030-03-05T22:00"})
    after = (await rita.ask(asked, locale=locale))["answer"]
    assert after.startswith(yes)
    assert shift in after
    assert "Yoga" not in after
