"""`python -m orchestrator.language.exemplars [TASK …]`: trains the models anew and tells how they do on what was held
out. Without a name: all tasks that have exemplars."""

import sys

from orchestrator.language.exemplars.classifier import WEIGHTS
from orchestrator.language.exemplars.corpus import exemplars_of, tasks
from orchestrator.language.exemplars.training import accuracy, trained


def main(named: list[str]) -> None:
    """Trains the tasks that are named, or all."""
    WEIGHTS.mkdir(exist_ok=True)
    for task in named or tasks():
        model = trained(task)
        model.save(WEIGHTS / f"{task}.npz")
        held = [one for one in exemplars_of(task) if one.held]
        told = ", ".join(f"{label or 'all'} {share:.3f}" for label, share in sorted(accuracy(model, held).items()))
        sys.stdout.write(f"{task}: right of {len(held)} held out: {told}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
