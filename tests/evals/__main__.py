"""`make evals ARGS="answers …"`, `make evals ARGS="ablation …"`: which evaluation runs, with which arguments?"""

import importlib
import sys
from collections.abc import Callable, Sequence

EVALUATIONS = {
    "answers": "question answering from evidence over LoCoMo: reader, real model, plain BM25",
    "facts": "facts learned from talks over LoCoMo: what stands, junk, contradictions; beside the model alone",
    "facts_talks": "facts learned from made-up talks in three languages with secrets planted in them",
    "rules_composed": "rules composed of notes in three languages: right effects, what was made up",
    "found_again": "what was said in Portuguese, Spanish and French, asked for in other words, by embedder",
    "meetings": "action items of annotated meetings: precision and recall, reader or real model",
    "time_phrases": "time phrases in English, Spanish and Portuguese: start right, left alone, right of sure",
    "stays": "stays of GPS trails, as they are and disturbed: strict recall, precision",
    "voices": "voices named in four conditions, with and without unknown voices: right, wrong, strangers asked",
    "turns": "two people who take turns in one clip, told from one: how many are refused",
    "proposals": "events proposed of GPS trails, evening by evening: how many a day, home and work, what comes again",
    "names": "names, relations and groups of people: exact sets, silent wrong picks, beside rapidfuzz alone",
    "kinds": "the kinds that exemplars propose of messages that none was written from",
    "recognisers": "what each recogniser of the reader is for: the talks without it",
    "tempted": "a model that always answers, over LoCoMo: what the controller refuses of it, rightly and wrongly",
    "ablation": "one small model on many tasks, with the controller's parts switched off one by one",
}
"""Subcommand -> what it measures. Each is the module `tests.evals.<name>` with `main(arguments) -> exit code`."""


def main(arguments: Sequence[str]) -> int:
    if not arguments or arguments[0] not in EVALUATIONS:
        print("usage: python -m tests.evals EVALUATION [arguments]\n")
        for name, what in EVALUATIONS.items():
            print(f"  {name:<12} {what}")
        return 0 if arguments[:1] in (["-h"], ["--help"]) else 2
    run: Callable[[Sequence[str]], int] = importlib.import_module(f"tests.evals.{arguments[0]}").main
    return run(arguments[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
