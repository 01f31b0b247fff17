"""Are CONTRIBUTING's how-tos true? Each is followed in a copy of the package, in exactly the files that it names."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tests.support import how_to
from tests.support.how_to import Edit
from tests.support.source import PACKAGE, ROOT

PATIENCE_S = 300
RECIPES: Mapping[str, Mapping[str, Edit]] = {
    "a tool": how_to.TOOL,
    "a job": how_to.JOB,
    "a slice": how_to.SLICE,
    "an integration": how_to.INTEGRATION,
}
THE_ADAPTER = {"table.py"}
"""What `the adapter` of an integration is called is its own affair."""


def paragraph(name: str) -> str:
    """What CONTRIBUTING says of it."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return text.partition(f"- **{name}**")[2].partition("\n- **")[0]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a copy of the package and of what checks it."""
    folder = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, folder / "backend" / "orchestrator")  # with what is compiled already
    shutil.copy(ROOT / "pyproject.toml", folder)
    if (cached := ROOT / ".import_linter_cache").exists():
        shutil.copytree(cached, folder / cached.name)
    yield folder
    shutil.rmtree(folder)


def follow(folder: Path, recipe: Mapping[str, Edit]) -> None:
    for name, edit in recipe.items():
        path = folder / name if name.startswith("test_") else folder / "backend" / "orchestrator" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(edit(path.read_text("utf-8") if path.exists() else ""), "utf-8")


def run(folder: Path, *command: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(folder / "backend")}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.parametrize("name", RECIPES)
def test_the_files_are_those_that_it_names(name: str) -> None:
    told = paragraph(name)
    for path in RECIPES[name]:
        file = Path(path).name
        named = f"`{file}`" in told or f"/{file}`" in told
        assert named or (file.startswith("test_") and "its test" in told) or file in THE_ADAPTER, path


def test_what_is_touched_beside_new_files() -> None:
    """Today's numbers: a tool two files with its test, a job three, a slice its folder and one line."""
    assert (len(how_to.TOOL), len(how_to.JOB)) == (2, 3)
    others = [path for path in how_to.SLICE if not path.startswith((how_to.BOOKS, "test_"))]
    assert others == ["catalog.py"]
    before = (PACKAGE / "catalog.py").read_text("utf-8").splitlines()
    after = how_to.SLICE["catalog.py"]("\n".join(before)).splitlines()
    assert len(after) == len(before) + 1


def test_the_product_takes_what_they_add(copy: Path) -> None:
    for recipe in RECIPES.values():
        follow(copy, recipe)
    tests = [name for recipe in RECIPES.values() for name in recipe if name.startswith("test_")]
    run(
        copy,
        sys.executable,
        "-m",
        "pytest",
        *tests,
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "no:randomly",
    )
    run(copy, str(Path(sys.executable).with_name("lint-imports")), "--no-logo")
