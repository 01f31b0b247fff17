"""What did the configurations do? Records as a Markdown table, and the sentences and writes that count against them."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.evals.ablation_judge import Verdict, judge

Z = 1.96
"""Of a 95 % interval."""


@dataclass(frozen=True)
class Row:
    """One task under one configuration."""

    task: Mapping[str, Any]
    verdict: Verdict
    prompt_tokens: int
    fresh_tokens: int
    completion_tokens: int
    calls: int


def rows_of(folder: Path, tasks: Sequence[Mapping[str, Any]], configuration: str) -> dict[str, Row]:
    """What was played of a configuration, by task id."""
    found = {}
    for task in tasks:
        path = folder / configuration.replace(" ", "_") / f"{task['id']}.json"
        if path.is_file():
            record = json.loads(path.read_text("utf-8"))
            found[task["id"]] = _row(task, record)
    return found


def _row(task: Mapping[str, Any], record: Mapping[str, Any]) -> Row:
    exchanges = record["exchanges"]
    return Row(
        task,
        judge(task, record),
        sum(one["prompt_tokens"] for one in exchanges),
        sum(one["prompt_tokens"] - one["cached_tokens"] for one in exchanges),
        sum(one["completion_tokens"] for one in exchanges),
        len(exchanges),
    )


def table(folder: Path, tasks: Sequence[Mapping[str, Any]], configurations: Sequence[str]) -> str:
    """Markdown over the tasks that every configuration with records has played."""
    played = {name: rows for name in configurations if (rows := rows_of(folder, tasks, name))}
    if not played:
        return f"{folder.name}: nothing played yet."
    common = set.intersection(*(set(rows) for rows in played.values()))
    lines = [
        f"{folder.name}: {len(common)} tasks under each configuration",
        "",
        "| configuration | success | 95 % | unsupported “done” | forbidden writes | prompt tokens | completion tokens "
        "| calls |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [_line(name, [rows[key] for key in rows if key in common]) for name, rows in played.items()]
    return "\n".join([*lines, "", *_by_kind(played, common), "", *_against(played, common)])


def _line(name: str, rows: Sequence[Row]) -> str:
    good, n = sum(row.verdict.success for row in rows), len(rows)
    low, high = wilson(good, n)
    return (
        f"| {name} | {good}/{n} | {low:.0%}–{high:.0%} | {sum(len(row.verdict.unsupported) for row in rows)} "
        f"| {sum(len(row.verdict.forbidden) for row in rows)} | {_mean(row.prompt_tokens for row in rows)} "
        f"| {_mean(row.completion_tokens for row in rows)} | {sum(row.calls for row in rows) / max(n, 1):.1f} |"
    )


def _mean(values: Iterable[int]) -> int:
    kept = list(values)
    return round(sum(kept) / max(len(kept), 1))


def wilson(good: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    if n == 0:
        return 0.0, 1.0
    share = good / n
    centre = share + Z**2 / (2 * n)
    spread = Z * math.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    return (centre - spread) / (1 + Z**2 / n), (centre + spread) / (1 + Z**2 / n)


def _by_kind(played: Mapping[str, Mapping[str, Row]], common: set[str]) -> list[str]:
    kinds = list(dict.fromkeys(row.task["kind"] for rows in played.values() for row in rows.values()))
    lines = ["| success by kind | " + " | ".join(kinds) + " |", "|---" * (len(kinds) + 1) + "|"]
    for name, rows in played.items():
        cells = []
        for kind in kinds:
            of_kind = [row for key, row in rows.items() if key in common and row.task["kind"] == kind]
            cells.append(f"{sum(row.verdict.success for row in of_kind)}/{len(of_kind)}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return lines


def _against(played: Mapping[str, Mapping[str, Row]], common: set[str]) -> list[str]:
    """Every unsupported claim and forbidden write, to be read."""
    return [
        f"- {name}, {key}: {told}"
        for name, rows in played.items()
        for key, row in rows.items()
        if key in common
        for told in [*(f"claims “{one}”" for one in row.verdict.unsupported), *row.verdict.forbidden]
    ]
