"""A worker process for tests: `python episode_script.py DATABASE_URL` writes sessions down (thinking_worker.py)."""

from tests.support.thinking_worker import work

from orchestrator.domain.memory.episodes.jobs import episode_jobs

work(episode_jobs, '{"title": "Before the kill", "summary": "The user spoke of a plan.", "event_type": "planning"}')
