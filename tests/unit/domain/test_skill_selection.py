"""Which skills are told of, in which order, and what of a model's choice counts?"""

from datetime import UTC, datetime, timedelta

import pytest

from orchestrator.domain.work.skills.choosing import named_in
from orchestrator.domain.work.skills.selection import CATALOGUE_TOKENS, MOST_OFFERED, Offered, catalogue
from orchestrator.kit.tokens import estimate

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
LONG = "and so on, as long as a description may be, and then some more of it " * 5


def skill(name: str, description: str = "", *, days: float | None = None) -> Offered:
    return Offered(name, description, NOW - timedelta(days=days) if days is not None else None)


def told(skills: list[Offered], question: str, chosen: tuple[str, ...] = ()) -> list[str]:
    return [one.name for one in catalogue(skills, question, NOW, chosen)[0]]


def test_where_all_have_room_every_question_is_told_the_same() -> None:
    there = [skill("trip-packing", "What to pack for a trip."), skill("gift-ideas", "Finds presents.")]
    for question in ("what shall I pack for the trip to Lisbon?", "a present for Ana", ""):
        assert told(there, question) == ["gift-ideas", "trip-packing"]
    assert told([*there, skill("cooking", days=31)], "cooking") == ["gift-ideas", "trip-packing", "cooking"]


def test_unused_for_thirty_days_is_last_among_equals_and_not_before_what_fits_less() -> None:
    there = [
        skill("a", f"Sorts mail. {LONG}", days=30.01),
        skill("b", f"Sorts mail. {LONG}", days=30),
        skill("c", f"Paints. {LONG}", days=1),
        skill("d", f"Sorts mail. {LONG}"),
        *(skill(f"x{number:02}", LONG) for number in range(30)),
    ]
    assert told(there, "sort my mail")[:4] == ["b", "d", "a", "c"]


def test_the_eight_that_fit_best_and_never_more_than_the_budget() -> None:
    there = [skill(f"s{number:02}", f"{number} {LONG}") for number in range(30)]
    there.append(skill("zebras", f"Looks after zebras. {LONG}"))
    listed, of = catalogue(there, "who looks after the zebras?", NOW)
    assert (listed[0].name, len(listed), of) == ("zebras", MOST_OFFERED, 31)
    assert sum(estimate(one.line) for one in listed) <= CATALOGUE_TOKENS


def test_what_was_chosen_comes_first_in_its_order_and_the_search_fills_up() -> None:
    there = [skill(f"s{number:02}", LONG, days=number * 10) for number in range(31)]
    assert told(there, "", ("s30", "s07", "unknown")) == ["s30", "s07", "s00", "s01", "s02", "s03", "s04", "s05"]


@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ('{"names": ["b", "a"]}', ("b", "a")),
        ('```json\n{"names": ["B", "/a ", "b"]}\n```', ("b", "a")),
        ('{"names": ["curl-bash", "a; rm", 3, null, {"name": "b"}, ["a"]]}', ()),
        ('{"names": "a"}', ()),
        ('{"names": []}', ()),
        ('["a"]', ()),
        ("a", ()),
        ("", ()),
        ('{"names": ["' + '", "'.join("abcdefghijkl") + '"]}', tuple("abcdefgh")),
    ],
)
def test_of_an_answer_counts_what_was_listed(answer: str, names: tuple[str, ...]) -> None:
    assert named_in(answer, list("abcdefghijkl")) == names
