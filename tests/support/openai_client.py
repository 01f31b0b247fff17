"""The official OpenAI client as a person's chat program: it keeps the conversation, Steward keeps none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletion
from tests.support.steward import Person


@asynccontextmanager
async def openai_of(person: Person, **how: Any) -> AsyncIterator[AsyncOpenAI]:
    """A client with the person's token; it does not repeat what failed."""
    transport = httpx.AsyncClient(verify=False, timeout=40)  # plain HTTP on loopback
    url = f"{str(person.client.base_url).rstrip('/')}/v1"
    client = AsyncOpenAI(
        **{"base_url": url, "api_key": person.token, "max_retries": 0, "http_client": transport, **how}
    )
    try:
        yield client
    finally:
        await client.close()


@dataclass
class Chat:
    """A conversation that the client keeps."""

    client: AsyncOpenAI
    model: str = "main"
    messages: list[dict[str, Any]] = field(default_factory=list)

    async def say(self, text: Any, **how: Any) -> ChatCompletion:
        """Ask, and add question and answer to the conversation."""
        self.messages.append({"role": "user", "content": text})
        messages: Any = self.messages
        answer: ChatCompletion = await self.client.chat.completions.create(model=self.model, messages=messages, **how)
        self.messages.append({"role": "assistant", "content": text_of(answer)})
        return answer

    async def stream(self, text: str, **how: Any) -> list[Any]:
        """The same in chunks."""
        self.messages.append({"role": "user", "content": text})
        messages: Any = self.messages
        stream = await self.client.chat.completions.create(model=self.model, messages=messages, stream=True, **how)
        chunks = [chunk async for chunk in stream]
        self.messages.append({"role": "assistant", "content": streamed(chunks)})
        return chunks


def text_of(answer: ChatCompletion) -> str:
    """What was answered."""
    return answer.choices[0].message.content or ""


def streamed(chunks: list[Any]) -> str:
    """What was answered in chunks."""
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
