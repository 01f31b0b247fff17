"""Which worker gets which test file, also after a worker died: a hook of pytest-xdist, for `--dist loadfile`.

Of a worker that died xdist 3.8 hands out again all that it ever had. A file that was done is an empty order, and one
of a single test waits for a second: whoever gets such a one as its last waits for ever, and the run with it
(pytest-xdist 1323, 1327, 1378). Here what is done stays done, what the worker died of is not tried again
unless `--reruns` says so, and no worker waits with less than two tests and without being told to end.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController


class SurvivingFiles(LoadFileScheduling):
    """Files to workers, each whole; the files of a worker that died to those that come after it."""

    def remove_node(self, node: WorkerController) -> str | None:
        """The test at which it died, if it had any left; all others that it had left wait in the queue again."""
        died_of = None
        for file, tests in self.assigned_work.pop(node).items():
            left = [name for name, done in tests.items() if not done]
            if left and died_of is None:
                died_of = left.pop(0)
                tests[died_of] = True
            if left:
                self.workqueue[file] = tests
        return died_of

    def mark_test_pending(self, item: str) -> None:  # type: ignore[override]
        """The test at which a worker died shall be tried once more."""
        self.workqueue.setdefault(self._split_scope(item), {})[item] = False

    def add_node_collection(self, node: WorkerController, collection: Sequence[str]) -> None:
        """What a worker found. Raises RuntimeError where one that came later found other tests."""
        super().add_node_collection(node, collection)
        if node not in self.registered_collections:
            raise RuntimeError(f"{node.gateway.id} took the place of a worker that died, and collected other tests")

    def _reschedule(self, node: WorkerController) -> None:
        if node not in self.registered_collections:
            return  # it is still collecting, and is asked again when it is done
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> SurvivingFiles | None:
    """Ours for `--dist loadfile`; xdist's own for all others."""
    return SurvivingFiles(config, log) if config.getvalue("dist") == "loadfile" else None
