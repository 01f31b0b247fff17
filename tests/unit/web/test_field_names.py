"""Are the fields of a card called the same in the console and in the phone's app, which can't share a file?"""

from pathlib import Path

import pytest

from orchestrator.kit import patterns
from orchestrator.language.tables import LANGUAGES

ROOT = Path(__file__).parents[3]
CONSOLE, APP = ROOT / "backend/orchestrator/console/chat/words", ROOT / "clients/mobile/src/words"
FIELD = patterns.compile(r'"(field\.[a-z_]+)": "([^"]*)"')


def fields(path: Path) -> dict[str, str]:
    return {found[1]: found[2] for found in FIELD.finditer(path.read_text("utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_field_has_one_name(language: str) -> None:
    console, app = fields(CONSOLE / f"{language}.js"), fields(APP / f"{language}.ts")
    assert app
    assert {name: console.get(name) for name in app} == app
