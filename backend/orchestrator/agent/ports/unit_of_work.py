"""How does the runtime open a transaction?"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from sqlalchemy.ext.asyncio import AsyncSession

UnitOfWork = Callable[[], AbstractAsyncContextManager[AsyncSession]]
"""Opens one transaction; commits at the end of the block, rolls back on an exception."""
