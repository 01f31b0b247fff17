"""Are settings read, refused and explained as api.md says?"""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from tests.support.corpora import corpus

from orchestrator.errors import ConfigurationError
from orchestrator.setting_values import LlmProvider, RateLimit
from orchestrator.settings import VARIABLES, Settings, default_home, load_settings

TOKEN = "stw_" + "a" * 43


def load(env_file: Path | None = None, **given: str) -> Settings:
    environ = {f"STEWARD_{name}": value for name, value in given.items()}
    return load_settings(environ=environ, env_file=env_file).settings


def refusal(env_file: Path | None = None, **given: str) -> str:
    with pytest.raises(ConfigurationError) as caught:
        load(env_file, **given)
    return str(caught.value)


def test_without_anything_the_defaults_of_the_table_hold() -> None:
    settings, warnings = load_settings(environ={}, env_file=None)
    assert warnings == ()
    assert settings.home == Path.home() / ".local" / "share" / "steward"
    assert settings.embedded
    assert (settings.host, settings.port, settings.base_url) == ("127.0.0.1", 8000, "http://127.0.0.1:8000")
    assert settings.secret_key_path == settings.home / "secret_key"
    assert settings.timezone == "UTC"
    assert not settings.timezone_is_set
    assert settings.set_timezone is None
    assert settings.llm_provider is LlmProvider.AUTO
    assert settings.rate_limit == RateLimit(100, 1, 500)
    bounds = (settings.agent_max_steps, settings.agent_max_tool_calls, settings.agent_max_repairs)
    assert bounds == (15, 20, 2)
    assert (settings.agent_deadline_s, settings.agent_max_tokens) == (180, 60_000)
    assert (settings.meeting_debounce_s, settings.job_retry_s, settings.workers) == (30, 60, 1)


def test_every_variable_of_the_table_is_accepted() -> None:
    values = {
        "HOME": "/srv/steward", "DATABASE_URL": "postgresql+asyncpg://u:p@pool/steward", "HOST": "0.0.0.0",
        "DATABASE_DIRECT_URL": "postgresql+asyncpg://u:p@db/steward", "DATABASE_POOLER": "transaction", "PORT": "80",
        "DATABASE_READ_URL": "postgresql+asyncpg://u:p@replica/steward",
        "PUBLIC_URL": "https://steward.example/", "ALLOWED_HOSTS": "a.example, *.b.example", "SECRET_KEY_FILE": "/k",
        "OWNER_EMAIL": "me@example.org", "OWNER_TOKEN": TOKEN, "TIMEZONE": "America/Sao_Paulo",
        "LLM_PROVIDER": "ollama", "GGUF_PATH": "~/m.gguf",
        "OLLAMA_URL": "http://gpu:11434", "OPENAI_URL": "http://x/v1", "OPENAI_API_KEY": "k",
        "SMART_MODEL": "s", "FAST_MODEL": "f", "EMBED_MODEL": "e", "LLM_KEEP_ALIVE": "-1", "LLM_TIMEOUT_S": "9.5",
        "LOCAL_FIRST": "off", "VOICE_MODEL": "ge2e",
        "AGENT_MAX_STEPS": "3", "AGENT_MAX_TOOL_CALLS": "4", "AGENT_MAX_REPAIRS": "0", "AGENT_DEADLINE_S": "20",
        "AGENT_MAX_TOKENS": "1000", "TOKENS_PER_DAY": "briefing=20000, extraction=50000", "EXPO_URL": "http://x",
        "MONEY_PER_DAY": "2.50, mission=1", "PRICES": "org/small:free=0/0, gpt-5 = 1.25/10",
        "EXPO_ACCESS_TOKEN": "k", "IMMICH_URL": "http://nas:2283", "IMMICH_API_KEY": "k", "GEOAPIFY_URL": "http://g",
        "GEOAPIFY_API_KEY": "k", "SEARCH_URL": "http://searx", "OWNTRACKS_KEY": "k",
        "MAP_TILES_URL": "http://nas:8080/{z}/{x}/{y}.png?key=k", "MAP_TILES_ATTRIBUTION": "© us",
        "MAP_TILES_MAX_ZOOM": "17",
        "SANDBOX": "landlock", "SHARED_FOLDERS": "/srv/papers", "AGENT_CLIS": "coder=/usr/bin/coder --print",
        "RERANK_URL": "http://r/rerank", "RERANK_MODEL": "bge",
        "PRIVATE_HOSTS": "nas.lan, nas:5006,10.0.0.0/8,[::1]:80",
        "TRUSTED_PROXIES": "127.0.0.1, 172.16.0.0/12,fd00::/8",
        "RATE_LIMIT": "off", "WORKERS": "0", "MEETING_DEBOUNCE_S": "0.1", "JOB_RETRY_S": "0",
    }  # fmt: skip
    assert {f"STEWARD_{name}" for name in values} == set(VARIABLES)
    settings = load(**values)
    assert settings.home == Path("/srv/steward")
    assert not settings.embedded
    assert (settings.pooled, settings.direct_database_url) == (True, "postgresql+asyncpg://u:p@db/steward")
    assert settings.secret_key_path == Path("/k")
    assert settings.gguf_path == Path.home() / "m.gguf"
    assert settings.base_url == "https://steward.example"
    assert settings.timezone_is_set
    assert settings.set_timezone == settings.timezone
    assert settings.tokens_per_day == {"briefing": 20_000, "extraction": 50_000}
    assert settings.money_per_day == {"day": 2_500_000, "mission": 1_000_000}
    assert settings.prices == {"org/small:free": (0, 0), "gpt-5": (Decimal("1.25"), 10)}
    assert settings.trusted_proxies == ("127.0.0.1", "172.16.0.0/12", "fd00::/8")
    assert settings.private_hosts == ("nas.lan", "nas:5006", "10.0.0.0/8", "[::1]:80")
    assert settings.rate_limit is None
    assert settings.image_origins == ("http://nas:8080",)
    answered = ("localhost", "127.0.0.1", "[::1]", "a.example", "*.b.example", "steward.example")
    assert settings.answered_hosts == answered


