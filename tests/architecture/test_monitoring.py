"""Do the dashboard and the alerts ask for metrics that exist, by labels that they have, in Prometheus' own grammar?"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import compose_spec
import promql_parser
import pytest
import yaml
from prometheus_client.openmetrics.exposition import generate_latest
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from tests.support.source import ROOT

from orchestrator.telemetry.metrics import Metrics

FILES = ROOT / "deploy" / "helm" / "steward" / "files"
ADDED = {"job", "instance", "le"}
"""Labels that Prometheus adds, and that of a histogram's buckets."""
OF_THE_PROCESS = re.compile(r"process_\w+")


def expressions() -> Iterator[tuple[str, str]]:
    for group in yaml.safe_load((FILES / "alerts.yaml").read_text("utf-8"))["groups"]:
        for rule in group["rules"]:
            yield rule["alert"], rule["expr"]
    for panel in json.loads((FILES / "dashboard.json").read_text("utf-8"))["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


def selectors(expression: str) -> list[promql_parser.VectorSelector]:
    found: list[promql_parser.VectorSelector] = []

    def visit(node: Any) -> None:
        if isinstance(node, promql_parser.VectorSelector):
            found.append(node)

    promql_parser.walk(parsed(expression), visit)
    return found


def parsed(expression: str) -> Any:
    return promql_parser.parse(expression.replace("$__rate_interval", "5m").replace("$job", "steward"))


def samples() -> dict[str, set[str]]:
    """Every series that `/metrics` may have, with its labels."""
    metrics = Metrics()
    found: dict[str, set[str]] = {}
    for collector in vars(metrics).values():
        if getattr(collector, "_labelnames", ()):
            collector.labels(*("x" for _ in collector._labelnames))
    for family in text_string_to_metric_families(generate_latest(metrics.registry).decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_every_metric_that_is_asked_for_exists() -> None:
    there = samples()
    asked = [(where, one) for where, expression in expressions() for one in selectors(expression)]
    assert len(asked) > 25
    for where, one in asked:
        assert one.name in there, f"{where}: {one.name}"
        labels = {matcher.name for matcher in one.matchers.matchers}
        assert labels <= there[one.name] | ADDED, f"{where}: {labels - there[one.name]}"


def test_labels_that_are_grouped_by_are_those_of_the_metric() -> None:
    there = samples()
    for where, expression in expressions():
        known = set().union(*(there[one.name] for one in selectors(expression))) | ADDED
        named = {
            label.strip() for group in re.findall(r"\b(?:by|on) \(([^)]*)\)", expression) for label in group.split(",")
        }
        assert named <= known, f"{where}: {named - known}"


def test_a_metric_that_is_not_there_is_found_out() -> None:
    assert {one.name for one in selectors("rate(steward_nothing_total[5m])")}.isdisjoint(samples())
    with pytest.raises(ValueError, match="parenthesis"):
        parsed("sum by (rate(steward_turns_total[5m])")


def test_every_alert_says_what_to_do() -> None:
    (group,) = yaml.safe_load((FILES / "alerts.yaml").read_text("utf-8"))["groups"]
    names = [rule["alert"] for rule in group["rules"]]
    assert len(set(names)) == len(names)
    for rule in group["rules"]:
        assert set(rule) == {"alert", "expr", "for", "labels", "annotations"}
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert set(rule["annotations"]) == {"summary", "description"}
        assert promql_parser.parse_duration(rule["for"]).total_seconds() >= 60


def test_panels_lie_beside_each_other() -> None:
    panels = json.loads((FILES / "dashboard.json").read_text("utf-8"))["panels"]
    taken = [
        (panel["gridPos"]["x"] + x, panel["gridPos"]["y"] + y)
        for panel in panels
        for x in range(panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert all(x < 24 for x, _ in taken)
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_the_compose_file_is_one() -> None:
    text = (ROOT / "docker-compose.yml").read_text("utf-8")
    # the reader takes a digest only without the tag that Docker lets stand before it
    untagged = re.sub(r"(image: [^\s:]+):[^\s@]+@", r"\1@", text)
    read = compose_spec.PyCompose.from_yaml(untagged)
    services = yaml.safe_load(text)["services"]
    assert set(services) == {"steward", "postgres", "ollama"}
    named = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    assert {volume for volume in named if not volume.startswith((".", "/"))} == set(read.volumes)
    for volume in named:
        assert not volume.startswith(".") or Path(ROOT / volume).is_file()
    for wrong in ("stop_grace", "restarts"):
        with pytest.raises(ValueError, match="x-"):
            compose_spec.PyCompose.from_yaml(untagged.replace("stop_grace_period", wrong, 1))
