"""Does text from outside meet a backtracking engine?

`kit/patterns.py` is the one place that compiles regular expressions (google-re2, linear time); nothing imports `re`.
"""

from tests.support.source import modules

ENGINES = ("re", "regex", "sre_compile", "fnmatch")
LINEAR = {"kit/patterns.py"}


def importing(*names: str) -> set[str]:
    return {
        module.name
        for module in modules()
        for _, name in module.imports()
        if any(name == engine or name.startswith(f"{engine}.") for engine in names)
    }


def test_nothing_imports_a_backtracking_engine() -> None:
    found = importing(*ENGINES)
    assert not found, f"use orchestrator.kit.patterns: {sorted(found)}"


def test_one_module_compiles_for_the_linear_engine() -> None:
    assert importing("re2") == LINEAR
