"""What a refusal means, and that nothing of the prompt or the key gets into its message."""

import pytest
from tests.support.corpora import corpus

from orchestrator.llm.failures import ServerBusy, error_text, refusal
from orchestrator.llm.port import BadModelOutput, ModelRefusedRequest, ModelUnavailable, PromptTooLong


@corpus("failures", "the_words_of_an_error")
def test_the_words_of_an_error(body: object, text: str) -> None:
    assert error_text(body) == text


@pytest.mark.parametrize(
    "said",
    [
        "error parsing tool call: raw='my salary is 1', err=x",
        "bad message: 'my salary is 1 and a lot more of what the user wrote in the prompt'",
        "failed: raw=my salary is 1",
        'unterminated: "my salary is 1 and a lot more of what the user wrote in the prompt',
    ],
)
@pytest.mark.parametrize("status", [400, 500, 503])
def test_quotations_are_left_out(said: str, status: int) -> None:
    assert "salary" not in str(refusal("ollama", "m", status, said))


def test_the_key_is_left_out() -> None:
    error = refusal("openai", "m", 401, "Incorrect API key provided: sk-1234")
    assert type(error) is ModelRefusedRequest
    assert "sk-" not in str(error)


def test_a_message_is_short() -> None:
    assert len(str(refusal("ollama", "m", 400, "word " * 1000))) < 250


def test_kinds() -> None:
    assert isinstance(refusal("ollama", "m", 503, ""), ServerBusy)
    assert isinstance(refusal("ollama", "m", 500, ""), ModelUnavailable)
    assert isinstance(refusal("ollama", "m", 400, "the input length exceeds the context length"), PromptTooLong)
    assert isinstance(refusal("ollama", "m", 500, "Error Parsing Tool Call: x"), BadModelOutput)
    assert "ollama pull" not in str(refusal("openai", "m", 404, ""))
