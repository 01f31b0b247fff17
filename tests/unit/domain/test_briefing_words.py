"""How is a day told without a model? In three languages, in the user's zone, with a source to every line."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from tests.support.corpora import corpus

from orchestrator.domain.work.briefings.due import Frame
from orchestrator.domain.work.briefings.facts import Action, Birthday, Day, Happening, Task, Waiting
from orchestrator.domain.work.briefings.lines import markdown, without
from orchestrator.domain.work.briefings.schemas import Line, Source
from orchestrator.domain.work.briefings.wording import Words
from orchestrator.kit.ids import new_id

FRIDAY = date(2026, 11, 27)
FRAME = Frame(FRIDAY, "Europe/Lisbon", "en", datetime(2026, 11, 27, 7, tzinfo=UTC), None)
PT, ES, US = (replace(FRAME, locale=locale) for locale in ("pt-BR", "es-ES", "en-US"))


def wall(text: str) -> datetime:
    return datetime.fromisoformat(text)


def event(start: str, end: str, title: str = "Dentist", **more: Any) -> Happening:
    return Happening(new_id(), title, wall(start), wall(end), more.pop("all_day", False), **more)


def texts(day: Day, frame: Frame = FRAME) -> list[str]:
    return [line.text for line in Words(frame).lines(day)]


def today(one: Happening, frame: Frame = FRAME) -> str:
    (text,) = texts(Day(today=(one,)), frame)
    return text


@corpus("briefing_words", "an_event_of_today")
def test_an_event_of_today(frame: Frame, expected: str) -> None:
    one = event("2026-11-27T10:00", "2026-11-27T11:00", place="Rua Augusta 10", people=("Bia", "Carl"))
    assert today(one, frame) == expected


@corpus("briefing_words", "events_over_midnight")
def test_events_over_midnight(start: str, end: str, expected: str) -> None:
    assert today(event(start, end)) == expected


def test_whole_days() -> None:
    assert today(event("2026-11-27", "2026-11-28", all_day=True)) == "All day: “Dentist”"
    assert today(event("2026-11-25", "2026-11-30", all_day=True)) == "All day, until Sun, 29 Nov: “Dentist”"


def test_an_event_of_another_zone_is_told_in_the_users_and_in_its_own() -> None:
    one = event("2026-11-27T09:00", "2026-11-27T10:00", zone="Asia/Tokyo", own_start=wall("2026-11-27T18:00"))
    assert today(one) == "09:00–10:00 (18:00 in Tokyo): “Dentist”"


def test_what_is_to_be_known_of_an_event() -> None:
    one = event("2026-11-27T10:00", "2026-11-27T10:00", change="moved", was=wall("2026-11-27T09:00"), tentative=True)
    assert today(one) == "10:00: “Dentist” (tentative, new time, was 09:00)"
    assert today(replace(one, was=wall("2026-11-26T09:00"))).endswith("(tentative, new time, was yesterday, 09:00)")
    assert today(replace(one, change="new", tentative=False)) == "10:00: “Dentist” (new)"


def test_many_people_are_counted() -> None:
    one = event("2026-11-27T10:00", "2026-11-27T10:00", people=("A", "B", "C", "D", "E", "F"))
    assert today(one).endswith("with A, B, C, D and 2 more")


@corpus("briefing_words", "tomorrow_and_changes")
def test_tomorrow_and_changes(frame: Frame, expected: list[str]) -> None:
    one = event("2026-11-28T10:00", "2026-11-28T11:00")
    assert texts(Day(tomorrow=(one,), changes=(replace(one, change="cancelled"),)), frame) == expected


@corpus("briefing_words", "moved")
def test_moved(frame: Frame, expected: str) -> None:
    one = event("2026-12-01T10:00", "2026-12-01T11:00", change="moved", was=wall("2026-11-30T09:00"))
    assert texts(Day(changes=(one,)), frame) == [expected]


@corpus("briefing_words", "todos")
def test_todos(frame: Frame, expected: list[str]) -> None:
    day = Day(
        overdue=(Task(new_id(), "Taxes", wall("2026-11-20T23:59"), whole_day=True),),
        due=(
            Task(new_id(), "Call Ana", wall("2026-11-27T18:00"), whole_day=False),
            Task(new_id(), "Milk", wall("2026-11-28T23:59"), whole_day=True),
        ),
    )
    assert texts(day, frame) == expected


@corpus("briefing_words", "birthdays")
def test_birthdays(frame: Frame, expected: list[str]) -> None:
    day = Day(birthdays=(Birthday(new_id(), "Bia", FRIDAY, 40), Birthday(new_id(), "Rui", date(2026, 11, 29), None)))
    assert texts(day, frame) == expected


def test_what_meetings_left_and_what_waits() -> None:
    meeting = Source(type="meeting", id=new_id())
    day = Day(
        actions=(
            Action("Send the deck", "Ana", mine=True, meeting="Weekly", on=date(2026, 11, 24), sources=(meeting,)),
            Action("Book a room", "Ben Lee", mine=False, meeting="", on=None, sources=(meeting,)),
        ),
        waiting=(Waiting(new_id(), "Add todo “milk”"),),
    )
    assert texts(day) == ["“Send the deck” (from “Weekly”, Tue, 24 Nov)", "Ben Lee: “Book a room”", "Add todo “milk”"]
    assert day.third_party


def test_an_empty_day_says_so_and_has_no_line() -> None:
    for frame, opening in ((FRAME, "Nothing is on your calendar today"), (PT, "Não há nada na agenda hoje"),
                           (ES, "No hay nada en la agenda hoy")):  # fmt: skip
        words = Words(frame)
        assert words.lines(Day()) == []
        assert markdown([], words.headings()).startswith(opening)
    other = Words(replace(FRAME, date=date(2027, 1, 1)))
    assert "today" not in markdown([], other.headings())


def test_headings_and_title() -> None:
    day = Day(due=(Task(new_id(), "Milk", wall("2026-11-27T23:59"), whole_day=True),))
    words = Words(FRAME)
    text = markdown(words.lines(day), words.headings())
    assert text == "**Today, Fri, 27 Nov**\n\nNothing on your calendar.\n\n**To do**\n\n- “Milk”: due today"
    assert words.title() == "Your briefing for Friday, 27 November 2026"
    assert Words(PT).title() == "Seu resumo de sexta-feira, 27 de novembro de 2026"
    assert Words(ES).title() == "Tu resumen del viernes, 27 de noviembre de 2026"


def test_more_than_is_told_is_counted_and_has_its_sources() -> None:
    left = tuple(Source(type="event", id=new_id()) for _ in range(3))
    day = Day(today=(event("2026-11-27T10:00", "2026-11-27T11:00"),), rest={"today": left})
    line = Words(FRAME).lines(day)[-1]
    assert (line.text, line.sources, line.rest) == ("… and 3 more", left, True)


def test_titles_of_others_are_data() -> None:
    title = "Free\u202e \u200b“prize”\n# [click](http://evil.example) ![x](http://e.example) <b> " + "x" * 400
    one = event("2026-11-27T10:00", "2026-11-27T11:00", title)
    (line,) = Words(FRAME).lines(Day(today=(one,)))
    assert "\n" not in line.text
    assert "\u202e" not in line.text
    assert line.text.count("“") == line.text.count("”") == 1
    assert len(line.text) < 150
    shown = markdown([line], Words(FRAME).headings())
    assert "[click](" not in shown.replace("\\[click\\](", "")
    assert "\\<b\\>" in shown


def test_the_push_counts_and_names_nothing() -> None:
    day = Day(
        today=(event("2026-11-27", "2026-11-28", all_day=True), event("2026-11-27T10:00", "2026-11-27T11:00")),
        overdue=(Task(new_id(), "Taxes", wall("2026-11-20T23:59"), whole_day=True),),
        due=(
            Task(new_id(), "Milk", wall("2026-11-27T23:59"), whole_day=True),
            Task(new_id(), "Bread", wall("2026-11-28T23:59"), whole_day=True),
        ),
        waiting=(Waiting(new_id(), "Add todo “milk”"),),
        rest={"today": (Source(type="event", id=new_id()),)},
    )
    assert Words(FRAME).push(day) == (
        "3 events, the first at 10:00; 1 to-do due; 1 overdue; 1 waiting for your answer."
    )
    assert Words(PT).push(day) == (
        "3 eventos, o primeiro às 10:00; 1 tarefa para fazer; 1 em atraso; 1 à espera da sua resposta."
    )
    assert Words(ES).push(Day()) == "Nada en la agenda."


def test_what_is_left_of_a_line_without_a_source() -> None:
    ids = [new_id() for _ in range(3)]
    bare = Line(section="today", text="10:00: “A”", sources=(Source(type="event", id=ids[0]),))
    placed = bare.model_copy(
        update={"text": "10:00: “A” at Home", "parts": (bare,),
                "sources": (*bare.sources, Source(type="place", id=ids[1]))}
    )  # fmt: skip
    other = Line(section="today", text="11:00: “B”", sources=(Source(type="event", id=ids[2]),))
    joined = Line(section="today", text="A, then B", sources=(*placed.sources, *other.sources), parts=(placed, other))

    def left(gone: int) -> list[str]:
        return [line.text for line in without([joined], lambda source: source.id == ids[gone])]

    assert left(0) == ["11:00: “B”"]
    assert left(1) == ["10:00: “A”", "11:00: “B”"]
    assert left(2) == ["10:00: “A” at Home"]
    assert without([joined], lambda source: False) == [joined]


def test_a_place_of_the_users_is_a_source_of_its_own() -> None:
    place = new_id()
    one = event("2026-11-27T10:00", "2026-11-27T11:00", place="Home", named_place=place)
    (line,) = Words(FRAME).lines(Day(today=(one,)))
    assert [source.type for source in line.sources] == ["event", "place"]
    assert [part.text for part in line.parts] == ["10:00–11:00: “Dentist”"]


def test_far_dates_have_their_year() -> None:
    one = event("2028-02-29T10:00", "2028-02-29T11:00", change="new")
    assert texts(Day(changes=(one,))) == ["New: “Dentist”, Tue, 29 Feb 2028, 10:00–11:00"]
    assert timedelta(days=300) < one.start.date() - FRIDAY
