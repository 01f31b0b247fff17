"""Does the code keep the rules of style.md that no linter knows?"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import grimp
import pytest
from tests.support.source import PACKAGE, ROOT, FunctionNode, Module, dotted, in_agent, modules, texts

LONGEST_FUNCTION = 60
READS_ENVIRONMENT = {"settings.py"}
COMMITS = {"db/session.py"}
ASKS_THE_CLOCK = {"kit/clock.py"}
SELF_EXPLAINING = {0, 1, 2}
"""Numbers that need no name: none, one, a pair or half, and -1 for the last."""

EVERYTHING = {"Exception", "BaseException"}
NOQA = re.compile(r"noqa: *[A-Z0-9, ]+")
WORDS_OF_A_REASON = 4

SMALL = 80
"""Lines."""
STILL_IN_PIECES = ("language/", "reader/")
OWN_PROCESS = {
    "domain/world/documents/processing/worker.py": "imported by worker processes: its other end drives them",
    "db/pooling.py": "SQLAlchemy is told of its dialect by the module's name",
}
"""Small modules that stay by themselves, and why."""


def all_texts() -> Iterator[tuple[str, str]]:
    for folder in (PACKAGE, ROOT / "tests", ROOT / "bench"):
        for path, text in texts(folder):
            yield f"{folder.name}/{path.relative_to(folder).as_posix()}", text


def test_the_environment_is_read_in_one_place() -> None:
    found = []
    for module in modules():
        if module.name in READS_ENVIRONMENT:
            continue
        uses = [*module.attributes(), *module.imports()]
        found += [f"{module.name}:{line}" for line, name in uses if name.endswith(("os.environ", "os.getenv"))]
    assert not found, "\n".join(found)


def test_only_the_unit_of_work_commits() -> None:
    found = []
    for module in modules():
        if module.name not in COMMITS:
            found += [f"{module.name}:{line}" for line, name in module.attributes() if name.endswith(".commit")]
    assert not found, "\n".join(found)


def test_only_the_clock_asks_for_the_time() -> None:
    asking = (".now", ".utcnow", ".today")
    found = []
    for module in modules():
        if module.name in ASKS_THE_CLOCK:
            continue
        for line, name in module.attributes():
            owner = name.rpartition(".")[0].rpartition(".")[2]
            if name.endswith(asking) and owner in {"datetime", "date"}:
                found.append(f"{module.name}:{line} {name}")
    assert not found, "\n".join(found)


def test_no_number_in_the_runtime_is_without_a_name() -> None:
    found = []
    for module in in_agent():
        for function in module.functions():
            found += [f"{module.name}:{line} {value}" for line, value in bare_numbers(function)]
    assert not found, "\n".join(sorted(set(found)))


def bare_numbers(function: FunctionNode) -> Iterator[tuple[int, float]]:
    for node in ast.walk(function):
        if isinstance(node, ast.Constant) and type(node.value) in {int, float} and node.value not in SELF_EXPLAINING:
            yield node.lineno, node.value  # type: ignore[misc]


def test_nothing_is_mocked() -> None:
    found = []
    for name, text in all_texts():
        if "mock" not in text and "monkeypatch" not in text:
            continue
        module = Module(name, ast.parse(text))
        imported = [
            line for line, each in module.imports() if each.startswith(("unittest.mock", "mock.", "pytest_mock"))
        ]
        patched = [line for line, each in module.attributes() if each.endswith("monkeypatch.setattr")]
        found += [f"{name}:{line}" for line in (*imported, *patched)]
    assert not found, "\n".join(found)


def test_whoever_catches_everything_says_why() -> None:
    found = []
    for module in modules():
        lines = (PACKAGE / module.name).read_text("utf-8").splitlines()
        found += [f"{module.name}:{line}" for line in catching_everything(module.tree) if not says_why(lines[line - 1])]
    assert not found, "name the errors, or say beside it what it is the border of:\n" + "\n".join(found)


def catching_everything(tree: ast.Module) -> Iterator[int]:
    """Lines of handlers of whatever is raised, and of blocks that suppress it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(one is None or dotted(one) in EVERYTHING for one in caught):
                yield node.lineno
        elif isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] == "suppress":
            yield from (node.lineno for one in node.args if dotted(one) in EVERYTHING)


