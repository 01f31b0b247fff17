"""Makes the outline of the world that the map of the places draws, out of `world-atlas`'s Natural Earth.

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    .venv/bin/python -m bench.map_outline package/countries-50m.json backend/orchestrator/console/places/outline.json

Natural Earth is in the public domain, 1:50,000,000. Coasts become closed rings, borders open lines; each is simplified
(Douglas and Peucker), counted in hundredths of a degree, and written as differences in the 64 letters of URLs, 5 bits a
letter, the lowest first (`console/places/outline.js` reads it). Run again only for newer data: the file is in git.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

Point = tuple[float, float]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
A_DEGREE = 100
TOLERANCE = 0.02
"""Degrees that a line may lie off: some two kilometres."""
LEAST_AREA = 0.005
"""Square degrees of a ring, some 60 km²: smaller islands are left out."""
ABOUT = "Natural Earth 1:50m (public domain) by way of world-atlas 2.0.2; made by bench/map_outline.py"


def arcs_of(topology: dict[str, Any]) -> list[list[Point]]:
    """Its lines, longitude and latitude in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    found = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        found.append(points)
    return found


def rings_of(geometry: dict[str, Any]) -> list[list[int]]:
    """The rings of a geometry as numbers of arcs (`~n`: backwards)."""
    if geometry["type"] == "GeometryCollection":
        return [ring for one in geometry["geometries"] for ring in rings_of(one)]
    if geometry["type"] == "Polygon":
        return list(geometry["arcs"])
    if geometry["type"] == "MultiPolygon":
        return [ring for polygon in geometry["arcs"] for ring in polygon]
    return []


def simplified(points: list[Point], tolerance: float) -> list[Point]:
    """The line with fewer points, none of those left out further than the tolerance from it."""
    kept = {0, len(points) - 1}
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        farthest, distance = -1, tolerance
        for index in range(first + 1, last):
            away = _distance(points[index], points[first], points[last])
            if away > distance:
                farthest, distance = index, away
        if farthest > 0:
            kept.add(farthest)
            spans += [(first, farthest), (farthest, last)]
    return [points[index] for index in sorted(kept)]


def _distance(point: Point, begin: Point, end: Point) -> float:
    (px, py), (ax, ay), (bx, by) = point, begin, end
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = 0.0 if length == 0 else max(0.0, min(1.0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length))
    return float(((px - ax - along * (bx - ax)) ** 2 + (py - ay - along * (by - ay)) ** 2) ** 0.5)


def unrolled(ring: list[Point]) -> list[Point]:
    """A ring that crosses the date line goes on beyond 180 degrees, instead of back across the whole map; the one round
    the pole is closed below the map."""
    found = [ring[0]]
    for lon, lat in ring[1:]:
        before = found[-1][0]
        found.append((lon - 360 * round((lon - before) / 360), lat))
    if abs(found[-1][0] - found[0][0]) > 180:
        found += [(found[-1][0], -89.9), (found[0][0], -89.9)]
    return found


def area(ring: list[Point]) -> float:
    """Square degrees."""
    pairs = zip(ring, ring[1:] + ring[:1], strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def written(points: list[Point]) -> str:
    """As differences from one point to the next."""
    letters: list[str] = []
    before = (0, 0)
    for lon, lat in points:
        at = (round(lon * A_DEGREE), round(lat * A_DEGREE))
        if letters and at == before:
            continue
        for now, then in zip(at, before, strict=True):
            value = (now - then) << 1 if now >= then else ((then - now) << 1) - 1
            while value >= 32:
                letters.append(LETTERS[value & 31 | 32])
                value >>= 5
            letters.append(LETTERS[value])
        before = at
    return "".join(letters)


def outline(topology: dict[str, Any]) -> dict[str, Any]:
    """`{about, degree, land, borders}`: rings and lines as text."""
    whole = arcs_of(topology)
    land = []
    for ring in rings_of(topology["objects"]["land"]):
        points = [point for arc in ring for point in (whole[arc] if arc >= 0 else whole[~arc][::-1])]
        points = unrolled(points)
        middle = len(points) // 2
        halves = [*simplified(points[: middle + 1], TOLERANCE), *simplified(points[middle:], TOLERANCE)[1:]]
        if area(halves) >= LEAST_AREA:
            land.append(written(halves))
    used = Counter(arc if arc >= 0 else ~arc for ring in rings_of(topology["objects"]["countries"]) for arc in ring)
    borders = [written(simplified(whole[arc], TOLERANCE)) for arc, times in sorted(used.items()) if times > 1]
    return {"about": ABOUT, "degree": A_DEGREE, "land": land, "borders": borders}


if __name__ == "__main__":
    made = outline(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    Path(sys.argv[2]).write_text(json.dumps(made, separators=(",", ":")) + "\n", "utf-8")
    print(f"{Path(sys.argv[2]).stat().st_size} bytes, {len(made['land'])} rings, {len(made['borders'])} borders")
