"""Which samples are in Google's four exports, and is a file read on where its last part ended?"""

import io
import json
from datetime import datetime
from typing import Any

import pytest

from orchestrator.domain.foundation.entities.schemas import IngestResult
from orchestrator.domain.senses.locations import google
from orchestrator.domain.senses.locations.json_elements import CHUNK, NotJson, elements
from orchestrator.errors import InvalidRequest

AT = "2026-03-02T08:00:00Z"
END = "2026-03-02T09:30:00.000+01:00"
RECORDS = {
    "locations": [
        {"latitudeE7": 387223000, "longitudeE7": 4203574296, "accuracy": 20, "timestamp": AT, "deviceTag": -12},
        {"latitudeE7": 387223000, "longitudeE7": -91393000, "timestampMs": "1772438460000", "velocity": 2},
        {"latitudeE7": 387223000, "timestamp": AT},
    ]
}
SEMANTIC = {
    "timelineObjects": [
        {
            "placeVisit": {
                "location": {"latitudeE7": 387223000, "longitudeE7": -91393000, "name": "Café"},
                "duration": {"startTimestamp": AT, "endTimestampMs": "1772440200000"},
            }
        },
        {
            "activitySegment": {
                "startLocation": {"latitudeE7": 387223000, "longitudeE7": -91393000},
                "endLocation": {"latitudeE7": 387323000, "longitudeE7": -91393000},
                "duration": {"startTimestamp": "2026-03-02T08:40:00Z", "endTimestamp": "2026-03-02T08:50:00Z"},
                "simplifiedRawPath": {
                    "points": [{"latE7": 387250000, "lngE7": -91393000, "timestamp": "2026-03-02T08:45:00Z"}]
                },
            }
        },
    ]
}
ANDROID = {
    "semanticSegments": [
        {
            "startTime": AT,
            "endTime": END,
            "visit": {
                "hierarchyLevel": 0,
                "topCandidate": {"placeLocation": {"latLng": "38.7223°, -9.1393°"}, "placeId": "x"},
            },
        },
        {"startTime": AT, "endTime": END, "visit": {"hierarchyLevel": 1, "topCandidate": {"placeLocation": {}}}},
        {
            "startTime": AT,
            "endTime": END,
            "timelinePath": [{"point": "38.73°, -9.14°", "time": "2026-03-02T08:20:00Z"}],
        },
    ],
    "rawSignals": [
        {"position": {"LatLng": "38.74°, -9.14°", "accuracyMeters": 13, "timestamp": "2026-03-02T08:25:00Z"}},
        {"wifiScan": {}},
    ],
    "userLocationProfile": {"frequentPlaces": []},
}
IOS = [
    {
        "startTime": AT,
        "endTime": END,
        "visit": {"hierarchyLevel": "0", "topCandidate": {"placeLocation": "geo:38.7223,-9.1393", "placeID": "x"}},
    },
    {
        "startTime": AT,
        "endTime": END,
        "timelinePath": [{"point": "geo:38.73,-9.14", "durationMinutesOffsetFromStartTime": "12"}],
    },
]


def read(export: Any, *, ascii_only: bool = False) -> list[Any]:
    file = io.BytesIO(json.dumps(export, ensure_ascii=ascii_only).encode())
    return google.read_part(file, device="phone").samples


def told(found: list[Any]) -> list[tuple[str, float, float]]:
    return [(f"{one.captured_at:%H:%M}", one.lat, one.lon) for one in found if not isinstance(one, IngestResult)]


@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_four_exports(ascii_only: bool) -> None:
    first, second, wrong = read(RECORDS, ascii_only=ascii_only)
    assert (first.lat, first.lon, first.accuracy_m, first.device) == (38.7223, -9.1393, 20, "-12")
    assert (second.captured_at, second.speed_mps, second.device) == (
        datetime.fromisoformat("2026-03-02T08:01:00Z"),
        2,
        "phone",
    )
    assert isinstance(wrong, IngestResult)
    home, away = (38.7223, -9.1393), (38.7323, -9.1393)
    assert told(read(SEMANTIC, ascii_only=ascii_only)) == [
        ("08:00", *home), ("08:30", *home), ("08:40", *home), ("08:50", *away), ("08:45", 38.725, -9.1393)
    ]  # fmt: skip
    assert told(read(ANDROID, ascii_only=ascii_only)) == [
        ("08:00", *home), ("08:30", *home), ("08:20", 38.73, -9.14), ("08:25", 38.74, -9.14)
    ]  # fmt: skip
    assert told(read(IOS, ascii_only=ascii_only)) == [("08:00", *home), ("08:30", *home), ("08:12", 38.73, -9.14)]


@pytest.mark.parametrize("blanks", [None, 2])
def test_a_large_file_is_read_in_parts_that_go_on(blanks: int | None) -> None:
    rows = [
        {"latitudeE7": 387223000 + one, "longitudeE7": 0, "timestamp": AT, "x": "é" * (one % 90)}
        for one in range(45_000)
    ]
    export = json.dumps(
        {"before": [1, "]", {}], "locations": rows, "after": {"a": 1}}, ensure_ascii=False, indent=blanks
    )
    file = io.BytesIO(b"\xef\xbb\xbf" + export.encode())
    found, after, parts = [], None, 0
    while True:
        part = google.read_part(file, after)
        found, after, parts = found + part.samples, part.after, parts + 1
        if after is None:
            break
    assert parts == 3
    assert [one.lat for one in found] == [(387223000 + one) / 1e7 for one in range(45_000)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[",
        "3",
        '"x"',
        "[1,",
        "[1 2]",
        '{"locations": [{}',
        '{"a": 1',
        "{1: 2}",
        "null",
        "[" * 50_000,
        '{"places": []}',
    ],
)
def test_what_is_no_export_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest, match=r"read to its end|none of Google's"):
        google.read_part(io.BytesIO(text.encode()))


@pytest.mark.parametrize(
    "value", [None, 3, "x", [], {"visit": 3}, {"timelinePath": [3, {}]}, {"startTime": 5, "activity": {"start": 7}}]
)
def test_an_odd_entry_costs_no_other(value: Any) -> None:
    assert len(told(read([*IOS, value]))) == 3


def test_elements_across_the_borders_of_chunks() -> None:
    values = [{"n": number, "text": "x" * (CHUNK // 3)} for number in range(9)]
    found = list(elements(io.BytesIO(json.dumps({"a": values, "b": [12345]}).encode())))
    assert [(one.key, one.value) for one in found] == [*(("a", one) for one in values), ("b", 12345)]
    for place in found:
        rest = list(elements(io.BytesIO(json.dumps({"a": values, "b": [12345]}).encode()), place.after))
        assert rest == found[found.index(place) + 1 :]
    with pytest.raises(NotJson):
        list(elements(io.BytesIO(b'["' + b"x" * 9_000_000 + b'"]')))
