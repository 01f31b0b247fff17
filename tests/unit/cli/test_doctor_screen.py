"""Does `steward doctor` fit on one screen, with what is to be done first?"""

import pytest

from orchestrator.cli.doctor.findings import Check
from orchestrator.cli.doctor.report import screen

WIDTH = 80
SCREEN = 24
WELL = [
    *(Check(name, "ok", f"/home/ana/.local/share/steward/{name} is its owner's alone") for name in ("home", "token")),
    *(
        Check(f"part {number}", "ok", "it answers, as it did each time it was asked before " * 3)
        for number in range(30)
    ),
    *(Check("sandbox", "ok", f"attempt {number}: stopped") for number in range(43)),
    *(Check(name, "ok", "off; set STEWARD_OF_IT") for name in ("web search", "photos")),
]


def test_all_well_fits_on_a_screen() -> None:
    lines = [line for line, _ in screen(WELL, WIDTH)]
    assert len(lines) <= SCREEN
    assert max(map(len, lines)) <= WIDTH
    assert lines[0] == "✓ files        home, token: their owner's alone"
    assert "more that are well: steward doctor --verbose" in lines[-2]
    assert lines[-1] == "All is well."


def test_few_parts_are_each_told_and_what_is_off_together() -> None:
    few = [one for one in WELL if not one.name.startswith("part")]
    lines = [line for line, _ in screen(few, WIDTH)]
    assert [line[2:14].strip() for line in lines[:-1]] == ["files", "sandbox", "off"]
    assert "web search, photos" in lines[2]


@pytest.mark.parametrize("width", [40, 80, 100])
def test_what_is_wrong_comes_first_and_whole(width: int) -> None:
    noted = Check(
        "jobs", "note", "2 jobs failed", "GET /system/jobs shows which; POST /jobs/{id}/retry tries one again"
    )
    broken = Check("disk", "broken", "0.05 GiB free", "make room beside the home: Postgres stops when it can't write")
    escaped = [Check("sandbox", "note", f"attempt {number}: got out") for number in range(43)]
    found = screen([*WELL, noted, *escaped, broken], width)
    lines = [line for line, _ in found]
    assert lines[0].startswith("✗ disk")
    assert found[0][1] == "bold red"
    told = " ".join(" ".join(lines).split())
    assert f"→ {broken.advice}" in told
    assert f"→ {noted.advice}" in told
    assert "attempt 0: got out (and 42 more of the kind: --verbose)" in told
    assert len(lines) <= SCREEN
    assert lines[-1].startswith("1 broken, 2 to look at")


def test_when_much_is_broken_all_of_it_is_told() -> None:
    broken = [Check(f"part {number}", "broken", "it does not answer", "start it") for number in range(30)]
    lines = [line for line, _ in screen(broken, WIDTH)]
    assert sum("→ start it" in line for line in lines) == 30
