"""Do the usual generators make a whole, typed client of the description, and does it talk to the server?"""

import asyncio
import importlib
import json
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import pytest_asyncio
from tests.support.steward import Person, Steward

CONFIG = Path(__file__).parents[1] / "support" / "openapi-python-client.yml"
PACKAGE = "generated_steward_client"
GENERATE_S = 300.0


async def ran(*command: str, cwd: Path) -> str:
    """What the tool said; it has to end well and to warn of nothing."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", *command, stdout=PIPE, stderr=STDOUT, cwd=cwd)
    async with asyncio.timeout(GENERATE_S):
        told = (await process.communicate())[0].decode()
    assert process.returncode == 0, told
    assert "Skipping" not in told, told
    assert "WARNING" not in told.upper(), told
    return told


@pytest_asyncio.fixture(scope="session")
async def description(plain: Steward, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`/openapi.json` as the server gives it, in a file."""
    person = await plain.person("Generator")
    path = tmp_path_factory.mktemp("described") / "openapi.json"
    path.write_text((await person.send("GET", "/openapi.json")).text, "utf-8")
    return path


@pytest_asyncio.fixture(scope="session")
async def client_folder(description: Path) -> Path:
    """The client that openapi-python-client makes."""
    folder = description.parent
    await ran(
        *("openapi_python_client", "generate", "--path", str(description), "--output-path", str(folder / PACKAGE)),
        *("--meta", "none", "--config", str(CONFIG), "--fail-on-warning"),
        cwd=folder,
    )
    return folder


@pytest.fixture
def client(client_folder: Path) -> Iterator[ModuleType]:
    """Its modules, while the test runs."""
    sys.path.insert(0, str(client_folder))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(client_folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


def read(description: Path) -> dict[str, Any]:
    return dict(json.loads(description.read_text("utf-8")))


async def type_checked(*what: str, folder: Path) -> None:
    strict = ("--strict", "--ignore-missing-imports", "--no-incremental", "--config-file", "")
    await ran("mypy", *strict, *what, cwd=folder)


async def test_openapi_python_client_makes_every_operation(client_folder: Path, description: Path) -> None:
    """One module each; no warning."""
    document = read(description)
    named = {operation["operationId"] for path in document["paths"].values() for operation in path.values()}
    made = {path.stem for path in (client_folder / PACKAGE / "api").glob("*/*.py")} - {"__init__"}
    assert named == made


async def test_datamodel_code_generator_makes_every_schema(client_folder: Path, description: Path) -> None:
    """No type error in what either generator makes: both are read once."""
    models = description.parent / "models.py"
    await ran(
        *("datamodel_code_generator", "--input", str(description), "--input-file-type", "openapi"),
        *("--output", str(models), "--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"),
        *("--use-annotated", "--enum-field-as-literal", "all", "--formatters", "builtin"),
        cwd=description.parent,
    )
    text = models.read_text("utf-8")
    for name in read(description)["components"]["schemas"]:
        assert f"class {name.replace('_', '')}(" in text.replace("_", ""), name
    await type_checked(PACKAGE, models.name, folder=client_folder)


async def test_a_generated_client_talks_to_the_server(client: ModuleType, plain: Steward, rita: Person) -> None:
    """Signs in, creates, asks, lists; a wrong token and a wrong body are typed problems."""

    def call(group: str, operation: str) -> Any:
        return importlib.import_module(f"{PACKAGE}.api.{group}.{operation}").asyncio

    models = importlib.import_module(f"{PACKAGE}.models")
    async with client.AuthenticatedClient(base_url=plain.url, token=rita.token) as steward:
        me = await call("account", "get_me")(client=steward)
        assert me.name == "Rita Lopes"
        fields = models.EventFields(title="Dentist", start_at="2026-11-27T10:00:00", timezone="Europe/Lisbon")
        event = await call("entities", "create_event")(client=steward, body=fields)
        assert (event.title, event.start_at, event.all_day) == ("Dentist", "2026-11-27T10:00:00", False)
        question = models.Ask(question="When is my dentist appointment?")
        bundle = await call("ask", "ask")(client=steward, body=question)
        assert bundle.answer
        assert bundle.run.id
        listed = await call("entities", "list_events")(client=steward, since="2026-11-27", until="2026-11-28")
        assert [one.id for one in listed.items] == [event.id]
        refused = await call("entities", "list_events")(client=steward, since="1950-01-01", until="2050-01-01")
        assert (type(refused).__name__, refused.code) == ("Problem", "invalid_request")
    async with client.AuthenticatedClient(base_url=plain.url, token="stw_" + "x" * 43) as stranger:
        nobody = await call("account", "get_me")(client=stranger)
        assert (nobody.status, nobody.code) == (401, "unauthenticated")


KINDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "event": ({"title": "Lunch", "start_at": "2026-11-27T12:00:00", "participants": ["Rui"]}, {"title": "Late lunch"}),
    "contact": ({"display_name": "Zoe Quint", "emails": ["zoe@example.org"]}, {"title": "Dr"}),
    "todo": ({"title": "Buy paint", "due_at": "2026-11-28T09:00:00"}, {"notes": "blue"}),
    "note": ({"text": "The sails are dry"}, {"category": "sailing"}),
}
"""Fields of a new one, and of a change."""


