"""Does a statement say whose rows it means? Every table of owned rows that it reads or writes has the owner in its
conditions, or it could meet another's rows, and no machine that holds one owner's rows could carry it out alone.

An owned table's `user_id` must equal, by conditions that all hold (WHERE and ON, joined by AND), something from outside
of that table: a parameter, or the owner of another row that is held so itself. An INSERT names the owner among its
columns.
"""

import ast
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import greenlet
import sqlglot
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine
from sqlglot import exp
from sqlglot.errors import SqlglotError

import orchestrator
from orchestrator.kit import patterns

OWNER = "user_id"
_HOLDS = "(held)"
_PLAIN = (
    *("begin", "commit", "rollback", "savepoint", "release", "set ", "show ", "lock ", "listen", "notify", "analyze"),
    *("create ", "alter ", "drop ", "truncate "),
)
"""How statements begin that read and write no row."""
_PARAMETERS = patterns.compile(r"\$(\d+)")
_CONFLICT = patterns.compile(r"(jsonb_populate_record\([^)]*\) as r)\s+on conflict")
_STATEMENT = patterns.compile(r"(?is)^\s*(?:select|update|delete|insert|with)\s.*\b(?:from|into|set)\s")
_BOUND = patterns.compile(r"([^:]):[a-z]\w*")
_PUT_IN = patterns.compile(r"\{\w*\}")
PACKAGE_FOLDER = Path(orchestrator.__file__).parent
_PACKAGE = "orchestrator/"
_TESTS = "/tests/"
_BY_ITSELF = ("scheduling/", "bootstrap/")
"""Where what happens without a request begins."""
_ALL_OWNERS = "looks for whose turn it is over all owners; what is done then is done owner by owner"
_OUTBOX = "the outbox sends the pushes of several owners at once"
_OPERATOR = "tells the operator of all owners together"
_STRANGERS = "looks for others' rows of the same id, because such an archive is refused"
EXEMPT = {
    "domain/people/accounts/repository.py:find_token": "whose a token is, is what is asked",
    "domain/people/accounts/repository.py:token_by_digest": "whose a token is, is what is asked",
    "domain/people/accounts/repository.py:last_seen": _OPERATOR,
    "domain/foundation/search/store/vectors.py:coverage": _OPERATOR,
    "domain/people/runs/repository.py:renew": "the runs of this process are several owners', renewed by one statement",
    "domain/people/runs/repository.py:any_running": "a turn of any owner goes before work that can wait",
    "domain/people/runs/repository.py:lapsed": _ALL_OWNERS,
    "domain/people/previews/repository.py:stuck": _ALL_OWNERS,
    "domain/people/conversations/sessions.py:due_threads": _ALL_OWNERS,
    "domain/people/conversations/covering.py:past_window": _ALL_OWNERS,
    "domain/foundation/search/store/vectors.py:owners_without": _ALL_OWNERS,
    "domain/memory/interactions/own_turns.py:let_stand": _ALL_OWNERS,
    "domain/memory/interactions/repository.py:due_for_reading": _ALL_OWNERS,
    "domain/memory/interactions/vibe_maps.py:due": _ALL_OWNERS,
    "domain/memory/facts/review/review_queue.py:owners_to_compare": _ALL_OWNERS,
    "domain/memory/facts/review/review_queue.py:owners_to_verify": _ALL_OWNERS,
    "domain/memory/scratchpad/repository.py:evict": _ALL_OWNERS,
    "domain/work/mcp_servers/repository.py:to_be_tried": _ALL_OWNERS,
    "domain/work/missions/repository.py:without_wave": _ALL_OWNERS,
    "domain/work/pushes/repository.py:waited_for": _ALL_OWNERS,
    "domain/world/connections/repository.py:due": _ALL_OWNERS,
    "domain/world/documents/repository.py:stranded": _ALL_OWNERS,
    "domain/world/documents/repository.py:there": "a file whose document is nobody's is removed",
    "domain/world/tagging/repository.py:due": _ALL_OWNERS,
    "domain/memory/interactions/repository.py:_DUE": _ALL_OWNERS,
    "domain/people/accounts/repository.py:_LAST_SEEN": _OPERATOR,
    "domain/people/accounts/repository.py:_FIND_TOKEN": "whose a token is, is what is asked",
    "domain/world/documents/repository.py:_STRANDED": _ALL_OWNERS,
    "domain/work/pushes/repository.py:address": _OUTBOX,
    "domain/work/pushes/repository.py:settle": _OUTBOX,
    "domain/people/conversations/covering.py:_PAST_WINDOW": _ALL_OWNERS,
    "domain/people/runs/repository.py:_ANY_RUNNING": "a turn of any owner goes before work that can wait",
    "domain/lifecycle/portability/service.py:_as_rows": _STRANGERS,
}
"""Who may leave the owner out, and why."""
_QUERIES = (exp.Select, exp.Update, exp.Delete)


