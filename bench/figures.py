"""How is a measurement shown, and is it within its limit? One row a figure, one table a part."""

import operator
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

_HOLDS: dict[str, Callable[[float, float], bool]] = {"<=": operator.le, ">=": operator.ge, "<": operator.lt}


@dataclass(frozen=True)
class Figure:
    """One measured value. `limit` is (comparison, bound), None for a figure that is only told."""

    name: str
    value: float
    unit: str = ""
    limit: tuple[str, float] | None = None
    note: str = ""

    @property
    def held(self) -> bool:
        return self.limit is None or _HOLDS[self.limit[0]](self.value, self.limit[1])


@dataclass(frozen=True)
class Part:
    """The figures of one part; `skipped` says why there are none."""

    name: str
    figures: tuple[Figure, ...] = ()
    skipped: str = ""

    @property
    def held(self) -> bool:
        return all(figure.held for figure in self.figures)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def show(parts: Sequence[Part]) -> bool:
    """Print one table a part; answers whether every limit holds."""
    console = Console(width=None if Console().is_terminal else 140)
    for part in parts:
        if part.skipped:
            console.print(f"[bold]{part.name}[/bold]: skipped: {part.skipped}", highlight=False)
            continue
        table = Table(title=part.name, title_justify="left", title_style="bold")
        for column, justify in (("figure", "left"), ("value", "right"), ("limit", "right"), ("", "left"), ("", "left")):
            table.add_column(column, justify=justify)
        for figure in part.figures:
            limit = f"{figure.limit[0]} {_number(figure.limit[1])}" if figure.limit else ""
            verdict = "" if figure.limit is None else "ok" if figure.held else "[red]MISSED[/red]"
            table.add_row(figure.name, f"{_number(figure.value)} {figure.unit}".rstrip(), limit, verdict, figure.note)
        console.print(table)
    missed = [f"{part.name}: {figure.name}" for part in parts for figure in part.figures if not figure.held]
    console.print(f"limits missed: {'; '.join(missed) or 'none'}", highlight=False)
    return not missed


def _number(value: float) -> str:
    if value == int(value) and abs(value) < 1e9:
        return f"{int(value):,}"
    return f"{value:,.3f}" if abs(value) < 10 else f"{value:,.1f}"
