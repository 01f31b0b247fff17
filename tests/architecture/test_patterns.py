"""Does text from outside meet a backtracking engine?

`kit/patterns.py` is the one place that compiles regular expressions (google-re2, linear time). What still imports `re`
stands in `backtracking.txt`; the list may only shrink, and is empty once there is one way from words to meaning.
"""

from pathlib import Path

from tests.support.source import modules

ALLOWED = Path(__file__).with_name("backtracking.txt")
ENGINES = ("re", "regex", "sre_compile", "fnmatch")
LINEAR = {"kit/patterns.py"}


def importing(*names: str) -> set[str]:
    return {
        module.name
        for module in modules()
        for _, name in module.imports()
        if any(name == engine or name.startswith(f"{engine}.") for engine in names)
    }


def test_only_the_listed_modules_import_a_backtracking_engine() -> None:
    listed = set(ALLOWED.read_text(encoding="utf-8").split())
    found = importing(*ENGINES)
    assert not found - listed, f"use orchestrator.kit.patterns: {sorted(found - listed)}"
    assert not listed - found, f"take these lines out of {ALLOWED.name}: {sorted(listed - found)}"


def test_one_module_compiles_for_the_linear_engine() -> None:
    assert importing("re2") == LINEAR
