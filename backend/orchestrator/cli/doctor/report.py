"""How is it told to a person? On one screen: what is to be done first, then a line for each part that is well.

`--verbose` shows each check in full. To a program (no terminal) every check is one line, tab-separated, as ever.
"""

import shutil
import textwrap
from collections.abc import Sequence

from orchestrator.cli.doctor.findings import Check
from orchestrator.cli.terminal.output import console, printable, say

MARKS = {"ok": "✓", "note": "!", "broken": "✗"}
STYLES = {"ok": "", "note": "yellow", "broken": "bold red"}
LINES = 22
"""Of a screen of 24, with room for the command that was typed and for the prompt after it."""
NARROWEST, WIDEST = 40, 100
NAME_WIDTH = 12
OFF = "off; "
ONE_LINE = ("home", "token", "secret_key")
"""Files that are well are told together."""


def as_rows(checks: Sequence[Check]) -> None:
    """For a program: state, name, and what was found with what to do."""
    for check in checks:
        say(f"{check.state}\t{check.name}\t{_whole(check)}")


def in_full(check: Check) -> None:
    """One check for a person who wants all of it."""
    line = printable(f"{MARKS[check.state]} {check.name:<{NAME_WIDTH}} {_whole(check)}")
    console().print(line, style=STYLES[check.state] or None)


def on_a_screen(checks: Sequence[Check]) -> None:
    """All of them for a person: on one screen unless more is broken than fits there."""
    width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size().columns))
    for line, style in screen(checks, width):
        console().print(printable(line), style=style or None)


def screen(checks: Sequence[Check], width: int) -> list[tuple[str, str]]:
    """(line, style) each. What is wrong is told whole, broken before noted; of what is well only what fits."""
    wrong = [check for state in ("broken", "note") for check in checks if check.state == state]
    lines = [(line, STYLES[check.state]) for check in _one_each(wrong) for line in _wrapped(check, width)]
    if lines:
        lines.append(("", ""))
    well = _well([check for check in checks if check.state == "ok"], {check.name for check in wrong}, width)
    room = max(0, LINES - len(lines) - 1)
    if len(well) > room:
        shown = well[: max(0, room - 1)]
        well = [*shown, f"  … and {len(well) - len(shown)} more that are well: steward doctor --verbose"]
    return [*lines, *((line, "") for line in well), (_verdict(wrong), "bold")]


def _one_each(wrong: Sequence[Check]) -> list[Check]:
    """A part that has much to say (the attempts on a sandbox) says it once; the rest is counted."""
    found: dict[tuple[str, str], list[Check]] = {}
    for check in wrong:
        found.setdefault((check.state, check.name), []).append(check)
    told = []
    for first, *more in found.values():
        rest = f" (and {len(more)} more of the kind: --verbose)" if more else ""
        told.append(Check(first.name, first.state, first.found + rest, first.advice))
    return told


def _wrapped(check: Check, width: int) -> list[str]:
    begin, indent = f"{MARKS[check.state]} {check.name:<{NAME_WIDTH}} ", " " * (NAME_WIDTH + 3)
    lines = textwrap.wrap(check.found, width, initial_indent=begin, subsequent_indent=indent) or [begin.rstrip()]
    return lines + textwrap.wrap(check.advice, width, initial_indent=f"{indent}→ ", subsequent_indent=f"{indent}  ")


def _well(checks: Sequence[Check], told: set[str], width: int) -> list[str]:
    """A line a name; files together; what is off together and last."""
    files = [check.name for check in checks if check.name in ONE_LINE]
    off = [check.name for check in checks if check.found.startswith(OFF)]
    rows = [("files", f"{', '.join(files)}: their owner's alone")] if files else []
    seen = {*told, *ONE_LINE, *off}
    for check in checks:
        if check.name not in seen:
            seen.add(check.name)
            rows.append((check.name, check.found))
    if off:
        rows.append(("off", f"{', '.join(off)} (-v says how to)"))
    return [_cut(f"{MARKS['ok']} {name:<{NAME_WIDTH}} {found}", width) for name, found in rows]


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else f"{line[: width - 1].rstrip()}…"


def _verdict(wrong: Sequence[Check]) -> str:
    broken = len({check.name for check in wrong if check.state == "broken"})
    noted = len({check.name for check in wrong if check.state == "note"})
    if not wrong:
        return "All is well."
    return f"{broken} broken, {noted} to look at; → says what to do." if broken else f"It works; {noted} to look at."


def _whole(check: Check) -> str:
    return f"{check.found} → {check.advice}" if check.advice else check.found
