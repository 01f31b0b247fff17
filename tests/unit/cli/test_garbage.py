"""Does a full collection of a server leave out what outlived a long one?"""

import json
import subprocess
import sys

from tests.support.processes import SOURCE

CODE = """
import gc, json, time
from orchestrator.cli.server import listener

def took_s():
    began_s = time.thread_time()
    gc.collect()
    return time.thread_time() - began_s

listener.keep_short()
gc.disable()  # collected is when we say so
few = [[] for _ in range(1_000)]
took_s()
frozen_of_few = gc.get_freeze_count()
many = [[] for _ in range(2_000_000)]
first_s = took_s()
print(json.dumps({
    "of_few": frozen_of_few, "of_many": gc.get_freeze_count(), "first_s": first_s,
    "again_s": min(took_s() for _ in range(3)), "alive": len(gc.get_objects()),
}))
"""


def test_what_outlived_a_long_collection_is_left_out_of_the_next() -> None:
    told = subprocess.run(
        [sys.executable, "-c", CODE], cwd=SOURCE, capture_output=True, text=True, check=True, timeout=120
    )
    found = json.loads(told.stdout)
    assert found["of_many"] - found["of_few"] >= 2_000_000
    assert found["alive"] < 100_000  # those thousand were few: they are collected as ever
    assert found["again_s"] < found["first_s"] / 5
