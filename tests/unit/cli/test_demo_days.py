"""Do the days of the demo life lie around the day on which it is written, also on the rare ones?"""

from datetime import date

import pytest

from orchestrator.cli.demo_life.writing import dated, life

SATURDAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("written", "today", "said"),
    [
        ("@zone", SATURDAY, "Europe/Lisbon"),
        ("@0T16:30", SATURDAY, "2026-11-28T16:30"),
        ("@+5", SATURDAY, "2026-12-03"),
        ("@-1T20:10Z", date(2027, 1, 1), "2026-12-31T20:10:00Z"),
        ("@mon-8T09:30", SATURDAY, "2026-09-28T09:30"),
        ("@mon+0T09:30", date(2026, 11, 23), "2026-11-23T09:30"),
        ("@sun+0", SATURDAY, "2026-11-29"),
        ("@birthday+5 1992", SATURDAY, "1992-12-03"),
        ("@birthday+0 1991", date(2028, 2, 29), "1991-02-28"),
        ("me@example.org", SATURDAY, "me@example.org"),
    ],
)
def test_a_day(written: str, today: date, said: str) -> None:
    assert dated({"at": [written]}, today, "Europe/Lisbon") == {"at": [said]}


@pytest.mark.parametrize("wrong", ["@", "@tomorrow", "@+3 10:00", "@birthday 1990"])
def test_what_is_no_day(wrong: str) -> None:
    with pytest.raises(ValueError, match="is no day"):
        dated(wrong, SATURDAY, "Europe/Lisbon")


def test_all_of_the_life_has_its_days() -> None:
    calls = dated(life()["calls"], SATURDAY, "Europe/Lisbon")
    assert len(calls) > 70
    assert all(("upload" in call) != bool({"post", "patch"} & set(call)) for call in calls)
