"""Are spans made where they are wanted, and nothing where not?"""

from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from orchestrator.telemetry.tracing import Tracing


def test_without_an_endpoint_a_span_is_nothing() -> None:
    tracing = Tracing()
    tracing.configure(None)
    with tracing.span("turn", steps=1) as current:
        assert current is None
    tracing.shut_down()


def test_spans_are_nested_and_carry_what_is_known() -> None:
    exporter = InMemorySpanExporter()
    tracing = Tracing()
    tracing.use(SimpleSpanProcessor(exporter))
    with tracing.span("turn", profile="main", tier=None), tracing.span("tool", name_of_tool="get_events"):
        pass
    tool, turn = exporter.get_finished_spans()
    assert (turn.name, dict(turn.attributes or {})) == ("turn", {"profile": "main"})
    assert tool.parent is not None
    assert turn.context is not None
    assert tool.parent.span_id == turn.context.span_id
    tracing.shut_down()
