"""What does our source consist of? Every module with its syntax tree, for the tests of its shape."""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "backend" / "orchestrator"

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One file. `name`: its path below the folder it was looked for in, such as `agent/types/limits.py`."""

    name: str
    tree: ast.Module

    def functions(self) -> Iterator[FunctionNode]:
        """All functions and methods, nested ones too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, FunctionNode))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and dotted name of everything imported; `from a import b` gives `a.b`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)

    def attributes(self) -> Iterator[tuple[int, str]]:
        """Line and dotted name of every attribute that hangs on a plain name, such as `os.environ`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Attribute):
                yield node.lineno, ast.unparse(node)


@cache
def modules(folder: Path = PACKAGE) -> tuple[Module, ...]:
    """Every Python file below `folder`."""
    paths = sorted(path for path in folder.rglob("*.py") if ".venv" not in path.parts)
    gc.disable()  # what a collection logs in the middle of a parse breaks it: cpython gh-106905
    try:
        return tuple(Module(path.relative_to(folder).as_posix(), ast.parse(path.read_text("utf-8"))) for path in paths)
    finally:
        gc.enable()
