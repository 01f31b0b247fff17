"""Is it asked which events are proposed, or is one of them answered, and with which reason? In four languages."""

from tests.support.corpora import corpus

from orchestrator.language.speech_acts.proposals import about_proposals


@corpus("proposals", "about_proposals")
def test_about_proposals(text: str, expected: tuple[str, str, str | None] | None) -> None:
    said = about_proposals(text)
    assert (None if said is None else (said.act, said.which, said.reason)) == expected
