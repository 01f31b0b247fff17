"""May this archive be unpacked? Within how many files, how many bytes and which ratio?

The members are read into memory one at a time, never written anywhere: names that climb out of a folder harm nothing.
"""

import zipfile
from typing import Any

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from orchestrator.domain.world.documents.extraction.reading import Unreadable
from orchestrator.kit import zips

MAX_MEMBERS = 10_000
MAX_UNPACKED = 300_000_000
MAX_MEMBER = 100_000_000
MAX_RATIO = 200
SMALL = 5_000_000
"""Bytes that may be packed at any ratio: XML of many equal rows packs well."""
BOMB = "It would unpack to far more than a document holds, so it was not opened."
BROKEN = "It is damaged: its archive can't be opened."
LOCKED = "It is protected by a password. Upload a copy without one."


class Archive:
    """The members of a zip file that is no bomb."""

    def __init__(self, path: str) -> None:
        """Raises Unreadable."""
        try:
            self._zip = zipfile.ZipFile(path)
        except zips.DAMAGED as error:
            raise Unreadable(BROKEN) from error
        members = self._zip.infolist()
        if len(members) > MAX_MEMBERS or sum(one.file_size for one in members) > MAX_UNPACKED:
            raise Unreadable(BOMB)
        if any(one.flag_bits & 1 for one in members):
            raise Unreadable(LOCKED)
        for one in members:
            if one.file_size > MAX_MEMBER or one.file_size > max(SMALL, MAX_RATIO * one.compress_size):
                raise Unreadable(BOMB)
        self.names = [one.filename for one in members]
        self._left = MAX_UNPACKED

    def read(self, name: str) -> bytes:
        """A member whole; what it says its size is does not count. Raises KeyError where there is none, Unreadable."""
        try:
            with self._zip.open(name) as member:
                data = member.read(min(MAX_MEMBER, self._left) + 1)
        except zips.DAMAGED as error:
            raise Unreadable(BROKEN) from error
        if len(data) > min(MAX_MEMBER, self._left):
            raise Unreadable(BOMB)
        self._left -= len(data)
        return data

    def xml(self, name: str) -> Any:
        """A member as XML; entities are refused. Raises KeyError, Unreadable."""
        return as_xml(self.read(name))


def as_xml(data: bytes) -> Any:
    """The root element; entities are refused. Raises Unreadable."""
    try:
        return ElementTree.fromstring(data)
    except (ElementTree.ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise Unreadable("It is damaged: what is in it is no XML.") from error
