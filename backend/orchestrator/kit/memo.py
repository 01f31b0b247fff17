"""Results of pure functions of a text that are kept for a while: one message is read by many, each from the start."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
SHORT = 500
"""Characters: what people type. A longer text is worked out each time, so that what is kept stays small."""


def kept_for_short_texts(
    size: int,
) -> Callable[[Callable[Concatenate[str, P], T]], Callable[Concatenate[str, P], T]]:
    """Decorates a pure function of a text and hashable arguments whose results are never changed: those of the last
    `size` calls with a short text are kept (least recently used go first)."""

    def decorate(work: Callable[Concatenate[str, P], T]) -> Callable[Concatenate[str, P], T]:
        remembered: Callable[Concatenate[str, P], T] = lru_cache(maxsize=size)(work)  # type: ignore[assignment]

        @wraps(work)
        def answered(text: str, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return (remembered if len(text) <= SHORT else work)(text, *args, **kwargs)

        return answered

    return decorate
