"""Are all settings told? Each stands in the guide and, with its default, in the example of a `.env` file."""

from pathlib import Path

from tests.support.source import ROOT

from orchestrator.settings import VARIABLES, load_settings

COMMENTED = "# STEWARD_"


def test_the_guide_names_every_setting_and_no_other() -> None:
    guide = (ROOT / "docs" / "guides" / "settings.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in guide.splitlines() if line.startswith("| `")]
    told = [name.strip(" `") for row in rows for name in row.split(",")]
    assert sorted(told) == sorted(VARIABLES)


def test_the_example_file_is_that_of_the_defaults(tmp_path: Path) -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    taken = [line.removeprefix("# ") for line in lines if line.startswith(COMMENTED)]
    assert sorted(line.partition("=")[0] for line in taken) == sorted(VARIABLES)
    (tmp_path / ".env").write_text("\n".join(taken), "utf-8")
    defaults = load_settings(environ={}, env_file=None).settings
    read = load_settings(environ={}, env_file=tmp_path / ".env").settings
    assert read.model_copy(update={"timezone_is_set": False}) == defaults
