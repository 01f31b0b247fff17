"""The least that an application of this stack can be: FastAPI, SQLAlchemy and asyncpg, one insert a request.

`python -m bench.bare_app URL PORT`: the baseline of bench/http.py, on the same Postgres as the Steward beside it.
"""

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine


class Row(BaseModel):
    """What is inserted."""

    question: str


def create(url: str) -> FastAPI:
    """The application; makes its table, which goes with the throw-away database."""
    engine = create_async_engine(url)
    sessions = async_sessionmaker(engine)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with engine.begin() as connection:
            await connection.execute(text("create table if not exists bench_rows (id bigserial primary key, t text)"))
        yield
        await engine.dispose()

    app = FastAPI(lifespan=lifespan)

    @app.get("/health")
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.post("/insert")
    async def insert(row: Row) -> dict[str, int]:
        async with sessions() as session:
            made = await session.execute(
                text("insert into bench_rows (t) values (:t) returning id"), {"t": row.question}
            )
            await session.commit()
            return {"id": made.scalar_one()}

    return app


if __name__ == "__main__":
    uvicorn.run(create(sys.argv[1]), host="127.0.0.1", port=int(sys.argv[2]), log_level="warning", access_log=False)
