"""The pure parts of meetings: fragments, quotes, people, events, action items, due dates, extraction."""

import hashlib
import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from pydantic import ValidationError
from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.domain.senses.meetings.linking import Candidate, event_of
from orchestrator.domain.senses.meetings.schemas import (
    AttendeeIn,
    MeetingIn,
    SegmentIn,
    SubmissionIn,
    checked_segments,
)
from orchestrator.domain.senses.meetings.summary.action_items import Item, grounded, paired
from orchestrator.domain.senses.meetings.summary.attendees import Known, Participant, consolidate, meant, user_of
from orchestrator.domain.senses.meetings.summary.extractive import draft_of
from orchestrator.domain.senses.meetings.summary.fragments import SegmentsHash, Turn, parts_of, turns_of
from orchestrator.domain.senses.meetings.summary.in_worker import due_of
from orchestrator.domain.senses.meetings.summary.quotes import Transcribed
from orchestrator.domain.senses.meetings.summary.summarizing import Proposed
from orchestrator.domain.world.contacts.known import KnownContact
from orchestrator.errors import InvalidRequest
from orchestrator.kit.ids import new_id
from orchestrator.language.text.normalize import normalize

NINE = datetime(2026, 11, 20, 9, tzinfo=UTC)


def segment(start: float, speaker: str | None, text: str) -> SegmentIn:
    return SegmentIn(start_s=start, end_s=start + 1, speaker=speaker, text=text)


def turn(speaker: str, text: str) -> Turn:
    return Turn(speaker, text, 0.0, 1.0)


def contact(
    name: str, *, email: str | None = None, aliases: tuple[str, ...] = (), is_user: bool = False
) -> KnownContact:
    keys = (email.lower(),) if email else ()
    return KnownContact(new_id(), name, aliases, (), (), (), None, email, keys, is_user)


def known(*contacts: KnownContact, own: tuple[str, ...] = ("ana@example.org", "ana reis")) -> Known:
    return Known(contacts, frozenset({"user", "me", *own}), "Ana Reis", "ana@example.org")


# Fragments


def test_fragments_are_ordered_by_time_and_neighbours_joined() -> None:
    said = [
        segment(9, "Ana", "later."),
        segment(0, "Ana", " I'll  send"),
        segment(2, "ANA", "the offer"),
        segment(4, "Rui", "Good."),
    ]
    assert [(one.speaker, one.text) for one in turns_of(said)] == [
        ("Ana", "I'll send the offer"),
        ("Rui", "Good."),
        ("Ana", "later."),
    ]


def test_blank_fragments_and_equal_starts() -> None:
    said = [segment(1, None, "one"), segment(1, None, "  "), segment(1, None, "two")]
    assert [one.text for one in turns_of(said)] == ["one two"]


