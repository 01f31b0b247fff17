"""Does only a slice itself touch its tables and its repository? Others go through its service."""

import grimp

PRIVATE = ("model", "repository")


def test_models_and_repositories_are_imported_by_their_slice_alone() -> None:
    graph = grimp.build_graph("orchestrator", include_external_packages=False)
    trespasses = []
    for module in graph.modules:
        parts = module.split(".")
        if (
            len(parts) != 5 or parts[1] != "domain" or parts[4] not in PRIVATE
        ):  # orchestrator.domain.<group>.<slice>.<file>
            continue
        own = ".".join(parts[:4])
        importers = graph.find_modules_that_directly_import(module)
        trespasses += [f"{each} imports {module}" for each in importers if not f"{each}.".startswith(f"{own}.")]
    assert not trespasses, "\n".join(sorted(trespasses))
