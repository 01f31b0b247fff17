"""A worker process for tests: `python inference_script.py DATABASE_URL` has corrections read (thinking_worker.py)."""

from tests.support.thinking_worker import work

from orchestrator.domain.memory.interactions.jobs import inference_jobs

FIRST = (
    '{"principles": [{"case": 1, "principle": "Commit messages in English", "category": "preference", "subjects": []}]}'
)

work(inference_jobs, FIRST)
