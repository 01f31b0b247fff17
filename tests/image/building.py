"""How is the Dockerfile built where no daemon runs and perhaps no registry is reached?

By buildah with chroot isolation and plain folders as storage, all of it under one folder that goes at the end. The base
that the Dockerfile names is pulled; where it can't be, Debian's own Python takes its place, made by mmdebstrap, by the
build argument `BASE`.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.source import ROOT

DEBIAN = "bookworm"
DEBIAN_PACKAGES = ("python3", "python3-pip", "python3-venv", "ca-certificates", "usr-is-merged")
"""The last: else `usrmerge` with all of Perl comes along."""
UNREAD = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*")
"""What Docker's own Debian images leave out too."""
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
"""Those of this machine hold for the build: it may reach the registries of packages through a proxy of its own."""
BASE_NAME = "localhost/steward-base"
IMAGE_NAME = "localhost/steward"
PULL_TIMEOUT_S = 300


class Impossible(Exception):
    """What is missing here, and what to do."""


@dataclass(frozen=True)
class Image:
    """A built image: its files as a folder of this machine (`root`), its configuration as Docker keeps it, sizes in
    bytes of the whole and of the base alone."""

    root: Path
    config: dict[str, Any]
    size: int
    base_size: int
    base: str


def wanting(programs: Sequence[tuple[str, str]]) -> list[str]:
    """Debian's packages of those (program, package) that are not installed."""
    return sorted({package for program, package in programs if shutil.which(program) is None})


def needed() -> None:
    """Raises Impossible, which says what to install."""
    packages = wanting(
        (("buildah", "buildah"), ("bwrap", "bubblewrap"), ("unshare", "util-linux"), ("setpriv", "util-linux"))
    )
    if packages:
        raise Impossible(f"install first: apt-get install --no-install-recommends {' '.join(packages)}")
    if os.geteuid() != 0:
        raise Impossible("root is needed: images hold files of several users (sudo make test-image)")


@contextmanager
def built(*, base: str, extras: str, progress: Path) -> Iterator[Image]:
    """The Dockerfile's image. `base`: "auto" (the Dockerfile's, else Debian's), "debian", or the name of an image;
    what the build says goes to the file `progress`. Raises Impossible, or RuntimeError with the end of what it said."""
    folder = Path(tempfile.mkdtemp(prefix="steward-image-"))
    try:
        yield _Buildah(folder, progress).image(base, extras)
    finally:
        shutil.rmtree(folder)  # plain folders: nothing is mounted


