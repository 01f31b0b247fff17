"""What is each recogniser of the reader for? The talks played again and again, each time without one of them.

    make evals ARGS="recognisers --talk ../shared/tools/talk.py --data ../shared/data/talk [--only NAME …]"

A Steward without a model is served for each; a table tells what is right and harmful, and what the one costs that is
left out. A run is a few minutes long; verdicts do not depend on the machine.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from orchestrator.reader.recognition.recognisers import RECOGNISERS

ALL = "all of them"
LAST = "answer"
"""Without the one that answers there is none."""
_SERVED = """#!{python}
import sys
from functools import partial
from orchestrator.cli import main
from orchestrator.reader import model
from orchestrator.reader.recognition.compound import understand
model.understand = partial(understand, without={without!r})
sys.exit(main())
"""


def played(talk: Path, data: Path, without: Sequence[str], folder: Path) -> Counter[str]:
    """The verdicts of the talks, without these recognisers. Raises `subprocess.CalledProcessError`."""
    steward, told = folder / "steward", folder / "told.jsonl"
    steward.write_text(_SERVED.format(python=sys.executable, without=list(without)))
    steward.chmod(0o700)
    subprocess.run(
        [sys.executable, talk, "--data", data, "--steward", steward, "--out", told],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return Counter(json.loads(line)["grade"] for line in told.read_text().splitlines())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--talk", type=Path, required=True, help="talk.py")
    parser.add_argument("--data", type=Path, required=True, help="folder with world.json and talks.jsonl")
    parser.add_argument("--only", nargs="*", choices=sorted(RECOGNISERS), default=())
    given = parser.parse_args(arguments)
    names = given.only or [name for name in RECOGNISERS if name != LAST]
    whole = 0
    print(f"{'without':16}{'right':>8}{'fewer':>8}{'harmful':>9}")
    for name in (ALL, *names):
        with TemporaryDirectory() as folder:
            found = played(given.talk, given.data, [name] if name != ALL else [], Path(folder))
        whole = whole or found["right"]
        print(f"{name:16}{found['right']:8}{whole - found['right']:8}{found['harmful']:9}", flush=True)
    return 0
