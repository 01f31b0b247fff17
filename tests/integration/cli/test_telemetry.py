"""Is what `steward serve` tells of itself read by others' own parsers: its spans by a collector, its metrics by
Prometheus' reader of expositions?"""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families
from tests.support.loopback_http import LoopbackServer, Recorded, Wire
from tests.support.served import served

QUESTION = "Add quinces to my list"
NEVER_BY_ITSELF_MS = "3600000"
"""The exporter's pause: spans come when Steward ends, so that nothing is waited for here."""
UNTOLD = "quinces"


class Collector(LoopbackServer):
    """An OTLP/HTTP collector: it takes what it can decode, and refuses the rest as the specification has it."""

    def __init__(self) -> None:
        super().__init__()
        self.exports: list[ExportTraceServiceRequest] = []

    async def handle(self, request: Recorded, wire: Wire) -> None:
        if (request.method, request.path) != ("POST", "/v1/traces"):
            await wire.whole(404, {})
        elif request.headers.get("content-type") != "application/x-protobuf":
            await wire.whole(415, {})
        else:
            self.exports.append(ExportTraceServiceRequest.FromString(request.raw))
            answer = ExportTraceServiceResponse().SerializeToString().decode()
            await wire.whole(200, answer, {"Content-Type": "application/x-protobuf"})


@dataclass
class Told:
    """What a Steward told of one turn that called a tool, and of one that was refused a token."""

    bundle: dict[str, Any]
    exports: list[ExportTraceServiceRequest]
    metrics: httpx.Response

    def spans(self) -> Iterator[Span]:
        for export in self.exports:
            for resource in export.resource_spans:
                for scope in resource.scope_spans:
                    yield from scope.spans

    def families(self) -> dict[str, Metric]:
        return {family.name: family for family in text_string_to_metric_families(self.metrics.text)}


@pytest_asyncio.fixture(scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Told]:
    with Collector() as collector:
        telemetry = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.url, "OTEL_BSP_SCHEDULE_DELAY": NEVER_BY_ITSELF_MS}
        async with served(tmp_path_factory.mktemp("told"), **telemetry) as steward:
            async with steward.owner() as owner:
                await owner.auto_confirm("todos_create")
                steward.model.call("todos_create", {"title": "Quinces"})
                steward.model.say("I added quinces.")
                bundle = await owner.ask(QUESTION)
                async with httpx.AsyncClient(base_url=steward.url) as nobody:
                    assert (await nobody.get("/todos")).status_code == 401
                    metrics = await nobody.get("/metrics")
            await steward.stop()
            yield Told(bundle, collector.exports, metrics)


def attributes(span: Span) -> dict[str, str | int]:
    return {each.key: getattr(each.value, str(each.value.WhichOneof("value"))) for each in span.attributes}


async def test_a_turn_and_its_tool_are_one_trace(told: Told) -> None:
    spans = list(told.spans())
    (turn,) = (span for span in spans if span.name == "turn")
    assert attributes(turn) == {"run_id": told.bundle["run"]["id"]}
    (tool,) = (span for span in spans if span.name == "tool")
    assert attributes(tool) == {"tool": "todos_create"}
    assert tool.trace_id == turn.trace_id
    by_id = {span.span_id: span for span in spans}
    assert turn.span_id in set(ancestors(tool, by_id))
    assert turn.start_time_unix_nano <= tool.start_time_unix_nano <= tool.end_time_unix_nano <= turn.end_time_unix_nano


def ancestors(span: Span, by_id: dict[bytes, Span]) -> Iterator[bytes]:
    while span.parent_span_id:
        yield span.parent_span_id
        span = by_id[span.parent_span_id]


async def test_spans_are_whole_and_hold_no_words_of_anybody(told: Told) -> None:
    for export in told.exports:
        for resource in export.resource_spans:
            named = {each.key: each.value.string_value for each in resource.resource.attributes}
            assert named["service.name"] == "steward"
        assert UNTOLD not in str(export).casefold()
    spans = list(told.spans())
    assert len({span.span_id for span in spans}) == len(spans)
    for span in spans:
        assert (len(span.trace_id), len(span.span_id)) == (16, 8)
        assert 0 < span.start_time_unix_nano <= span.end_time_unix_nano
        assert span.status.code != Status.STATUS_CODE_ERROR, span.name


async def test_metrics_are_read_by_prometheus_own_parser(told: Told) -> None:
    assert told.metrics.headers["content-type"].startswith("text/plain; version=")
    families = told.families()
    assert all(family.documentation and family.type != "untyped" for family in families.values())
    turns = {
        sample.labels["stop_reason"]: sample.value
        for sample in families["steward_turns"].samples
        if sample.name.endswith("_total")
    }
    assert turns == {told.bundle["run"]["stop_reason"]: 1.0}
    (done,) = (
        sample for sample in families["steward_tool_calls"].samples if sample.name.endswith("_total") and sample.value
    )
    assert done.labels["tool"] == "todos_create"
    refused = {"method": "GET", "route": "/todos", "status": "401"}
    assert any(sample.labels == refused and sample.value == 1 for sample in families["steward_http_requests"].samples)
    assert UNTOLD not in told.metrics.text.casefold()


async def test_buckets_add_up(told: Told) -> None:
    histograms = [family for family in told.families().values() if family.type == "histogram"]
    assert {"steward_turn_duration_seconds", "steward_http_request_duration_seconds"} <= {
        each.name for each in histograms
    }
    for family in histograms:
        series: dict[tuple[tuple[str, str], ...], list[float]] = {}
        counts: dict[tuple[tuple[str, str], ...], float] = {}
        for sample in family.samples:
            labels = tuple(sorted((name, value) for name, value in sample.labels.items() if name != "le"))
            if sample.name.endswith("_bucket"):
                series.setdefault(labels, []).append(sample.value)
            elif sample.name.endswith("_count"):
                counts[labels] = sample.value
        for labels, buckets in series.items():
            assert buckets == sorted(buckets), family.name
            assert buckets[-1] == counts[labels], family.name
