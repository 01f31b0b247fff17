"""What does a workbook (XLSX) say, sheet by sheet? Each row as "header: value" lines, so that who looks for "rent"
finds what it is."""

import warnings
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from orchestrator.domain.world.documents.extraction import packages
from orchestrator.domain.world.documents.extraction.reading import Reading, Unreadable
from orchestrator.domain.world.documents.extraction.zipped import Archive

BROKEN = "It is damaged: it can't be opened as a workbook."
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 20_000, 200, 100
CELL_CHARACTERS = 2_000
_SPREAD = 2
"""A row with so many texts and nothing else is a table's head; one text alone is a line."""


def read(path: str, reading: Reading) -> None:
    """The sheets in their order, hidden ones too. Raises Unreadable, Full."""
    archive = Archive(path)
    for name in archive.names:
        if name.endswith(".rels") or name == packages.CONTENT_TYPES:
            archive.xml(name)
    _, source = packages.plain(archive, path)
    reading.by = f"openpyxl {openpyxl.__version__}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of extensions and styles that are not read
            book = openpyxl.load_workbook(source, read_only=True, data_only=True, keep_links=False)
    except (InvalidFileException, KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise Unreadable(BROKEN) from error
    reading.title = (book.properties.title or "").strip() or None
    every = list(book.worksheets)
    reading.pages = len(every)
    if len(every) > MOST_SHEETS:
        reading.tell(f"It has {len(every):,} sheets: only the first {MOST_SHEETS} were read.")
    if hidden := [sheet.title for sheet in every if sheet.sheet_state != "visible"]:
        reading.tell(f"Hidden sheets were read too: {', '.join(hidden[:10])}.")
    for sheet in every[:MOST_SHEETS]:
        _sheet(sheet, reading)


def _sheet(sheet: Any, reading: Reading) -> None:
    lines: list[str] = []
    try:
        for line in _lines(_rows(sheet, reading)):
            lines.append(line)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, SyntaxError):
        reading.tell(f"The sheet “{sheet.title}” is damaged: only a part of it was read.")
    reading.add("\n".join(lines), section=f"sheet {sheet.title}")


def _rows(sheet: Any, reading: Reading) -> Iterator[list[str]]:
    """The cells of each row as text; what lies beyond the bounds is not read, and that is told."""
    if (sheet.max_column or 0) > MOST_COLUMNS:
        reading.tell(f"The sheet “{sheet.title}” is wide: only its first {MOST_COLUMNS} columns were read.")
    sheet.reset_dimensions()  # what a file says of its size may be a lie: a million columns, or none
    for number, row in enumerate(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS), 1):
        if number > MOST_ROWS:
            reading.tell(f"The sheet “{sheet.title}” is long: only its first {MOST_ROWS:,} rows were read.")
            return
        yield [_shown(cell) for cell in row]


def _lines(rows: Iterator[list[str]]) -> Iterator[str]:
    """A table's rows with its heads before their values; a blank row ends a table."""
    heads: list[str] = []
    fresh = True
    for cells in rows:
        if not any(cells):
            heads, fresh = [], True
            continue
        if fresh and _is_head(cells):
            heads, fresh = cells, False
            yield " | ".join(cell for cell in cells if cell)
            continue
        fresh = fresh and sum(map(bool, cells)) < _SPREAD  # a title stands above its table
        yield "; ".join(_named(heads, number, cell) for number, cell in enumerate(cells) if cell)


def _is_head(cells: Sequence[str]) -> bool:
    said = [cell for cell in cells if cell]
    return len(said) >= _SPREAD and not any(cell[:1].isdigit() or cell[:1] in "-+#=" for cell in said)


def _named(heads: Sequence[str], number: int, cell: str) -> str:
    head = heads[number] if number < len(heads) else ""
    return f"{head}: {cell}" if head and head != cell else cell


def _shown(cell: Any) -> str:
    """A cell's value as people read it: days in ISO, numbers without a needless ".0", shares in per cent."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.isoformat("minutes")
    if isinstance(value, timedelta):
        return str(value)
    if isinstance(value, int | float):
        percent = "%" in str(getattr(cell, "number_format", ""))
        return f"{value * 100:.10g}%" if percent else f"{value:.15g}"
    return " ".join(str(value).split())[:CELL_CHARACTERS]
