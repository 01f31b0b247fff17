"""Which kind of message is it? What the exemplars propose of messages that none of them was written from.

    make evals ARGS="kinds tests/corpora/sealed_kinds_en_fr.jsonl"

A file holds `{"id", "text", "label"}` a line; the language is the beginning of the id. Told by language, and never by
message: whoever reads what went wrong writes exemplars of it, and the file measures nothing from then on.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from orchestrator.language.exemplars.kinds import proposed
from orchestrator.language.tables import LANGUAGES

SURE: Final = 0.8
"""From here on a proposal alone decides (`reader/question/likely_kinds.py`)."""


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    told: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in parser.parse_args(arguments).files:
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            language = next(one for one in LANGUAGES if row["id"].startswith(one))
            found = proposed(row["text"], language)
            right = found.kind == row["label"]
            for name in (language, "all"):
                told[name]["messages"] += 1
                told[name]["right"] += right
                for how, holds in (("clear", found.clear), ("sure", found.share >= SURE)):
                    told[name][how] += holds
                    told[name][f"{how} right"] += holds and right
    print(f"{'':6}{'messages':>9}{'right':>7}{'clear':>9}{'right':>7}{'sure':>8}{'right':>7}")
    for name, counted in told.items():
        shares = [counted["right"] / counted["messages"]]
        for how in ("clear", "sure"):
            shares += [counted[how] / counted["messages"], counted[f"{how} right"] / max(counted[how], 1)]
        print(f"{name:6}{counted['messages']:9}" + "".join(f"{share:8.3f}" for share in shares))
    return 0