def says_why(line: str) -> bool:
    comment = line.partition("#")[2]
    return len(NOQA.sub("", comment).split()) >= WORDS_OF_A_REASON


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("except Exception:", True),
        ("except:", True),
        ("except (OSError, BaseException) as error:", True),
        ("except Exception:  # noqa: BLE001", True),
        ("except Exception:  # a named border: the job runner", False),
        ("except Exception:  # noqa: BLE001  (a named border: whatever an import raises)", False),
        ("except OSError:", False),
    ],
)
def test_the_test_sees_them(source: str, *, seen: bool) -> None:
    whole = ast.parse(f"try:\n    x\n{source}\n    y")
    assert (list(catching_everything(whole)) == [3] and not says_why(source)) == seen
    assert list(catching_everything(ast.parse("with contextlib.suppress(Exception):\n    x"))) == [1]


def test_every_function_can_be_seen_at_once() -> None:
    found = []
    for module in modules():
        for function in module.functions():
            length = (function.end_lineno or 0) - function.lineno + 1 - docstring_lines(function)
            if length > LONGEST_FUNCTION:
                found.append(f"{module.name}:{function.lineno} {function.name} has {length} lines")
    assert not found, "\n".join(found)


def docstring_lines(function: FunctionNode) -> int:
    first = function.body[0]
    if ast.get_docstring(function, clean=False) is None:
        return 0
    return (first.end_lineno or first.lineno) - first.lineno + 1


def test_every_module_says_what_it_answers() -> None:
    """Its first token is a text (a parse of every test would take a minute of a busy machine)."""
    found = []
    for name, text in all_texts():
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        first = next(token for token in tokens if token.type not in (tokenize.COMMENT, tokenize.NL))
        if first.type != tokenize.STRING or not ast.literal_eval(first.string).strip():
            found.append(name)
    assert found == []


@pytest.mark.parametrize("banned", ["utils", "helpers", "manager", "common", "misc"])
def test_no_module_has_a_name_that_says_nothing(banned: str) -> None:
    assert [name for name, _ in all_texts() if banned in name.removesuffix(".py").split("/")] == []


def test_no_small_module_serves_one_sibling_alone() -> None:
    """Who reads the one has to open the other (docs/decisions/0058)."""
    graph = grimp.build_graph("orchestrator", include_external_packages=False)
    found = set()
    for module in modules():
        name = "orchestrator." + module.name.removesuffix(".py").replace("/", ".")
        if module.name.endswith("__init__.py"):
            continue
        importers = graph.find_modules_that_directly_import(name)
        beside = {one for one in importers if one.rpartition(".")[0] == name.rpartition(".")[0]}
        if len(importers) == 1 and beside and len((PACKAGE / module.name).read_text("utf-8").splitlines()) < SMALL:
            found.add(module.name)
    assert found == OWN_PROCESS.keys()


def test_nobody_offers_what_another_module_defines() -> None:
    """Mypy lets no import be used as an export unless `__all__` or `as` says so."""
    found = []
    for module in modules():
        if module.name.startswith(STILL_IN_PIECES):
            continue
        imported = {name.rpartition(".")[2] for _, name in module.imports()}
        for node in module.nodes:
            if isinstance(node, ast.Assign) and "__all__" in {ast.unparse(one) for one in node.targets}:
                found += [f"{module.name} {name}" for name in ast.literal_eval(node.value) if name in imported]
            if isinstance(node, ast.ImportFrom):
                found += [f"{module.name} {each.name}" for each in node.names if each.asname == each.name]
    assert not found, "\n".join(found)
