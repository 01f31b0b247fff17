"""Is an answer rejected where the next message says that it was wrong, and only there? Three languages."""

from tests.support.corpora import corpus
from tests.support.processor_time import processor_time

from orchestrator.language.discourse.rejecting import rejects


@corpus("rejecting", "a_rejection")
def test_a_rejection(message: str) -> None:
    assert rejects(message)
    assert rejects(f"  {message.upper()}  ")
    assert rejects(f"{message.rstrip('!.')}. When is it?"), "and then goes on"


@corpus("rejecting", "no_rejection")
def test_no_rejection(message: str) -> None:
    assert not rejects(message)
    assert not rejects(f"“{message}, that's wrong” he said to me")


@corpus("rejecting", "what_is_not_said_by_the_user_rejects_nothing")
def test_what_is_not_said_by_the_user_rejects_nothing(message: str) -> None:
    assert not rejects(message)


def test_a_long_message_costs_no_more_than_a_short_one() -> None:
    with processor_time() as spent:
        for odd in ("no " * 20_000, "that's " * 20_000, "hm " * 20_000 + "x", "i said " + "a b " * 20_000 + ", not x"):
            rejects(odd)
    assert spent.seconds < 10  # square in its length it would be minutes
