"""How does the phone's app know Steward's API? `clients/mobile/src/api/schema.d.ts`: TypeScript, by openapi-typescript,
from the paths of the OpenAPI document that the app uses (`paths.json` beside it) and the schemas that these name.

After a change of one of them:

    .venv/bin/python -m tests.support.app_types

writes it anew; `make test-mobile` finds one that is not current (Node is needed for both).
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.support.contract import excerpt
from tests.support.described_answers import description
from tests.support.source import ROOT

APP = ROOT / "clients" / "mobile"
PATHS = APP / "src" / "api" / "paths.json"
TYPES = APP / "src" / "api" / "schema.d.ts"
GENERATOR = APP / "node_modules" / ".bin" / "openapi-typescript"
COMMAND = ".venv/bin/python -m tests.support.app_types"


def used() -> dict[str, Any]:
    """The part of the document that the app uses. Raises KeyError for a path that Steward does not have."""
    whole = description()
    paths = {path: whole["paths"][path] for path in json.loads(PATHS.read_text("utf-8"))}
    lean = excerpt({**whole, "paths": paths}, "/")
    return {"openapi": whole["openapi"], "info": {"title": "Steward", "version": "0"}, **lean}


def generated() -> str:
    """The types as they have to be now."""
    with tempfile.TemporaryDirectory() as folder:
        document, types = Path(folder, "openapi.json"), Path(folder, "schema.d.ts")
        document.write_text(json.dumps(used()), "utf-8")
        ran = subprocess.run(
            [GENERATOR, document, "-o", types, "--alphabetize"], capture_output=True, text=True, check=False
        )
        if ran.returncode:
            raise RuntimeError(f"openapi-typescript failed (npm ci in {APP}?): {ran.stderr}")
        return types.read_text("utf-8")


def main() -> int:
    """Write them."""
    TYPES.write_text(generated(), "utf-8")
    sys.stdout.write(f"{TYPES.relative_to(ROOT)} is current.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
