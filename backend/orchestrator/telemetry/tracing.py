"""Where did the time of a turn go? OpenTelemetry spans, only where an endpoint is configured; else nothing at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from opentelemetry import trace

if TYPE_CHECKING:  # the SDK costs 0.2 s and 18 MB at start: loaded only where spans are wanted
    from opentelemetry.sdk.trace import SpanProcessor, TracerProvider

Attribute = str | int | float | bool | None
SERVICE = "steward"
_TRACES_PATH = "/v1/traces"


class Tracing:
    """The tracer of the process; idle until configured."""

    def __init__(self) -> None:
        self._provider: TracerProvider | None = None
        self._tracer: trace.Tracer | None = None

    def configure(self, endpoint: str | None) -> None:
        """Send spans to the OTLP/HTTP `endpoint` (a base URL); None leaves tracing off."""
        if endpoint is None:
            return
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

        url = endpoint if endpoint.endswith(_TRACES_PATH) else endpoint + _TRACES_PATH
        self.use(BatchSpanProcessor(OTLPSpanExporter(endpoint=url)))

    def use(self, processor: "SpanProcessor") -> None:
        """Hand finished spans to `processor`."""
        from opentelemetry.sdk.resources import SERVICE_NAME, Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415

        self._provider = TracerProvider(resource=Resource.create({SERVICE_NAME: SERVICE}))
        self._provider.add_span_processor(processor)
        self._tracer = self._provider.get_tracer(SERVICE)

    @contextmanager
    def span(self, name: str, **attributes: Attribute) -> Iterator[trace.Span | None]:
        """A span around the block, child of the one around it. Attributes hold names and numbers, never texts."""
        if self._tracer is None:
            yield None
            return
        given = {key: value for key, value in attributes.items() if value is not None}
        with self._tracer.start_as_current_span(name, attributes=given) as current:
            yield current

    def shut_down(self) -> None:
        """Send what is waiting and stop."""
        if self._provider is not None:
            self._provider.shutdown()
        self._provider = self._tracer = None


TRACING = Tracing()
span = TRACING.span
