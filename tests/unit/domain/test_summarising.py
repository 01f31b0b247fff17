"""What is told of a conversation to whoever makes it shorter, and what does code take of it where nobody can?"""

from datetime import UTC, datetime, timedelta

import pytest
from tests.support.processor_time import processor_time

from orchestrator.agent.types.origin import Origin
from orchestrator.domain.memory.episodes.distilling import by_code as episode_by_code
from orchestrator.domain.memory.episodes.distilling import thinned
from orchestrator.domain.people.conversations.extracting import LONGEST_SENTENCE, MOST_CHARACTERS, telling
from orchestrator.domain.people.conversations.said import Said, label, transcript
from orchestrator.domain.people.conversations.summarizing import NOTHING_SAID, by_code
from orchestrator.kit.ids import new_id
from orchestrator.kit.tokens import estimate

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def said(text: str, origin: Origin = Origin.USER, speaker: str = "user", *, gone: bool = False, at: int = 0) -> Said:
    return Said(new_id(), speaker, origin, text, NOW + timedelta(minutes=at), NOW, gone)


TALK = [
    said("Good morning!"),
    said("Good morning, how can I help?", Origin.AGENT, "assistant"),
    said("The boat race is on 12 May in Cascais. I want to sail it with Ana."),
    said("That sounds great.", Origin.AGENT, "assistant"),
    said("Ana can't sail on 12 May, so I sail the race with Rui.", at=1),
    said("Understood.", Origin.AGENT, "assistant"),
    said("Thanks"),
]


def test_code_takes_what_the_user_told_and_leaves_greetings() -> None:
    assert telling(TALK, most=2) == [
        ("user", "The boat race is on 12 May in Cascais."),
        ("user", "Ana can't sail on 12 May, so I sail the race with Rui."),
    ]
    made = by_code(TALK)
    assert "user: The boat race is on 12 May in Cascais." in made.text.splitlines()
    assert (made.generated_by, made.origin) == ("reader", Origin.AGENT)


def test_of_nothing_and_of_what_is_gone_nothing_is_told() -> None:
    assert telling([]) == []
    gone = said("The gala is in the hall on Friday.", gone=True)
    assert telling([gone]) == []
    assert by_code([gone]).text == NOTHING_SAID
    assert transcript([gone, said("  ")], tokens=100) == ""
    assert episode_by_code([gone], title="").title == NOTHING_SAID


@pytest.mark.parametrize(
    "text", ["x" * 50_000, "word " * 20_000, "Sim. " * 10_000, "🎉" * 5_000, "一二三四五。" * 3_000, "\n" * 9_999]
)
def test_awkward_messages_are_bounded(text: str) -> None:
    parts = [said(text), said("The boat is red and has two sails.")]
    found = telling(parts)
    assert sum(len(sentence) for _, sentence in found) <= MOST_CHARACTERS
    assert all(len(sentence) <= LONGEST_SENTENCE for _, sentence in found)
    assert estimate(transcript(parts, tokens=500)) <= 520


def test_long_lines_are_cut_to_one_length_and_short_ones_stay() -> None:
    parts = [said("short one"), *(said("long " * 400) for _ in range(3))]
    lines = transcript(parts, tokens=600).splitlines()
    assert lines[0] == "user: short one"
    assert len({len(line) for line in lines[1:]}) == 1
    assert 600 * 3.6 * 0.9 < sum(len(line) for line in lines) <= 600 * 3.6


def test_who_speaks_and_the_label_of_the_whole() -> None:
    parts = [said("Line\none", Origin.THIRD_PARTY, "Rui"), said("Yes")]
    assert transcript(parts, tokens=100) == "Rui: Line one\nuser: Yes"
    assert label(parts) is Origin.THIRD_PARTY
    assert label(parts[1:]) is Origin.USER
    assert label([said("x", Origin.THIRD_PARTY, gone=True), parts[1]]) is Origin.USER


@pytest.mark.parametrize(("own", "others"), [(400, 0), (0, 400), (10, 390), (390, 10), (200, 200), (75, 75)])
def test_a_long_session_is_thinned_in_order_and_the_users_words_are_half_of_it(own: int, others: int) -> None:
    parts = [said(f"mine {n}", at=2 * n) for n in range(own)]
    parts += [said(f"theirs {n}", Origin.THIRD_PARTY, "Rui", at=2 * n + 1) for n in range(others)]
    parts.sort(key=lambda part: part.at)
    kept = thinned(parts)
    assert len(kept) == min(150, own + others)
    assert [part.at for part in kept] == sorted(part.at for part in kept)
    assert sum(part.by_user for part in kept) >= min(own, 75)


def test_code_is_quick_enough_for_the_loop_it_runs_in() -> None:
    parts = [
        said(f"On day {n} we sailed to harbour {n} with Rui. It was windy, and the sail tore.") for n in range(150)
    ]
    by_code(parts)  # what is compiled once
    with processor_time() as spent:
        by_code(parts)
    assert spent.seconds < 2.0
