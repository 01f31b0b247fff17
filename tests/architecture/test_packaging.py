"""Does what is not Python go along, and is everything found where it is looked for?"""

import re
import subprocess
import tomllib

from tests.support.source import PACKAGE, ROOT

from orchestrator.db.migrate import read_migrations
from orchestrator.settings import VARIABLES

PRINTED = re.compile(r"uv==(\S+)|UV_VERSION := (\S+)")


def test_migrations_and_prompts_lie_inside_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert packages == [
        PACKAGE.relative_to(ROOT).as_posix()
    ]  # hatchling takes every file of it that git does not ignore
    assert read_migrations()[0].name == "0001_base.sql"


def test_no_file_of_the_package_is_ignored_by_git() -> None:
    files = [
        str(path)
        for path in PACKAGE.rglob("*")
        if path.suffix in {".sql", ".md", ".po", ".toml", ".html", ".css", ".js", ".json"}
    ]
    asked = subprocess.run(["git", "check-ignore", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert asked.stdout.split() == []


def test_every_place_installs_the_same_uv() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("Makefile", "Dockerfile")]
    versions = {found for text in texts for match in PRINTED.findall(text) for found in match if found.startswith("0")}
    assert len(versions) == 1


def test_the_containers_set_only_what_exists() -> None:
    text = "\n".join((ROOT / name).read_text("utf-8") for name in ("Dockerfile", "docker-compose.yml"))
    assert sorted(set(re.findall(r"STEWARD_[A-Z_]+", text)) - set(VARIABLES)) == []


def test_images_of_others_are_pinned_by_digest() -> None:
    """A tag is whatever its owner made of it since. What a Dockerfile names itself (a stage) and what is built here are
    no images of others'."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    named = [name for name in listed if re.search(r"(?i)(^|/)[^/]*(dockerfile[^/]*|compose[^/]*\.ya?ml)$", name)]
    assert {"Dockerfile", "docker-compose.yml"} <= set(named)
    images: set[str] = set()
    for name in named:
        text = (ROOT / name).read_text("utf-8")
        for argument, default in re.findall(r"(?m)^ARG (\w+)=(\S+)$", text):
            text = text.replace(f"${{{argument}}}", default)
        stages = set(re.findall(r"(?im)^FROM .* AS (\S+)", text))
        found = re.findall(
            r"(?im)^(?:FROM(?: --\S+)*|\s*(?:- )?image:|COPY --from=|# *syntax *=)\s*[\"']?([^\s\"']+)", text
        )
        images |= set(found) - stages - {"scratch"}
    images = {one for one in images if not one.startswith("/")}
    assert len(images) >= 3
    assert [one for one in images if not re.fullmatch(r"[^@]+@sha256:[0-9a-f]{64}", one)] == []
