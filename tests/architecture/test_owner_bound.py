"""Can an owner be forgotten? A session and an owner's id travel as one `Tx` (docs/decisions/0062), never apart."""

import ast
from collections.abc import Iterator, Mapping

import pytest
from tests.support.source import Module, modules

SESSIONS = {"AsyncSession", "AsyncConnection"}
OWNERS = {"owner", "owner_id", "user_id", "principal"}
WHO = {"Owner", "Principal"}
"""Types that bring an owner's id."""
APART: Mapping[str, str] = {
    "db/tx.py:Tx": "what the two are one in",
    "db/tx.py:owned": "where they are made one",
    "domain/memory/scratchpad/repository.py:evict": "of one user, or of all",
    "domain/people/accounts/repository.py:tokens_page": "the operator's list: of one user, or of all",
    "domain/people/accounts/service.py:list_tokens": "the operator's list: of one user, or of all",
    "scheduling/async_jobs.py:debounce": "a job may be nobody's",
    "scheduling/async_jobs.py:enqueue": "a job may be nobody's",
    "scheduling/handler.py:JobContext": "a job may be nobody's; a user's has its `tx`",
}
"""What may hold the two apart, and why."""


def names_in(annotation: ast.expr | None) -> set[str]:
    """The types that an annotation names, those in quotes too."""
    if annotation is None:
        return set()
    found: set[str] = set()
    for node in ast.walk(annotation):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found |= set("".join(one if one.isalnum() or one == "_" else " " for one in node.value).split())
    return found


def side_by_side(held: list[tuple[str, ast.expr | None]]) -> bool:
    """Is there a session, and beside it an owner?"""
    known = [(name.strip("_"), names_in(annotation)) for name, annotation in held]
    session = any(types & SESSIONS and "Callable" not in types for _, types in known)
    return session and any(types & WHO or (name in OWNERS and "UUID" in types) for name, types in known)


def apart(module: Module) -> Iterator[str]:
    """Functions, classes and types of callables of the module that hold a session and an owner side by side."""
    for node in module.nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            if side_by_side([(one.arg, one.annotation) for one in given]):
                yield f"{module.name}:{node.name}"
        elif isinstance(node, ast.ClassDef):
            fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
            if side_by_side([(ast.unparse(one.target), one.annotation) for one in fields]):
                yield f"{module.name}:{node.name}"
        elif isinstance(node, ast.List):  # Callable[[AsyncSession, UUID], …]
            types = {one.id for one in node.elts if isinstance(one, ast.Name)}
            if types & SESSIONS and "UUID" in types:
                yield f"{module.name}:{node.lineno}"


def test_no_session_travels_beside_an_owner() -> None:
    found = {one for module in modules() for one in apart(module)}
    assert sorted(found - APART.keys()) == [], "take a `tx: Tx` (db/tx.py) in place of the two"
    assert sorted(APART.keys() - found) == [], "these hold to the law by now"


@pytest.mark.parametrize(
    "source",
    [
        "async def get(session: AsyncSession, owner_id: UUID, note_id: UUID): ...",
        "class Notes:\n    async def get(self, note_id: UUID, *, user_id: UUID | None, session: 'AsyncSession'): ...",
        "def told(connection: AsyncConnection | AsyncSession, who: Principal): ...",
        "Erase = Callable[[AsyncSession, UUID, UUID], Awaitable[None]]",
        "class Walk:\n    session: AsyncSession\n    owner_id: UUID",
    ],
)
def test_the_law_sees_them_apart(source: str) -> None:
    assert list(apart(Module("notes.py", ast.parse(source))))


@pytest.mark.parametrize(
    "source",
    [
        "async def get(tx: Tx, note_id: UUID): ...",
        "async def present(tx: Tx, owner: Owner): ...",
        "async def renew(session: AsyncSession, run_ids: Sequence[UUID]): ...",
        "def begun(unit_of_work: Callable[[], AbstractAsyncContextManager[AsyncSession]], owner_id: UUID): ...",
    ],
)
def test_and_leaves_the_others_alone(source: str) -> None:
    assert not list(apart(Module("notes.py", ast.parse(source))))
