"""Is a language a folder? The same tables with the same keys in each, and no language and no words of one elsewhere.

`languages_named.txt` lists the modules that still name a language, `languages_worded.txt` those that still hold words
of one; both may only shrink. What the words of a language are is read from the tables of the languages that are not
the first, whose words stand in any English text.
"""

import ast
import importlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.support.source import Module, modules

from orchestrator.language import tables
from orchestrator.language.tables import DATA, DEFAULT, LANGUAGES, ByLanguage
from orchestrator.language.text.normalize import STOP_WORDS, tokens

NAMED = Path(__file__).with_name("languages_named.txt")
WORDED = Path(__file__).with_name("languages_worded.txt")
TAG = re.compile(rf"(?:{'|'.join(LANGUAGES)})(?:[-_][A-Z]{{2}})?")
SHORTEST = 3
"""Letters: shorter words are abbreviations and names of fields as well."""
CODE_TOO = frozenset("era com num son dos todo est cet ceci quel mon ele".split())
"""Words of another language that are words of English or of code as well."""
DEFAULT_LOCALE = {"domain/people/accounts/schemas.py", "domain/people/accounts/model.py"}
"""Where a locale stands that was chosen, not a language that is treated by itself."""


def listed(path: Path) -> set[str]:
    return {line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")}


def texts(module: Module) -> Iterator[str]:
    """Every text that stands in the code, without the docstrings."""
    said = {
        id(node.value) for node in module.nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in module.nodes:
        if isinstance(node, ast.Constant) and type(node.value) is str and id(node) not in said:
            yield node.value


def names_a_language(module: Module) -> bool:
    names = {tables.ABOUT[language].name for language in LANGUAGES}
    if any(TAG.fullmatch(text) or text in names for text in texts(module)):
        return True
    called = {node.id for node in module.nodes if isinstance(node, ast.Name)}
    called |= {node.name for node in module.nodes if isinstance(node, ast.FunctionDef)}
    called |= {name.rpartition(".")[2] for _, name in module.imports()}
    return any({*name.lower().split("_")} & {*LANGUAGES, *names} for name in called)


@cache
def foreign() -> frozenset[str]:
    """Small words of the languages that are none of the first."""
    others = frozenset[str]().union(*(STOP_WORDS[language] for language in LANGUAGES if language != DEFAULT))
    return frozenset(word for word in others - STOP_WORDS[DEFAULT] - CODE_TOO if len(word) >= SHORTEST)


def words_of_a_language(module: Module) -> frozenset[str]:
    return frozenset(word for text in texts(module) for word in tokens(text)) & foreign()


def test_only_the_listed_modules_name_a_language() -> None:
    found = {module.name for module in modules() if names_a_language(module)} - DEFAULT_LOCALE
    assert not found - listed(NAMED), f"put it into language/data: {sorted(found - listed(NAMED))}"
    assert not listed(NAMED) - found, f"take these lines out of {NAMED.name}: {sorted(listed(NAMED) - found)}"


def test_only_the_listed_modules_hold_words_of_a_language() -> None:
    found = {module.name for module in modules() if words_of_a_language(module)}
    assert not found - listed(WORDED), f"put them into language/data: {sorted(found - listed(WORDED))}"
    assert not listed(WORDED) - found, f"take these lines out of {WORDED.name}: {sorted(listed(WORDED) - found)}"


def test_every_folder_holds_the_same_tables() -> None:
    regions = {path.name for path in DATA.glob("*/messages_[A-Z][A-Z].po")}
    held = {language: {path.name for path in (DATA / language).iterdir()} - regions for language in LANGUAGES}
    assert len(held) >= len({"en", "pt", "es"})
    assert all(names == held[DEFAULT] for names in held.values()), held
    assert {path.name for path in DATA.iterdir() if path.is_dir()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_has_the_keys_of_the_first_language(language: str) -> None:
    for path in sorted((DATA / DEFAULT).glob("*.toml")):
        first, other = (tomllib.loads((DATA / each / path.name).read_text("utf-8")) for each in (DEFAULT, language))
        assert other.keys() == first.keys(), f"{language}/{path.name}: {sorted(other.keys() ^ first.keys())}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_is_as_its_schema_says(language: str) -> None:
    read = 0
    for module in modules():
        if not any(".tables" in each for _, each in module.imports()):
            continue
        name = f"orchestrator.{module.name.removesuffix('.py').replace('/', '.')}".removesuffix(".__init__")
        for held in [*vars(importlib.import_module(name)).values()]:
            if isinstance(held, ByLanguage):
                assert held[language] is not None
                read += 1
    assert read >= len(list((DATA / DEFAULT).glob("*.toml"))) - 1  # language.toml is read with the list of languages
