"""How is something said? To a person on a terminal with colour, to a program as plain text or JSON.

Text from outside may hold terminal control sequences: nothing is printed that was not passed through `printable`.
"""

import json
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

_KEPT = "\n\t"


def printable(text: str) -> str:
    """`text` without control and bidirectional override characters, lone surrogates replaced."""
    clean = "".join(one for one in text if one in _KEPT or unicodedata.category(one) not in {"Cc", "Cf", "Cs"})
    return clean.encode("utf-8", "replace").decode("utf-8")


def on_terminal() -> bool:
    """Whether a person reads what is printed."""
    return sys.stdout.isatty()


def console() -> Console:
    """A console on stdout that interprets nothing in what it prints."""
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=True)


def say(text: str) -> None:
    """One line of plain text."""
    print(printable(text), flush=True)


def say_json(value: Any) -> None:
    """A JSON value on one line, or indented for a person."""
    print(json.dumps(value, ensure_ascii=True, default=str, indent=2 if on_terminal() else None), flush=True)


def say_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Rows, drawn on a terminal, else tab-separated without headings."""
    if not on_terminal():
        for row in rows:
            say("\t".join(cell.replace("\t", " ").replace("\n", " ") for cell in row))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", no_wrap=number == 0)  # the first is the id, to be copied
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    console().print(table)
