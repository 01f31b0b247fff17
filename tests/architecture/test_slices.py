"""Does only a slice itself touch its tables and its repository? Others go through its service."""

import grimp

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
