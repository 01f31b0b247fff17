"""What has the installed app been promised? `mobile_contract.json`: everything under `/mobile` as it was last extended.

After adding to it:

    .venv/bin/python -m tests.support.mobile_contract

writes what was added, and refuses where something that was promised is gone or changed.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tests.support.contract import breaks, excerpt
from tests.support.described_answers import description

KEPT = Path(__file__).with_name("mobile_contract.json")
UNDER = "/mobile/"
COMMAND = ".venv/bin/python -m tests.support.mobile_contract"
BROKEN = (
    "An installed app can't be changed with the server: under /mobile it only grows. Give what is new another name, "
    "and leave what was there:"
)
GROWN = f"The contract of /mobile has grown. Promise it: {COMMAND}"


def promised() -> dict[str, Any]:
    """As it is kept."""
    return dict(json.loads(KEPT.read_text("utf-8")))


def described() -> dict[str, Any]:
    """As the routes are now."""
    return excerpt(description(), UNDER)


def extended(kept: dict[str, Any]) -> dict[str, Any] | None:
    """The promise with what was added; None, and told, where something of it was broken."""
    now = described()
    broken = breaks(kept, now)
    if broken:
        sys.stderr.write("\n".join([BROKEN, *broken]) + "\n")
        return None
    return now


def main() -> int:
    """Write what was added; 1 where something was broken."""
    now = extended(promised())
    if now is None:
        return 1
    KEPT.write_text(json.dumps(now, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
    sys.stdout.write(f"{len(now['paths'])} paths are promised in {KEPT.name}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
