"""How is a log line made? One path for our own and every library's lines: context, redaction, JSON or a readable line.

A line carries `request_id` and `run_id` where they are bound (`with bound(request_id=…):`).
"""

import logging
import sys
from collections.abc import Mapping, MutableMapping
from contextlib import AbstractContextManager
from typing import Any, TextIO

import structlog

from orchestrator.telemetry.redaction import redact, redact_text

QUIET = {
    "httpx": logging.WARNING,  # its lines hold whole URLs, some with keys
    "httpcore": logging.WARNING,
    "uvicorn.access": logging.WARNING,  # the web band logs requests, by route instead of by URL
    "asyncio": logging.WARNING,
    "sqlalchemy": logging.WARNING,
}
_OURS = ("event", "level", "timestamp", "logger")


def configure_logging(*, json_lines: bool | None = None, level: str = "INFO", stream: TextIO | None = None) -> None:
    """Send every log line of the process to `stream` (stderr).

    `json_lines`: None = JSON unless the stream is a terminal. A second call replaces the first.
    """
    stream = stream or sys.stderr
    as_json = not stream.isatty() if json_lines is None else json_lines
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=_shared(),
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_last(as_json, stream.isatty())],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name, quiet in QUIET.items():
        logging.getLogger(name).setLevel(quiet)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers = []
        logging.getLogger(name).propagate = True
    logging.captureWarnings(capture=True)
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_shared(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )


def get_logger(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a module; `log.info("event_name", field=value)`."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger


def bound(**fields: str) -> AbstractContextManager[None]:
    """Every line inside carries `fields` (`request_id`, `run_id`), in this task and those it starts."""
    return structlog.contextvars.bound_contextvars(**fields)


def _shared() -> list[structlog.typing.Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _last(as_json: bool, colors: bool) -> list[structlog.typing.Processor]:
    render: structlog.typing.Processor
    if as_json:
        render = structlog.processors.JSONRenderer(ensure_ascii=False)
    else:
        render = structlog.dev.ConsoleRenderer(colors=colors)
    return [structlog.processors.StackInfoRenderer(), structlog.processors.format_exc_info, redact_fields, render]


def redact_fields(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """The processor that runs last before rendering: no secret and no message's text goes further."""
    for name, value in event.items():
        if name == "exception":
            event[name] = redact_text(str(value))
        else:
            event[name] = redact("" if name in _OURS else name, value)
    return event
