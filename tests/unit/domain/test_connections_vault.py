"""What is sealed with a key, who can open it, and what if the key is another?"""

import stat
from pathlib import Path

import pytest

from orchestrator.domain.world.connections.vault import SecretUnreadable, Vault
from orchestrator.errors import ConfigurationError
from orchestrator.kit.ids import new_id


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "secret_key"
    sealed = Vault.at(path).seal(one := new_id(), "pässword")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [found.name for found in path.parent.iterdir()] == ["secret_key"]
    assert Vault.at(path).open(one, sealed) == "pässword"
    assert b"ssword" not in sealed


def test_it_is_opened_for_its_connection_alone_and_not_when_it_was_touched(tmp_path: Path) -> None:
    vault = Vault.at(tmp_path / "key")
    sealed = vault.seal(one := new_id(), "x" * 40)
    assert vault.seal(one, "x" * 40) != sealed
    for wrong in (sealed[:-1] + bytes([sealed[-1] ^ 1]), sealed[:20], b"", b"\x02" + sealed[1:]):
        with pytest.raises(SecretUnreadable):
            vault.open(one, wrong)
    with pytest.raises(SecretUnreadable):
        vault.open(new_id(), sealed)


def test_another_key_says_what_to_do(tmp_path: Path) -> None:
    sealed = Vault.at(tmp_path / "a").seal(one := new_id(), "word")
    with pytest.raises(SecretUnreadable, match="STEWARD_SECRET_KEY_FILE") as error:
        Vault.at(tmp_path / "b").open(one, sealed)
    assert error.value.attention


@pytest.mark.parametrize("text", ["", "\n"])
def test_a_file_without_a_key_is_an_error_at_start(tmp_path: Path, text: str) -> None:
    (tmp_path / "key").write_text(text)
    with pytest.raises(ConfigurationError, match="key file"):
        Vault.at(tmp_path / "key")


def test_an_unreadable_place_is_an_error_at_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError):
        Vault.at(tmp_path / "file" / "key")
