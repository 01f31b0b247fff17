"""Requests generated from the OpenAPI description (schemathesis), against a server that runs: does it keep its word?

    found = await fuzzed(steward.url, OWNER_TOKEN, folder, examples=3)
    assert not found.failures, found

In a process of its own: its warnings, sockets and event loop are none of the tests'. What it sends is destructive; the
server stands over a database that nothing else needs.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CONFIG = Path(__file__).with_name("schemathesis.toml")
HOOKS = Path(__file__).with_name("schemathesis_zips.py")
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
)
QUICK = ("examples", "fuzzing")
WHOLE = ("examples", "coverage", "fuzzing", "stateful")
"""`coverage` alone sends some ten thousand requests: every bound of every parameter."""
TIMEOUT_S = 3_600.0
REQUEST_TIMEOUT_S = 120.0
"""Of one request: an answer that comes late on a machine that is busy is no wrong one."""


@dataclass(frozen=True)
class Fuzzed:
    """What came of a run. `failures`: how often which check failed, by operation; `told`: schemathesis' own words."""

    operations: int
    requests: int
    failures: Counter[str]
    told: str

    def __str__(self) -> str:
        return f"{self.requests} requests over {self.operations} operations\n{self.told[-20_000:]}"


async def fuzzed(
    url: str,
    token: str,
    folder: Path,
    *,
    examples: int,
    phases: tuple[str, ...] = QUICK,
    seed: int = 13,
    timeout_s: float = TIMEOUT_S,
) -> Fuzzed:
    """All operations of the server at `url`, `examples` generated requests each beside those of the description."""
    report = folder / "schemathesis.json"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "--no-color"),
        *("run", f"{url}/openapi.json", "--header", f"Authorization: Bearer {token}"),
        *("--checks", ",".join(CHECKS), "--phases", ",".join(phases), "--max-examples", str(examples)),
        *("--seed", str(seed), "--no-shrink", "--generation-database", "none", "--warnings", "off"),
        *(
            "--request-timeout",
            str(REQUEST_TIMEOUT_S),
            "--continue-on-failure",
            "--report",
            "json",
            "--report-json-path",
            str(report),
        ),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=folder,
        env={
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(folder),
            "PYTHONUTF8": "1",
            "SCHEMATHESIS_HOOKS": str(HOOKS),
        },
    )
    try:
        async with asyncio.timeout(timeout_s):
            told, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert report.is_file(), told.decode()
    return _read(json.loads(report.read_text("utf-8")), told.decode())


def _read(report: dict[str, Any], told: str) -> Fuzzed:
    failures: Counter[str] = Counter()
    for one in [*report["failures"], *report["errors"]]:
        for operation in one.get("operations") or [{}]:
            name = operation.get("label", operation) if isinstance(operation, dict) else operation
            failures[f"{name}: {one.get('title', one)}"] += 1
    if not report["complete"]:
        failures[f"the run ended early: {report['stop_reason']}"] += 1
    operations, tried = report["operations"] or {"tested": 0}, report["test_cases"] or {"generated": 0}
    return Fuzzed(operations["tested"], tried["generated"], failures, told)
