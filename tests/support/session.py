"""What all tests of a session share."""

from orchestrator.worker_processes.service import WorkerProcesses

PROCESSES: list[WorkerProcesses] = []
"""The session's (`tests/conftest.py`): one, as soon as a test runs."""
