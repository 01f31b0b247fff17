"""Can Prometheus read what is counted?"""

from orchestrator.telemetry.metrics import Metrics


def test_counters_are_rendered_with_their_labels() -> None:
    metrics = Metrics()
    metrics.requests.labels("POST", "/ask", "200").inc()
    metrics.request_seconds.labels("POST", "/ask").observe(0.2)
    metrics.turns.labels("final_answer").inc()
    metrics.model_tokens.labels("smart", "ollama", "prompt").inc(120)
    metrics.tool_calls.labels("get_events", "done").inc()
    metrics.jobs.labels("events.tag", "ok").inc()
    busy = [3]
    metrics.watch_pool(lambda: busy[0])
    body, content_type = metrics.render()
    text = body.decode()
    assert content_type.startswith("text/plain")
    assert 'steward_http_requests_total{method="POST",route="/ask",status="200"} 1.0' in text
    assert 'steward_turns_total{stop_reason="final_answer"} 1.0' in text
    assert 'steward_model_tokens_total{direction="prompt",provider="ollama",role="smart"} 120.0' in text
    assert "steward_database_connections_in_use 3.0" in text
    assert "process_resident_memory_bytes" in text


def test_each_registry_counts_for_itself() -> None:
    one, other = Metrics(), Metrics()
    one.turns.labels("deadline").inc()
    assert b'stop_reason="deadline"' not in other.render()[0]
