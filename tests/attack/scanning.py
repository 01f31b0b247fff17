"""Which patterns are exponential, and which worse than linear? All of ours, each against texts made for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.attack import child

Gathered = tuple[str, str, int, str]
"""Engine, pattern, flags, place."""
BOUNDED = ("language/", "reader/", "commands/")
"""Here texts are cut to a length before a pattern sees them (the tests of growth hold that): its square is little."""


@dataclass(frozen=True)
class Verdict:
    """What one pattern is, and the text that shows it: what stands before, what is said again and again, the end."""

    kind: str
    engine: str
    pattern: str
    where: str
    text: tuple[str, ...]
    seconds: tuple[float, ...]

    @property
    def bounded(self) -> bool:
        return self.where.rpartition(" < ")[2].startswith(BOUNDED)

    def __str__(self) -> str:
        told = ", ".join(f"{seconds:.3f} s" for seconds in self.seconds) or "killed"
        return f"{self.kind} | {self.engine} | {self.where} | {self.pattern[:80]!r} | {list(self.text)} | {told}"


def gathered(*, lazily: bool = False) -> list[Gathered]:
    """All patterns of ours; `lazily` those too that are made when a function is first called (20 s more)."""
    return [tuple(one) for one in child.asked("patterns-lazily" if lazily else "patterns")]


def scanned(patterns: Sequence[Gathered], *, pumps: int) -> Iterator[Verdict]:
    """The patterns that are not linear; of one that is both, that it is exponential."""
    jobs = [[engine, pattern, flags, pumps] for engine, pattern, flags, _ in patterns]
    for (engine, pattern, _, where), done in zip(patterns, child.done("pumped", jobs), strict=True):
        found = {kind: (text, seconds) for kind, text, seconds in (one for one in done.told if one[0] != "trying")}
        if done.killed:
            _, kind, text = done.told[-1]
            found[kind] = (text, ())
        for kind in ("exponential", "superlinear"):
            if kind in found:
                text, seconds = found[kind]
                yield Verdict(kind, engine, pattern, where, tuple(text), tuple(seconds))
                break
