"""For which of the locked packages is there no wheel for a platform? Read from `uv.lock` alone.

    python -m tests.image.wheels            # for arm64 and amd64, with every extra

A package without a wheel is built from its source where it is installed: an image's build stage has no compiler, so
that one that is not pure Python would end the build there.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packaging.markers import Marker, default_environment
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename
from tests.support.source import ROOT

PROJECT = "steward"
PYTHON = (3, 11)
"""That of the image (Dockerfile)."""
GLIBC = (2, 36)
"""That of Debian 12, which the image's base is made of."""
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Docker's name of an architecture -> the kernel's, which wheels and markers bear."""

Package = Mapping[str, Any]
Packages = dict[str, list[Package]]


@dataclass(frozen=True)
class Wanting:
    """A locked package without a wheel for a machine. `asked_by`: the extra that brings it, empty for what all get."""

    name: str
    version: str
    asked_by: str = ""


def without_wheel(machine: str, *, lock: Mapping[str, Any] | None = None) -> list[Wanting]:
    """Packages of the runtime and of each extra that have no wheel for Linux on `machine` ("aarch64")."""
    locked = lock if lock is not None else tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    packages: Packages = {}
    for each in locked["package"]:
        packages.setdefault(each["name"], []).append(each)
    tags = set(_tags(machine))
    (project,) = packages[PROJECT]
    found = dict.fromkeys(_closure(packages, project, (), machine), "")
    for extra in sorted(project.get("optional-dependencies", {})):
        for name in _closure(packages, project, (extra,), machine):
            found.setdefault(name, extra)
    return [
        Wanting(name, version, extra)
        for (name, version), extra in sorted(found.items())
        if name != PROJECT and not _has_wheel(_locked(packages, name, version), tags)
    ]


def _tags(machine: str) -> Iterator[Tag]:
    platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC[1], 16, -1)]
    platforms += [f"manylinux2014_{machine}", f"linux_{machine}"]
    yield from cpython_tags(PYTHON, platforms=platforms)
    yield from compatible_tags(PYTHON, interpreter="cp311", platforms=platforms)


def _has_wheel(package: Mapping[str, Any], tags: set[Tag]) -> bool:
    names = (wheel["url"].rpartition("/")[2] for wheel in package.get("wheels", ()))
    return any(parse_wheel_filename(name)[3] & tags for name in names)


def _closure(packages: Packages, project: Package, extras: tuple[str, ...], machine: str) -> Iterator[tuple[str, str]]:
    """Name and version of all that comes with the project, each once, as markers hold on Linux on `machine`."""
    waiting, seen = [(project, extras)], set()
    while waiting:
        package, extras = waiting.pop()
        key = (package["name"], package["version"])
        if (key, extras) in seen:
            continue
        seen.add((key, extras))
        yield key
        needs = list(package.get("dependencies", ()))
        for extra in extras:
            needs += package.get("optional-dependencies", {}).get(extra, ())
        waiting += [
            (_locked(packages, each["name"], each.get("version")), tuple(each.get("extra", ())))
            for each in needs
            if _holds(each.get("marker"), machine)
        ]


def _locked(packages: Packages, name: str, version: str | None) -> Package:
    """The package of that name; where several Pythons have a version each, the need names it."""
    return next(each for each in packages[name] if version is None or each["version"] == version)


def _holds(marker: str | None, machine: str) -> bool:
    if marker is None:
        return True
    here = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": machine}
    python = {"python_version": "3.11", "python_full_version": "3.11.2", "implementation_name": "cpython"}
    return Marker(marker).evaluate({**default_environment(), **here, **python})


def main() -> int:
    for docker, machine in MACHINES.items():
        wanting = without_wheel(machine)
        print(f"{docker}: {len(wanting)} without a wheel for Python 3.11 on Debian 12")
        for each in wanting:
            print(f"  {each.name} {each.version}{f' (extra {each.asked_by})' if each.asked_by else ''}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
