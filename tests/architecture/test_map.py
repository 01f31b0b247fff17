"""Is the map in the README true? It names every folder that a newcomer meets."""

from tests.support.source import PACKAGE, ROOT

BESIDE_THE_POINT = {"__pycache__"}


def test_the_map_names_every_folder() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    top = {path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")} - {"dist"}
    bands = {path.name for path in PACKAGE.iterdir() if path.is_dir()} - BESIDE_THE_POINT
    groups = {path.name for path in (PACKAGE / "domain").iterdir() if path.is_dir()} - BESIDE_THE_POINT
    assert [name for name in sorted(top | bands | groups) if name not in text] == []


def test_every_program_of_the_makefile_is_told() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert [target for target in ("make run", "make test") if target not in text] == []
