"""Texts that lie in a package beside its code: prompts and instructions."""

from functools import cache
from importlib.resources import files


@cache
def package_text(module: str, path: str) -> str:
    """The text at `path` ("prompts/extract.md") in the package of the module `module` (its `__name__`), without blanks
    around it. Raises FileNotFoundError."""
    return files(module.rpartition(".")[0]).joinpath(*path.split("/")).read_text("utf-8").strip()
