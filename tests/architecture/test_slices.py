"""Does every manifest count, and does only a slice itself touch its tables and its repository?"""

import grimp
from tests.support.source import PACKAGE

from orchestrator import catalog

PRIVATE = ("model", "repository")
WORKS_ON = {
    "domain.memory.rules": "domain.memory.facts",  # a rule is a fact whose kind is implied
    "domain.memory.fact_learning": "domain.memory.facts",
    "domain.world.calendar_files": "domain.world.events",
    "domain.world.contact_files": "domain.world.contacts",
}
"""Slices without tables of their own: another form of what another slice keeps (docs/decisions/0058)."""


def test_models_and_repositories_are_imported_by_their_slice_alone() -> None:
    graph = grimp.build_graph("orchestrator", include_external_packages=False)
    trespasses = []
    used: set[str] = set()
    for module in graph.modules:
        parts = module.split(".")
        if (
            len(parts) != 5 or parts[1] != "domain" or parts[4] not in PRIVATE
        ):  # orchestrator.domain.<group>.<slice>.<file>
            continue
        own = ".".join(parts[:4])
        for importer in graph.find_modules_that_directly_import(module):
            of = ".".join(importer.split(".")[1:4])
            if f"{importer}.".startswith(f"{own}."):
                continue
            if f"orchestrator.{WORKS_ON.get(of)}" == own:
                used.add(of)
            else:
                trespasses.append(f"{importer} imports {module}")
    assert not trespasses, "\n".join(sorted(trespasses))
    assert used == WORKS_ON.keys(), "take out what needs it no more"


def test_every_manifest_is_listed_once() -> None:
    there = {".".join(path.parent.parts[-2:]) for path in PACKAGE.glob("domain/*/*/slice.py")}
    listed = [one.name for one in catalog.SLICES if one is not catalog.UPKEEP]
    assert sorted(listed) == sorted(path.partition(".")[2] for path in there), "list it in catalog.SLICES"


def test_what_keeps_rows_or_does_work_has_a_manifest() -> None:
    registering = {"model.py", "jobs.py", "tools.py", "command.py", "tools", "commands"}
    found = [
        str(folder.relative_to(PACKAGE))
        for folder in PACKAGE.glob("domain/*/*")
        if registering & {path.name for path in folder.glob("*")} and not (folder / "slice.py").exists()
    ]
    assert found == []


def test_the_orders_name_slices() -> None:
    known = {one.name for one in catalog.SLICES}
    for order in (catalog.STORED, catalog.ERASED, catalog.NAMED):
        assert len(order) == len(set(order))
        assert set(order) <= known
