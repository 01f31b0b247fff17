"""Do tests keep to this machine, and say what they could not test on it?"""

import socket

import pytest
from pytest_socket import SocketConnectBlockedError
from tests.support import requirements

DOCUMENTATION_ADDRESS = "192.0.2.1"


@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_a_test_can_not_reach_out() -> None:
    with socket.socket() as outside, pytest.raises(SocketConnectBlockedError):
        outside.connect((DOCUMENTATION_ADDRESS, 80))


def test_a_missing_program_skips_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception) as skipped:
        requirements.program("no-such-program")
    assert requirements.untested([str(skipped.value), "for another reason"]) == ["no-such-program"]


def test_in_ci_a_missing_program_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no-such-program"):
        requirements.program("no-such-program")