def test_the_hash_tells_two_transcripts_apart() -> None:
    said = [segment(0, "Ana", "a"), segment(1, None, "é")]
    in_parts, at_once = SegmentsHash(), SegmentsHash()
    at_once.add(said)
    for one in said:
        in_parts.add([one])
    rows = [[one.start_s, one.end_s, one.speaker, one.text] for one in said]
    known = hashlib.sha256(json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
    assert str(in_parts) == str(at_once)
    assert str(at_once).endswith(known)  # as those that are stored were made
    at_once.add([segment(2, "Rui", "b")])
    assert str(at_once) != str(in_parts)


def test_parts_hold_everything_once_and_no_part_is_too_long() -> None:
    lines = [f"Ana: sentence number {number}. And one more of it." * (1 + number % 7) for number in range(300)]
    parts = parts_of([*lines, "x" * 5000], 1000)
    assert all(sum(len(line) + 1 for line in part) <= 1000 for part in parts)
    assert "".join("".join(part) for part in parts).replace(" ", "") == "".join([*lines, "x" * 5000]).replace(" ", "")


# Quotes


@corpus("meetings", "a_quote_is_found_in_the_transcripts_own_words")
def test_a_quote_is_found_in_the_transcripts_own_words(quote: str, found: str | None) -> None:
    transcript = Transcribed([turn("Rui", "Who does it?"), turn("Ana", "Okay. I’ll um send the offer, by Friday!")])
    there = transcript.find(quote)
    assert (there.text if there else None) == found


def test_a_quote_does_not_run_from_one_turn_into_the_next() -> None:
    transcript = Transcribed([turn("Rui", "you will send"), turn("Ana", "the offer by Friday")])
    assert transcript.find("you will send the offer") is None


def test_quotes_with_accents_and_other_scripts() -> None:
    transcript = Transcribed([turn("Zé", "Então eu mando a ação amanhã"), turn("B", "明日 までに 送ります よ")])
    assert transcript.find("eu mando a acao amanha") is not None
    assert transcript.find("明日 までに 送ります") is not None


# People


def test_attendees_meet_contacts_by_email_before_name() -> None:
    by_email, by_name = contact("Rui Costa", email="rui@work.example"), contact("Rui Lopes")
    found = consolidate([AttendeeIn(name="Rui Lopes", email="RUI@work.example")], [], known(by_email, by_name))
    assert [(one.name, one.contact_id) for one in found] == [("Rui Lopes", by_email.id)]


def test_a_name_of_two_contacts_is_nobodys() -> None:
    found = consolidate([AttendeeIn(name="Rui")], ["Rui"], known(contact("Rui"), contact("Rui")))
    assert [(one.contact_id, one.labels) for one in found] == [(None, ("Rui",))]


def test_the_same_person_twice_is_one() -> None:
    rui = contact("Rui Costa", email="rui@work.example", aliases=("Ruca",))
    invited = [AttendeeIn(email="rui@work.example"), AttendeeIn(name="Ruca"), AttendeeIn(name="rui costa")]
    (found,) = consolidate(invited, ["Ruca"], known(rui))
    assert (found.contact_id, found.labels, found.email) == (rui.id, ("Ruca",), "rui@work.example")


def test_two_of_one_name_with_emails_of_their_own_are_two() -> None:
    invited = [AttendeeIn(name="Rui", email="a@x.example"), AttendeeIn(name="Rui", email="b@x.example")]
    found = consolidate(invited, ["Rui"], known())
    assert len([one for one in found if one.named]) == 2
    assert meant("Rui", None, found) is None


def test_the_user_is_told_by_email_then_identifier_then_name() -> None:
    namesake = AttendeeIn(name="Ana Reis", email="other@x.example")
    (me, other) = consolidate([AttendeeIn(email="ana@example.org"), namesake], [], known())
    assert (me.is_user, other.is_user) == (True, False)
    (by_handle,) = consolidate([AttendeeIn(name="A", identifier="@ana")], [], known(own=("@ana",)))
    assert by_handle.is_user
    (by_name,) = consolidate([AttendeeIn(name="Ana Reis")], ["me"], known())
    assert (by_name.is_user, by_name.labels) == (True, ("me",))


def test_a_speaker_who_was_not_invited() -> None:
    rui = contact("Rui Costa", aliases=("Ruca",))
    found = consolidate([], ["Ruca", "me", "Speaker 3"], known(rui))
    assert [(one.name, one.contact_id, one.is_user, one.named) for one in found] == [
        ("Rui Costa", rui.id, False, True),
        ("Ana Reis", None, True, True),
        ("Speaker 3", None, False, False),
    ]


@corpus("meetings", "whom_an_assignee_means")
def test_whom_an_assignee_means(name: str | None, email: str | None, who: str | None) -> None:
    people = [
        Participant("Rui Costa", ("rui@work.example",)),
        Participant("Ana Souza", ("s@x.example",)),
        Participant("Ana Reis", ("r@x.example",)),
    ]
    found = meant(name, email, people)
    assert (found.name if found else None) == who


# Events


def event(title: str, *people: str, start: datetime = NINE, minutes: int = 60, number: int = 1) -> Candidate:
    keys = tuple(frozenset({f"n:{name}"}) for name in people)
    return Candidate(UUID(int=number), title, start, start + timedelta(minutes=minutes), keys)


@pytest.mark.parametrize(
    ("candidates", "found"),
    [
        ([event("Kick-off")], 1),
        ([event("Project kick-off", "rui")], 1),
        ([event("Something else", "rui", "eva")], 1),
        ([event("Something else", "eva")], None),
        ([event("Something else")], None),
        ([event("Kick-off", start=NINE + timedelta(hours=2))], None),
        ([event("Kick-off", start=NINE + timedelta(minutes=50))], None),
        ([event("Kick-off"), event("Kick-off", number=2)], None),
        ([event("Kick-off"), event("Lunch", "rui", number=2)], 1),
        ([event("Kick-off", "rui"), event("Kick-off", "eva", number=2)], 1),
        ([], None),
    ],
)
def test_only_a_sure_event_is_the_meetings(candidates: list[Candidate], found: int | None) -> None:
    meeting = event("Kick-off", "rui", number=9)
    assert event_of(meeting, candidates) == (UUID(int=found) if found else None)


def test_a_meeting_without_title_and_people_matches_nothing() -> None:
    assert event_of(event(""), [event("")]) is None


# Action items


def test_only_what_stands_in_the_transcript_counts() -> None:
    transcript = Transcribed([turn("Ana Reis", "I'll send the offer by Friday."), turn("Rui", "I will book the room.")])
    people = [Participant("Ana Reis", ("ana@example.org",), is_user=True), Participant("Rui", ())]
    proposed = [
        Proposed("Send the offer", "Ana", "mallory@evil.example", "I'll send the offer by Friday"),
        Proposed("Send the offer by Friday", "Ana Reis", None, "send the offer by Friday"),
        Proposed("Book the room", "Rui", None, "I will book the room"),
        Proposed("Wire the money", "Ana", None, "I will wire the money to Mallory"),
        Proposed("\u202e", "Ana", None, "I'll send the offer by Friday"),
    ]
    assert grounded(proposed, transcript, people) == [
        Item("Send the offer", "Ana Reis", "ana@example.org", "I'll send the offer by Friday.", mine=True),
        Item("Book the room", "Rui", None, "I will book the room.", mine=False),
    ]


def test_a_turn_handed_back_is_no_task_but_a_promise_is() -> None:
    transcript = Transcribed([turn("Rui", "Okay, what's function? There we go."), turn("Ana", "I will book the room.")])
    proposed = [
        Proposed("Rui: Okay, what's function?", "Rui", None, "Okay, what's function?"),
        Proposed("There we go", "Rui", None, "There we go."),
        Proposed("I will book the room.", "Ana", None, "I will book the room."),
    ]
    assert [item.text for item in grounded(proposed, transcript, [])] == ["I will book the room."]


@corpus("meetings", "the_user_is_named_where_no_voice_is_known_as_theirs")
def test_the_user_is_named_where_no_voice_is_known_as_theirs(
    assignee: str | None, email: str | None, mine: bool
) -> None:
    transcript = Transcribed(
        [turn("Speaker 1", "Ana Reis, please send the offer."), turn("Speaker 2", "And the room?")]
    )
    known = Known(
        (), frozenset({"user", "me", "ana reis", "u123", normalize("ana@example.org")}), "Ana Reis", "ana@example.org"
    )
    people = [Participant("Rui"), *consolidate([], ["Speaker 1", "Speaker 2"], known)]
    proposed = [Proposed("Send the offer", assignee, email, "please send the offer")]
    (item,) = grounded(proposed, transcript, people, user_of(known))
    assert item.mine is mine
    assert (item.assignee, item.email) == ("Ana Reis", "ana@example.org") or not mine


@pytest.mark.parametrize("nobody", [None, "", "I", "me"])
def test_who_promises_it_is_who_does_it(nobody: str | None) -> None:
    transcript = Transcribed([turn("Ana Reis", "Well, I'll send the offer by Friday. The room is small.")])
    people = [Participant("Ana Reis", is_user=True, labels=("Ana Reis",)), Participant("Rui")]
    proposed = [
        Proposed("Send the offer", nobody, None, "I'll send the offer by Friday"),
        Proposed("Find a room", nobody, None, "The room is small"),
    ]
    (promised, other) = grounded(proposed, transcript, people)
    assert (promised.assignee, promised.mine) == ("Ana Reis", True)
    assert not other.mine


@corpus("domain_meetings", "which_items_were_there_before")
def test_which_items_were_there_before(before: tuple[str, str], after: tuple[str, str], same: bool) -> None:
    old = Item(before[0], "Ana", None, before[1])
    new = Item(after[0], "Ana", None, after[1])
    assert paired([new], [old], lambda one: one) == [old if same else None]
    assert paired([Item(new.text, "Rui", None, "said elsewhere")], [old], lambda one: one) == [None]


def test_two_items_of_one_sentence_stay_apart() -> None:
    quote = "I'll send the offer and book the room"
    old = [Item("Send the offer", "Ana", None, quote), Item("Book the room", "Ana", None, quote)]
    new = [Item("Book a room", "Ana", None, quote), Item("Send out the offer", "Ana", None, quote)]
    assert paired(new, old, lambda one: one) == [old[1], old[0]]


@corpus("meetings", "a_due_date_is_what_was_surely_said")
def test_a_due_date_is_what_was_surely_said(quote: str, locale: str, due: str | None) -> None:
    said_at = datetime(2026, 11, 20, 10)
    assert due_of(quote, said_at=said_at, locale=locale) == ({"due_at": due} if due else {})


# Without a model


def test_the_reader_shows_what_was_said_and_promised() -> None:
    talk = [
        turn("Rui", "The budget of the project is twelve thousand euros. The weather is nice today, isn't it?"),
        turn("Ana Reis", "We decided to start the project in January. I'll send the budget to the client by Monday."),
        turn("Rui", "Can you also review the contract of the project?"),
        turn("Ana Reis", "Sure. Can you hear me?"),
        turn("Rui", "The project needs a contract with the client before the budget is spent."),
    ]
    draft = draft_of(talk, "en-US")
    assert draft.generated_by == "reader"
    label, *lines = draft.summary.split("\n")
    assert "Without a language model" in label
    spoken = " ".join(one.text for one in talk)
    assert lines
    assert all(line.partition("“")[2].rstrip("”") in spoken for line in lines)
    assert [(one.text, one.assignee) for one in draft.proposed] == [
        ("I'll send the budget to the client by Monday", "Ana Reis"),
        ("Can you also review the contract of the project", "Ana Reis"),
    ]


def test_a_sentence_that_is_shown_does_not_end_at_a_title() -> None:
    said = "The offer for Dr. Reis costs twelve thousand euros."
    assert f"Rui: “{said}”" in draft_of([turn("Rui", said)], "en-US").summary


@corpus("domain_meetings", "the_reader_in_portuguese_and_spanish")
def test_the_reader_in_portuguese_and_spanish(text: str, label: str, item: str) -> None:
    draft = draft_of([turn("Rui", text)], "en-US")
    assert draft.summary.startswith(label)
    assert [one.text.startswith(item) for one in draft.proposed] == [True]


def test_a_meeting_without_sentences_still_has_a_summary() -> None:
    assert draft_of([turn("", "ok")], "en-US").summary


def test_the_reader_reads_an_hour_in_seconds() -> None:
    talk = [
        turn(f"S{number % 4}", f"We talked about part {number} of the plan and the budget. " * 12)
        for number in range(300)
    ]
    with processor_time() as spent:
        draft = draft_of(talk, "en-US")
        grounded(draft.proposed, Transcribed(talk), [])
    assert spent.seconds < 20
    assert sum(len(one.text) for one in talk) > 170_000


# What comes in


def body(**changes: Any) -> dict[str, Any]:
    return {"meeting_id": "m", "segments": [{"start_s": 0, "end_s": 1, "speaker": "A", "text": "hello"}], **changes}


@pytest.mark.parametrize(
    ("changes", "loc"),
    [
        ({"segments": []}, ("segments",)),
        ({"segments": [{"start_s": 0, "text": " "}]}, ("segments",)),
        ({"segments": [{"start_s": -1, "end_s": 1, "text": "a"}]}, ("segments", 0, "start_s")),
        ({"segments": [{"start_s": 2, "end_s": 1, "text": "a"}]}, ("segments", 0)),
        ({"segments": [{"start_s": float("nan"), "text": "a"}]}, ("segments", 0, "start_s")),
        ({"segments": [{"start_s": 1e9, "text": "a"}]}, ("segments", 0, "start_s")),
        ({"segments": [{"start_s": "soon", "text": "a"}]}, ("segments", 0, "start_s")),
        ({"segments": [{"start_s": 0, "text": 5}]}, ("segments", 0, "text")),
        ({"segments": "text"}, ("segments",)),
        ({"segments": [{"start_s": 0, "text": "a"}] * 100_001}, ("segments",)),
        ({"attendees": [{}]}, ("attendees", 0)),
        ({"meeting_id": ""}, ("meeting_id",)),
        ({"started_at": "0001-01-01T00:00:00Z"}, ("started_at",)),
        ({"started_at": "2026-01-01T10:00:00Z", "ended_at": "2026-01-01T09:00:00Z"}, ()),
    ],
)
def test_bad_input_is_told_where(changes: dict[str, Any], loc: tuple[str | int, ...]) -> None:
    with pytest.raises((ValidationError, InvalidRequest)) as raised:
        for _ in checked_segments(SubmissionIn.model_validate(body(**changes)).segments):
            pass
    if isinstance(raised.value, InvalidRequest):
        assert raised.value.errors[0]["loc"] == ["body", *loc]
    else:
        assert raised.value.errors()[0]["loc"] == loc


def test_a_fault_far_in_is_told_where_it_stands() -> None:
    segments = [{"start_s": place, "text": "a"} for place in range(2_500)]
    segments[1_234]["text"] = 5
    with pytest.raises(InvalidRequest) as raised:
        list(checked_segments(segments))
    assert raised.value.errors[0]["loc"] == ["body", "segments", 1_234, "text"]


def test_plain_attendees_and_unknown_fields_are_taken() -> None:
    given = MeetingIn.model_validate(body(attendees=["Ana", "rui@x.example"], recorder={"name": "r"}))
    assert [(one.name, one.email) for one in given.attendees] == [("Ana", None), (None, "rui@x.example")]
    assert given.model_dump(mode="json", exclude_unset=True)["recorder"] == {"name": "r"}


# Assigned over several turns


@pytest.mark.parametrize(
    ("talk", "items"),
    [
        (
            [("Ana", "We need somebody to call the printer."), ("Rui", "Yes."), ("Eva", "I can do that.")],
            [("We need somebody to call the printer", "Eva")],
        ),
        (
            [("Ana", "Alguém tem de pedir a licença."), ("Rui", "Isso fica comigo.")],
            [("Alguém tem de pedir a licença", "Rui")],
        ),
        (
            [("Ana", "Hay que comprar las cajas."), ("Eva", "Rui, ¿te ocupas tú?"), ("Rui", "Sí, claro.")],
            [("Hay que comprar las cajas", "Rui")],
        ),
        (
            [("Ana", "Personne n'a encore réservé le car."), ("Eva", "Rui, tu peux t'en charger ?"), ("Rui", "Oui.")],
            [("Personne n'a encore réservé le car", "Rui")],
        ),
        ([("Ana", "Somebody has to call the bank."), ("Eva", "Rui, can you do that?"), ("Rui", "No, sorry.")], []),
        (
            [("Ana", "Somebody has to call the bank."), ("Eva", "Rui, can you do that?"), ("Rui", "No problem.")],
            [("Somebody has to call the bank", "Rui")],
        ),
        ([("Ana", "Somebody has to call the bank."), ("Rui", "It's raining again.")], []),
        ([("Ana", "If somebody has to call the bank it costs more."), ("Rui", "I can do that.")], []),
        (
            [("Ana", "Rui, you're in charge of the rota, yes?"), ("Rui", "Yes.")],
            [("Rui, you're in charge of the rota, yes?", "Rui")],
        ),
        ([("Ana", "Rui, you're in charge of the rota, yes?"), ("Rui", "No, Eva is."), ("Eva", "Hm.")], []),
        (
            [("Eva", "So Rui and I will count the stock on Thursday."), ("Rui", "Fine.")],
            [("So Rui and I will count the stock on Thursday", "Rui, Eva")],
        ),
        ([("Eva", "Rui and I will count the stock one day."), ("Rui", "Fine.")], []),
        (
            [("Ana", "Let's all bring two ideas next week."), ("Rui", "Ok.")],
            [("Let's all bring two ideas next week", "all")],
        ),
        (
            [
                ("Ana", "Who is next?"),
                ("Rui", "Me."),
                ("Ana", "Rui, right."),
                ("Rui", "Um."),
                ("Ana", "So we'll be working on the text."),
            ],
            [("So we'll be working on the text", "Rui")],
        ),
        ([("Ana", "So we'll be working on the text."), ("Rui", "Fine.")], []),
        ([("Ana", "We decided that the price stays."), ("Rui", "Yes.")], []),
    ],
)
def test_what_is_assigned_over_several_turns(talk: list[tuple[str, str]], items: list[tuple[str, str]]) -> None:
    turns = [turn(speaker, text) for speaker, text in talk]
    turns += [turn("Eva", "Right."), turn("Rui", "Good.")]
    proposed = draft_of(turns, "en-US").proposed
    assert [(one.text, one.assignee) for one in proposed] == items
    assert len(grounded(proposed, Transcribed(turns), [])) == len(items)


def test_a_models_item_that_hands_back_what_was_said_is_none_though_code_hears_such() -> None:
    talk = Transcribed([turn("Ana", "Somebody has to call the bank.")])
    said = "Somebody has to call the bank"
    assert not grounded([Proposed(said, "Rui", None, said)], talk, [])
    assert grounded([Proposed(said, "Rui", None, said, heard=True)], talk, [])
