"""How much may it cost to hold arguments against a schema? A schema of a kilobyte whose references fork forty times is
a trillion steps, and none of them is wrong: so the steps are counted, and past a bound the schema can't be used.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

MOST_STEPS: Final = 50_000
"""Keywords that are looked at for one call, at twenty microseconds each: five for each of ten thousand values."""

_left: ContextVar[list[int] | None] = ContextVar("steps left", default=None)


class OutOfSteps(Exception):
    """The schema takes more than MOST_STEPS for these arguments."""


@contextmanager
def bounded_steps(most: int = MOST_STEPS) -> Iterator[None]:
    """Within the block OutOfSteps is raised where more is looked at."""
    token = _left.set([most])
    try:
        yield
    finally:
        _left.reset(token)


def one_more() -> None:
    """Count a step. Raises OutOfSteps."""
    left = _left.get()
    if left is not None:
        left[0] -= 1
        if left[0] < 0:
            raise OutOfSteps


def counted(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The checks of `jsonschema` by their keywords, each use a step."""
    return {word: _counted(check) for word, check in keywords.items()}


def _counted(check: Callable[..., Any]) -> Callable[..., Any]:
    def once(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        one_more()
        return check(validator, value, instance, schema)

    return once
