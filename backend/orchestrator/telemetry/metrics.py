"""What is counted? Requests, turns, model calls, tool calls, jobs, connections, in a Prometheus registry of our own.

Labels come from closed sets (route templates, stop reasons, tool names), never from what a client sent.
"""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.process_collector import ProcessCollector

REQUEST_BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180)
MODEL_BUCKETS_S = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120)


class Metrics:
    """All collectors of the process."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "steward_http_requests", "Answered requests", ["method", "route", "status"], registry=registry
        )
        self.request_seconds = Histogram(
            "steward_http_request_duration_seconds",
            "Time until the answer was complete",
            ["method", "route"],
            buckets=REQUEST_BUCKETS_S,
            registry=registry,
        )
        self.turns = Counter("steward_turns", "Finished turns", ["stop_reason"], registry=registry)
        self.turn_seconds = Histogram(
            "steward_turn_duration_seconds", "Time of a turn", buckets=REQUEST_BUCKETS_S, registry=registry
        )
        self.model_calls = Counter(
            "steward_model_calls", "Calls of a model", ["role", "provider", "outcome"], registry=registry
        )
        self.model_seconds = Histogram(
            "steward_model_call_duration_seconds",
            "Time of a model call",
            ["role", "provider"],
            buckets=MODEL_BUCKETS_S,
            registry=registry,
        )
        self.model_tokens = Counter(
            "steward_model_tokens", "Tokens of model calls", ["role", "provider", "direction"], registry=registry
        )
        self.tool_calls = Counter("steward_tool_calls", "Proposed tool calls", ["tool", "outcome"], registry=registry)
        self.jobs = Counter("steward_jobs", "Finished attempts of jobs", ["type", "outcome"], registry=registry)
        self.scheduled_runs = Counter(
            "steward_scheduled_runs", "Ticks of scheduled jobs", ["name", "outcome"], registry=registry
        )
        self.job_queue = Gauge(
            "steward_job_queue", "Jobs of all processes that are not done", ["type", "state"], registry=registry
        )
        self.job_oldest = Gauge(
            "steward_job_oldest_seconds", "How long the oldest due job has waited", ["type"], registry=registry
        )
        self.job_workers = Gauge("steward_job_workers", "Workers by their sign of life", ["state"], registry=registry)
        self.scheduled_ticks = Gauge(
            "steward_scheduled_ticks_last_day", "Ticks of the last 24 hours", ["name", "outcome"], registry=registry
        )
        self.scheduled_overdue = Gauge(
            "steward_scheduled_overdue_seconds", "How long a tick has been due unseen", ["name"], registry=registry
        )
        self.pool_in_use = Gauge(
            "steward_database_connections_in_use", "Connections of the pool at work", registry=registry
        )

        self.reads = Counter("steward_reads", "Reads that a follower may answer, by who did", ["by"], registry=registry)
        self.follower_lag = Gauge(
            "steward_follower_lag_seconds", "How far the follower is behind, 0 without one", registry=registry
        )

    def watch_pool(self, in_use: Callable[[], float]) -> None:
        """Read the number of busy connections from `in_use` at each scrape."""
        self.pool_in_use.set_function(in_use)

    def render(self) -> tuple[bytes, str]:
        """The exposition and its content type."""
        return generate_latest(self.registry), CONTENT_TYPE_LATEST


METRICS = Metrics()
"""Counters are of the process, like the logger."""
