"""`make test-image`: is the Dockerfile built without a daemon, and does what it makes answer a question?

    make test-image                             # the Dockerfile's base; Debian's Python where no registry is reached
    make test-image ARGS="--base debian"        # never ask a registry
    make test-image ARGS="--base IMAGE --extras voice"

It takes some minutes, root, buildah, bubblewrap and (for Debian's base) mmdebstrap, none of which it installs, and
leaves nothing but its logs, and those only where something failed.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from tests.image import checks, composed, container
from tests.image.building import Image, Impossible, built, compressed, largest, needed
from tests.image.checks import Result

MOST_MB = 600
LARGEST = 12
MB = 1_000_000


def main() -> int:
    options = argparse.ArgumentParser(prog="make test-image", description=__doc__.split("\n\n")[0])
    options.add_argument("--base", default="auto", help="auto, debian, or an image's name")
    options.add_argument("--extras", default="", help="optional parts, as the Dockerfile's EXTRAS")
    asked = options.parse_args()
    try:
        needed()
        return _tested(asked.base, asked.extras)
    except Impossible as error:
        print(error, file=sys.stderr)
        return 2


def _tested(base: str, extras: str) -> int:
    work = Path(tempfile.mkdtemp(prefix="steward-test-image-"))
    work.chmod(0o755)  # homes in it belong to the image's user
    began = time.monotonic()
    results: list[Result] = []
    try:
        print(f"building (log: {work / 'build.log'}) …", flush=True)
        with built(base=base, extras=extras, progress=work / "build.log") as image:
            print(f"built in {time.monotonic() - began:.0f} s on {image.base}", flush=True)
            results.append(_told_size(image, extras))
            container.alone()
            for name, part in (("by itself", checks.by_itself), ("docker-compose.yml", composed.together)):
                (work / name).mkdir(mode=0o755)
                results += _shown(name, part(image, work / name))
    except RuntimeError as error:
        results.append(Result("went on to the end", held=False, seen=str(error)))
        print(error, file=sys.stderr)
    failed = [each for each in results if not each.held]
    print(f"{len(results) - len(failed)} of {len(results)} held in {time.monotonic() - began:.0f} s")
    if failed:
        print(f"logs are in {work}; failed: {'; '.join(each.asked for each in failed)}")
        return 1
    shutil.rmtree(work)
    return 0


def _told_size(image: Image, extras: str) -> Result:
    """How large it is, and what is large in it. A bound only for what everybody gets, beyond the base."""
    packed = compressed(image.root)
    print(
        f"{image.size / MB:.0f} MB, of them the base {image.base_size / MB:.0f};"
        f" as a registry keeps it {packed / MB:.0f} MB"
    )
    print("largest packages: " + ", ".join(f"{name} {size / MB:.0f}" for size, name in largest(image.root, LARGEST)))
    return Result("size", bool(extras) or packed / MB < MOST_MB, f"{packed / MB:.0f} MB compressed")


def _shown(name: str, results: Iterable[Result]) -> list[Result]:
    console = Console(width=None if Console().is_terminal else 140)
    kept = list(results)
    table = Table(title=name, title_justify="left", title_style="bold")
    for column in ("check", "", "seen"):
        table.add_column(column)
    for each in kept:
        table.add_row(each.asked, "ok" if each.held else "[red]FAILED[/red]", each.seen)
    console.print(table)
    return kept


if __name__ == "__main__":
    sys.exit(main())