class _Buildah:
    def __init__(self, folder: Path, progress: Path) -> None:
        self._folder = folder
        self._progress = progress
        places = ("--root", str(folder / "storage"), "--runroot", str(folder / "run"), "--storage-driver", "vfs")
        self._command = ("buildah", *places)

    def image(self, base: str, extras: str) -> Image:
        base = self._base(base)
        certificates = ("--volume", f"{CERTIFICATES}:{CERTIFICATES}:ro") if CERTIFICATES.exists() else ()
        arguments = ("--build-arg", f"BASE={base}", "--build-arg", f"EXTRAS={extras}", *certificates)
        # without `docker` as its format an image has no HEALTHCHECK
        self._run("bud", "--format", "docker", "--pull-never", *arguments, "-t", IMAGE_NAME, str(ROOT))
        told = json.loads(self._run("inspect", "--type", "image", IMAGE_NAME))
        root = self._root(IMAGE_NAME)
        return Image(root, told["Docker"]["config"], _size(root), _size(self._root(base)), base)

    def _base(self, asked: str) -> str:
        named = _named_base()
        if asked == "debian" or (asked == "auto" and not self._pulled(named)):
            self._debian()
            return BASE_NAME
        if asked != "auto" and not self._pulled(asked):
            raise Impossible(f"{asked} could not be pulled; the log {self._progress} says why")
        return named if asked == "auto" else asked

    def _pulled(self, name: str) -> bool:
        try:
            self._run("pull", "--quiet", name, timeout=PULL_TIMEOUT_S)
        except (RuntimeError, subprocess.TimeoutExpired):
            return False
        return True

    def _debian(self) -> None:
        """Debian's Python as an image; what pip and uv have to know there are settings of the image."""
        if shutil.which("mmdebstrap") is None:
            raise Impossible("no registry is reached; for a base of Debian's: apt-get install mmdebstrap")
        made = self._folder / "base.tar"
        left_out = [f"--dpkgopt=path-exclude={pattern}" for pattern in UNREAD]
        wanted = f"--include={','.join(DEBIAN_PACKAGES)}"
        self._call(
            "mmdebstrap",
            "--variant=minbase",
            wanted,
            *left_out,
            '--aptopt=APT::Install-Recommends "false"',
            DEBIAN,
            made,
        )
        container = self._run("from", "scratch").strip()
        self._run("add", "--quiet", container, str(made), "/")
        known = ("PIP_BREAK_SYSTEM_PACKAGES=1", f"SSL_CERT_FILE={CERTIFICATES}", f"PIP_CERT={CERTIFICATES}")
        self._run("config", *(word for each in known for word in ("--env", each)), container)
        self._run("commit", "--quiet", "--format", "docker", container, BASE_NAME)
        self._run("rm", container)
        made.unlink()

    def _root(self, image: str) -> Path:
        """The folder of an image's files: with plain folders as storage a container's is a copy of its own."""
        container = self._run("from", "--pull-never", image).strip()
        return Path(self._run("mount", container).strip())

    def _run(self, *arguments: str, timeout: float | None = None) -> str:
        return self._call(*self._command, *arguments, timeout=timeout)

    def _call(self, *command: str | Path, timeout: float | None = None) -> str:
        """What the command says. Raises RuntimeError with the end of its log."""
        with self._progress.open("ab") as log:
            log.write(f"$ {' '.join(map(str, command))}\n".encode())
            log.flush()
            env = {**os.environ, "BUILDAH_ISOLATION": "chroot"}
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=log, env=env, timeout=timeout, check=False)
            log.write(done.stdout)
        if done.returncode:
            end = self._progress.read_text("utf-8", "replace").splitlines()[-20:]
            raise RuntimeError("\n".join((f"{command[0]} {command[-1]} failed; the end of {self._progress}:", *end)))
        return done.stdout.decode()


def _named_base() -> str:
    """The image that the Dockerfile names where nobody names another."""
    found = re.search(r"(?m)^ARG BASE=(\S+)$", (ROOT / "Dockerfile").read_text("utf-8"))
    assert found is not None, "the Dockerfile names its base by ARG BASE="
    return found[1]


def _size(root: Path) -> int:
    """Bytes of the files under `root`, one of several names counted once."""
    seen: dict[tuple[int, int], int] = {}
    for folder, _, names in os.walk(root):
        for name in names:
            told = os.lstat(os.path.join(folder, name))
            seen[told.st_dev, told.st_ino] = told.st_size
    return sum(seen.values())


def compressed(root: Path) -> int:
    """Bytes of the whole as one gzipped layer, which is about what a registry keeps."""
    packed = ("tar", "--create", "--one-file-system", "--directory", str(root), ".")
    with subprocess.Popen(packed, stdout=subprocess.PIPE) as tar:
        told = subprocess.Popen(("gzip", "-3", "--stdout"), stdin=tar.stdout, stdout=subprocess.PIPE)
        assert told.stdout is not None
        size = sum(len(piece) for piece in iter(lambda: told.stdout.read(1 << 20), b""))
        told.wait()
    return size


def largest(root: Path, number: int) -> list[tuple[int, str]]:
    """(bytes, path) of the largest folders of packages in an image's environment, and of its other files as one."""
    (packages,) = (root / "opt/steward/lib").glob("python3*/site-packages")
    found = [(_size(each) if each.is_dir() else each.stat().st_size, each.name) for each in packages.iterdir()]
    return sorted(found, reverse=True)[:number]