@dataclass
class Unowned:
    """What is found by `watched`: of each "module:function" and table the statement."""

    found: dict[tuple[str, str], str] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)
    """Every statement that was read."""

    @property
    def told(self) -> list[str]:
        """What is found, but for the exempt, a line each."""
        return [
            f"{who} asks {table}: {' '.join(statement.split())[:400]}"
            for (who, table), statement in self.found.items()
            if who not in EXEMPT
        ]


class Reader:
    """Reads statements, each once. `owned`: the tables whose rows have an owner."""

    def __init__(self, owned: Iterable[str]) -> None:
        self.owned = frozenset(owned)
        self._known: dict[str, tuple[str, ...]] = {}

    def lacking(self, statement: str) -> tuple[str, ...]:
        """The owned tables in it that it reads or writes without their owner. Raises SqlglotError."""
        if (known := self._known.get(statement)) is None:
            known = self._known[statement] = self._read(statement)
        return known

    def _read(self, statement: str) -> tuple[str, ...]:
        if statement.lstrip().lower().startswith(_PLAIN):
            return ()
        tree = sqlglot.parse_one(_readable(statement), read="postgres")
        made = {one.alias_or_name for one in tree.find_all(exp.CTE)}
        found: list[str] = []
        for query in tree.find_all(*_QUERIES, exp.Insert):
            found += self._inserted(query) if isinstance(query, exp.Insert) else self._asked(query, made)
        return tuple(dict.fromkeys(found))

    def _inserted(self, query: exp.Insert) -> list[str]:
        target = query.this
        named = {one.name for one in target.expressions} if isinstance(target, exp.Schema) else set()
        table = target.this if isinstance(target, exp.Schema) else target
        return [table.name] if table.name in self.owned and OWNER not in named else []

    def _asked(self, query: exp.Expression, made: set[str]) -> list[str]:
        sources = dict(_sources(query))
        tables = {alias: one.name for alias, one in sources.items() if isinstance(one, exp.Table)}
        mine = {alias: name for alias, name in tables.items() if name in self.owned and name not in made}
        if not mine:
            return []
        people = {alias for alias, name in tables.items() if name == "users" and name not in made}
        held = _Held(mine, people, beside=len(sources) > len(mine))
        for condition in _conditions(query):
            held.take(condition)
        return [name for alias, name in mine.items() if not held.is_held(alias)]


class _Held:
    """Which aliases' owners are equal to something that is given. `mine`: alias to table; `beside`: rows are taken from
    something else too."""

    def __init__(self, mine: dict[str, str], people: set[str], *, beside: bool) -> None:
        self._mine, self._people, self._beside = mine, people, beside
        self._same: dict[str, str] = {}

    def is_held(self, alias: str) -> bool:
        return self._root(alias) == self._root(_HOLDS)

    def take(self, condition: exp.Expression) -> None:
        """A condition that holds for every row."""
        if isinstance(condition, exp.Column):  # of JOIN … USING
            if condition.name == OWNER:
                for alias in self._mine:
                    self._join(alias, _HOLDS if self._beside else next(iter(self._mine)))
        elif isinstance(condition, exp.EQ | exp.NullSafeEQ):
            for one, other in _pairs(condition.this, condition.expression):
                self._equal(one, other)
        elif isinstance(condition, exp.In):
            for one in _members(condition.this):
                self._equal(one, None)
        elif isinstance(condition, exp.Or):
            self._either(condition)

    def _either(self, condition: exp.Expression) -> None:
        """Whose owner is held by each branch alone is held."""
        branches = []
        for branch in condition.flatten():
            held = _Held(self._mine, self._people, beside=self._beside)
            held._same = dict(self._same)
            for part in _parts(branch):
                held.take(part)
            branches.append(held)
        for alias in self._mine:
            if all(one.is_held(alias) for one in branches):
                self._join(alias, _HOLDS)

    def _equal(self, one: exp.Expression, other: exp.Expression | None) -> None:
        first, second = self._name(one), self._name(other)
        if first and second and (first != _HOLDS or second != _HOLDS):
            self._join(first, second)

    def _name(self, one: exp.Expression | None) -> str:
        """The alias whose owner this is; "(held)" for what is given; "" for another column of these tables."""
        column = one.this if isinstance(one, exp.Cast | exp.Paren) else one
        if not isinstance(column, exp.Column):
            return _HOLDS
        alias = column.table or (next(iter(self._mine)) if len(self._mine) == 1 else "")
        if alias in self._mine:
            return alias if column.name == OWNER else ""
        if alias in self._people:
            return f"{alias}.id" if column.name == "id" else ""
        return _HOLDS if column.name in {OWNER, "owner_id", "owner"} else ""

    def _root(self, name: str) -> str:
        while (above := self._same.get(name, name)) != name:
            name = above
        return name

    def _join(self, one: str, other: str) -> None:
        self._same[self._root(one)] = self._root(other)


def _readable(statement: str) -> str:
    """The same as sqlglot can read it: "$1,$2" would be a string in dollars, <#> an operator of JSON, and "on
    conflict" after a join a condition of it."""
    parameters = _PARAMETERS.sub(r":p\1", statement).replace("<#>", "<=>")
    return _CONFLICT.sub(r"\1 where true on conflict", parameters)