def test_secrets_are_in_no_repr() -> None:
    settings = load(OWNER_TOKEN=TOKEN, DATABASE_URL="postgresql+asyncpg://u:hush@db/x", OPENAI_API_KEY="hush")
    assert "hush" not in repr(settings)
    assert TOKEN not in repr(settings)


def test_an_unknown_variable_is_named_with_what_was_meant() -> None:
    assert refusal(PROT="1") == "STEWARD_PROT is not a setting; did you mean STEWARD_PORT?"
    assert "STEWARD_ZZZZZZZZ is not a setting" in refusal(ZZZZZZZZ="1")


@corpus("settings", "a_malformed_value_is_named_without_being_shown_when_secret")
def test_a_malformed_value_is_named_without_being_shown_when_secret(name: str, value: str) -> None:
    message = refusal(**{name: value})
    assert message.startswith(f"STEWARD_{name}: ")
    assert "hush" not in message


def test_all_malformed_values_are_told_at_once() -> None:
    lines = refusal(PORT="x", WORKERS="y").splitlines()
    assert [re.split(":", each)[0] for each in lines] == ["STEWARD_PORT", "STEWARD_WORKERS"]


def test_a_purpose_that_is_misspelt_is_corrected() -> None:
    assert "did you mean extraction?" in refusal(TOKENS_PER_DAY="extracton=5")


def test_what_kubernetes_injects_is_ignored_with_a_warning() -> None:
    environ = {
        "STEWARD_SERVICE_HOST": "10.0.0.1",
        "STEWARD_SERVICE_PORT_HTTP": "8000",
        "STEWARD_PORT": "tcp://10.0.0.1:8000",
        "STEWARD_PORT_8000_TCP": "tcp://10.0.0.1:8000",
        "STEWARD_PORT_8000_TCP_ADDR": "10.0.0.1",
    }
    settings, warnings = load_settings(environ=environ, env_file=None)
    assert settings.port == 8000
    assert len(warnings) == 1
    assert all(name in warnings[0] for name in environ)


def test_an_empty_variable_is_as_good_as_none() -> None:
    assert load(DATABASE_URL="", PORT=" ").port == 8000


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text("# mine\nSTEWARD_PORT=9000\nSTEWARD_HOST='::1'\nPOSTGRES_PASSWORD=other\n")
    settings = load(env_file, PORT="9001")
    assert (settings.port, settings.host, settings.base_url) == (9001, "::1", "http://[::1]:9001")


def test_an_unknown_key_of_ours_in_the_file_is_refused(tmp_path: Path) -> None:
    env_file = tmp_path / ".env"
    env_file.write_text("STEWARD_PROT=9000\n")
    assert "STEWARD_PROT is not a setting" in refusal(env_file)


def test_the_data_folder_of_the_platform_is_the_home() -> None:
    assert default_home({"XDG_DATA_HOME": "/data"}) == Path("/data/steward")
    assert default_home({"XDG_DATA_HOME": "relative"}) == Path.home() / ".local" / "share" / "steward"


def test_spans_are_sent_where_opentelemetry_says() -> None:
    environ = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318/"}
    assert load_settings(environ=environ, env_file=None).settings.otlp_endpoint == "http://127.0.0.1:4318"


def test_settings_made_in_a_test_read_no_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STEWARD_PORT", "1")
    assert Settings(home=tmp_path).port == 8000


def test_a_follower_needs_a_database_that_it_follows() -> None:
    with pytest.raises(ConfigurationError, match="STEWARD_DATABASE_URL is empty") as refused:
        load(DATABASE_READ_URL="postgresql+asyncpg://u:hush@replica/x")
    assert "hush" not in str(refused.value)


def test_a_pooler_needs_a_way_past_it() -> None:
    url = "postgresql+asyncpg://u:hush@pool/x"
    with pytest.raises(ConfigurationError, match="STEWARD_DATABASE_DIRECT_URL is empty") as refused:
        load(DATABASE_URL=url, DATABASE_POOLER="transaction")
    assert "hush" not in str(refused.value)
    with pytest.raises(ConfigurationError, match="STEWARD_DATABASE_URL is empty"):
        load(DATABASE_POOLER="transaction")
    with pytest.raises(ConfigurationError, match="STEWARD_DATABASE_POOLER"):
        load(DATABASE_URL=url, DATABASE_POOLER="session")
    assert load(DATABASE_URL=url).direct_database_url == url
