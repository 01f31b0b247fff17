"""What does our source consist of? Every module with its syntax tree, for the tests of its shape.

Ask for `modules()` and select: the trees of a folder are kept once a process, 300 MB of them.
"""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "backend" / "orchestrator"

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One file. `name`: its path below the folder it was looked for in, such as `agent/types/limits.py`."""

    name: str
    tree: ast.Module

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree."""
        return tuple(ast.walk(self.tree))

    def functions(self) -> Iterator[FunctionNode]:
        """All functions and methods, nested ones too."""
        return (node for node in self.nodes if isinstance(node, FunctionNode))

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and dotted name of everything imported; `from a import b` gives `a.b`."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((node.lineno, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)

    def attributes(self) -> Iterator[tuple[int, str]]:
        """Line and dotted name of every attribute, such as `os.environ`; `….now` where it hangs on no plain name."""
        return ((node.lineno, dotted(node)) for node in self.nodes if isinstance(node, ast.Attribute))


def dotted(node: ast.expr) -> str:
    """The name of what is named plainly or as an attribute, `…` for any other expression."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "…"


@cache
def modules(folder: Path = PACKAGE) -> tuple[Module, ...]:
    """Every Python file below `folder`, parsed once."""
    gc.disable()  # what a collection logs in the middle of a parse breaks it: cpython gh-106905
    try:
        return tuple(Module(path.relative_to(folder).as_posix(), ast.parse(text)) for path, text in texts(folder))
    finally:
        gc.freeze()  # they stay: each full collection would walk through a million nodes
        gc.enable()


def in_agent() -> Iterator[Module]:
    """Those of the runtime."""
    return (module for module in modules() if module.name.startswith("agent/"))


def texts(folder: Path) -> Iterator[tuple[Path, str]]:
    """Every Python file below `folder` as it is written."""
    for path in sorted(path for path in folder.rglob("*.py") if ".venv" not in path.parts):
        yield path, path.read_text("utf-8")
