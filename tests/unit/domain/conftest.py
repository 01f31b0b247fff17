"""What the tests of the domain share: files are read in the worker processes of the session."""

import pytest_asyncio
from tests.support import document_reading

from orchestrator.worker_processes.service import WorkerProcesses


@pytest_asyncio.fixture(scope="session", autouse=True)
async def reading(processes: WorkerProcesses) -> None:
    document_reading.SHARED.append(processes)