async def test_a_generated_client_creates_reads_changes_and_erases(
    client: ModuleType, plain: Steward, rita: Person
) -> None:
    """Entities, facts, rules, previews without a body, jobs: what is answered is of the described types alone."""

    async def call(group: str, operation: str, *path: Any, **sent: Any) -> Any:
        made = importlib.import_module(f"{PACKAGE}.api.{group}.{operation}")
        answer = await made.asyncio_detailed(*path, client=steward, **sent)
        return answer.status_code.value, answer.parsed

    models = importlib.import_module(f"{PACKAGE}.models")
    whole = await plain.with_every_scope(rita)
    async with client.AuthenticatedClient(
        base_url=plain.url, token=whole.token, raise_on_unexpected_status=True
    ) as steward:
        for kind, (fields, change) in KINDS.items():
            name = kind.title()
            _, made = await call("entities", f"create_{kind}", body=getattr(models, f"{name}Fields")(**fields))
            assert (await call("entities", f"read_{kind}", made.id)) == (200, made)
            patch, version = getattr(models, f"{name}Patch")(**change), f'"{made.version}"'
            status, changed = await call("entities", f"change_{kind}", made.id, body=patch, if_match=version)
            assert (status, changed.version) == (200, made.version + 1)
            status, refused = await call("entities", f"change_{kind}", made.id, body=patch, if_match=version)
            assert (status, refused.code) == (412, "version_conflict")
            _, receipt = await call("entities", f"erase_{kind}", made.id)
            assert receipt.deleted.to_dict()[kind] == 1
            status, gone = await call("entities", f"read_{kind}", made.id)
            assert (status, gone.code) == (404, "not_found")
        sail = models.FactFields(text="I sail on Tuesdays", category="hobby")
        (first, fact), (again, same) = [await call("memory", "create_fact", body=sail) for _ in range(2)]
        assert (first, again, same.id) == (201, 200, fact.id)
        assert (await call("memory", "retire_fact", fact.id))[0] == 200
        status, rule = await call("memory", "create_rule", body=models.RuleFields(text="Keep calls short"))
        assert (status, rule.kind) == (201, "hard_rule")
        assert (await call("memory", "erase_rule", rule.id))[0] == 200
        status, none = await call("previews", "confirm_preview", rule.id)
        assert (status, none.code) == (404, "not_found")
        status, jobs = await call("jobs", "system_jobs")
        assert status == 200
        by_hand = next(one for one in jobs.scheduled if one.trigger.kind != "external")
        status, begun = await call("jobs", "run_job", by_hand.name)
        assert status == 202
        status, job = await call("jobs", "show_job", begun.job_id)
        assert (status, job.id) == (200, begun.job_id)
