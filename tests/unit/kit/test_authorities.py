"""Does a client of another server cost the event loop the reading of all authorities?"""

import time

import httpx
import pytest

from orchestrator.integrations.guarded.addresses import PrivateHosts
from orchestrator.integrations.guarded.client import GuardedClient
from orchestrator.integrations.guarded.errors import ServerFailed
from orchestrator.kit.authorities import read_authorities
from orchestrator.llm.failures import refusal
from orchestrator.llm.ollama.model import open_client
from orchestrator.llm.port import ModelError
from orchestrator.llm.stream import ModelServer

CLIENTS = 30
NOBODY = "http://127.0.0.1:9"
"""Nothing listens there."""


async def test_clients_share_what_was_read_once() -> None:
    began = time.process_time()
    httpx.create_ssl_context()
    once = time.process_time() - began
    read_authorities()

    def refuse(status: int, said: str, retry_after_s: float | None) -> ModelError:
        return refusal("ollama", "", status, said, retry_after_s=retry_after_s)

    began = time.process_time()
    made = [ModelServer("https://models.example.org", refuse=refuse) for _ in range(CLIENTS)]
    for _ in range(CLIENTS):
        open_client("https://models.example.org")
    guarded = [GuardedClient(NOBODY, PrivateHosts(("127.0.0.1",))) for _ in range(CLIENTS)]
    for one in guarded:
        with pytest.raises(ServerFailed):
            await one.send("GET", NOBODY)
    assert time.process_time() - began < CLIENTS * once / 3
    for client in (*made, *guarded):
        await client.close()
