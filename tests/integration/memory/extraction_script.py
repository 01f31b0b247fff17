"""A worker process for tests: `python extraction_script.py DATABASE_URL` has sessions read (thinking_worker.py)."""

from functools import partial

from tests.support.thinking_worker import work

from orchestrator.domain.memory.fact_learning.jobs import extraction_jobs

FIRST = (
    '{"facts": [{"span": "we settled on the blue kitchen", "text": "We settled on the blue kitchen",'
    ' "category": "decision", "subjects": ["kitchen"], "importance": 6}]}'
)

work(partial(extraction_jobs, default_zone="UTC"), FIRST)
