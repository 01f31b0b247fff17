"""Which paths may a mission's deliverable have?"""

import pytest

from orchestrator.domain.work.missions.files import MOST_NAMES, NAME_LONGEST, safe_path
from orchestrator.errors import InvalidRequest


@pytest.mark.parametrize(
    "path",
    [
        "report.md",
        "relatório.md",
        "état/résumé de mars.md",
        "año/mañana.md",
        "Übersicht.md",
        "報告.md",
        "n" * NAME_LONGEST,
    ],
)
def test_plain_names_of_every_alphabet(path: str) -> None:
    assert safe_path(f" {path} ") == path


def test_a_path_of_windows_is_one_of_ours() -> None:
    assert safe_path(r"março\relatório.md") == "março/relatório.md"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/etc/passwd",
        "../relatório.md",
        "a/../b",
        "a//b",
        ".git/config",
        "_hidden",
        "é.",
        "a\u202eb",
        "a\nb",
        "é" * (NAME_LONGEST + 1),
        "/".join(["é"] * (MOST_NAMES + 1)),
    ],
)
def test_any_other_is_refused(path: str) -> None:
    with pytest.raises(InvalidRequest):
        safe_path(path)