def _sources(query: exp.Expression) -> Iterator[tuple[str, exp.Expression]]:
    """Alias and source of all that a query takes rows from, itself and not by a query within."""
    given: list[exp.Expression] = []
    if isinstance(query, exp.Update | exp.Delete):
        given.append(query.this)
        given += query.args.get("using") or []
    start = query.args.get("from_") or query.args.get("from")
    if start is not None:
        given.append(start.this)
    given += [join.this for join in query.args.get("joins") or []]
    for one in given:
        yield from _with_joins(one)


def _with_joins(one: exp.Expression) -> Iterator[tuple[str, exp.Expression]]:
    if isinstance(one, exp.Paren):
        yield from _with_joins(one.this)
        return
    yield one.alias_or_name, one
    for join in one.args.get("joins") or []:
        yield from _with_joins(join.this)


def _conditions(query: exp.Expression) -> Iterator[exp.Expression]:
    where = query.args.get("where")
    if where is not None:
        yield from _parts(where.this)
    for join in query.find_all(exp.Join):
        if join.find_ancestor(*_QUERIES) is query:
            if (on := join.args.get("on")) is not None:
                yield from _parts(on)
            for column in join.args.get("using") or []:
                yield column if isinstance(column, exp.Column) else exp.column(column.name)


def _parts(condition: exp.Expression) -> Iterator[exp.Expression]:
    if isinstance(condition, exp.Paren):
        yield from _parts(condition.this)
    elif isinstance(condition, exp.And):
        yield from _parts(condition.this)
        yield from _parts(condition.expression)
    else:
        yield condition


def _members(one: exp.Expression) -> list[exp.Expression]:
    inner = one.this if isinstance(one, exp.Paren) else one
    return list(inner.expressions) if isinstance(inner, exp.Tuple) else [inner]


def _pairs(one: exp.Expression, other: exp.Expression) -> list[tuple[exp.Expression, exp.Expression | None]]:
    left, right = _members(one), _members(other)
    if len(left) == len(right):
        return list(zip(left, right, strict=True))
    return [(part, None) for part in (*left, *right)] if 1 not in {len(left), len(right)} else []


def written(folder: Path) -> Iterator[tuple[str, str]]:
    """("module:name", statement) of each statement that stands in the source as one text; `name`: of the function or
    constant that it stands in."""
    for path in sorted(folder.rglob("*.py")):
        module = path.relative_to(PACKAGE_FOLDER).as_posix()
        for outer in ast.parse(path.read_text("utf-8")).body:
            for one, name in _named(outer):
                if isinstance(one, ast.Constant) and isinstance(one.value, str) and _STATEMENT.search(one.value):
                    yield f"{module}:{name}", _placed(one.value)


def _named(outer: ast.stmt, name: str = "") -> Iterator[tuple[ast.AST, str]]:
    if isinstance(outer, ast.ClassDef):
        for inner in outer.body:
            yield from _named(inner)
        return
    if isinstance(outer, ast.Assign):
        name = ast.unparse(outer.targets[0])
    pieces = {id(piece) for one in ast.walk(outer) if isinstance(one, ast.JoinedStr) for piece in one.values}
    for one in ast.walk(outer):
        if id(one) not in pieces:  # of a text that is put together at run time
            yield one, getattr(outer, "name", name)


def _placed(statement: str) -> str:
    """With parameters as the driver is given them; what `format` puts in is a parameter."""
    return _BOUND.sub(r"\1$1", _PUT_IN.sub("$1", statement))


@contextmanager
def watched(reader: Reader) -> Iterator[Unowned]:
    """What Steward, and no test, asks of owned tables without their owner inside the block."""
    told = Unowned()

    def executes(_: Connection, __: Any, statement: str, *___: Any) -> None:
        told.read.add(statement)
        try:
            lacking = reader.lacking(statement)
        except SqlglotError as error:
            lacking = (f"what can't be read ({' '.join(str(error).split())[:200]})",)
        for table in lacking:
            if who := _who():
                told.found.setdefault((who, table), statement)

    event.listen(Engine, "before_cursor_execute", executes)
    try:
        yield told
    finally:
        event.remove(Engine, "before_cursor_execute", executes)


def _who() -> str | None:
    """The "module:function" that asked; None where it was a test, or nobody's request (a job, a tick, a sweep)."""
    parent = greenlet.getcurrent().parent  # SQLAlchemy runs its statements in a greenlet of their own
    asked: str | None = None
    module = ""
    for frame, _ in traceback.walk_stack(parent.gr_frame if parent is not None else None):
        name = frame.f_code.co_filename
        if asked is None and _TESTS in name:
            return None
        if _PACKAGE in name:
            module = name.rpartition(_PACKAGE)[2]
            if asked is None and not module.startswith("db/"):
                asked = f"{module}:{frame.f_code.co_name}"
    return None if module.startswith(_BY_ITSELF) else asked
