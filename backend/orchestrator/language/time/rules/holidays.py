"""Rules for named days: feasts with a date, feasts that move, seasons."""

from dataclasses import replace
from datetime import date, timedelta

from orchestrator.language.time.calendar import feast, midnight, shifted
from orchestrator.language.time.chart import Grammar
from orchestrator.language.time.context import Context
from orchestrator.language.time.rules.written_formats import day_span
from orchestrator.language.time.semantics import Feast, Length, Span, Spec, Value

# When spring, summer, autumn and winter begin in the north (month, day), to a day.
_SEASONS = ((3, 20), (6, 21), (9, 23), (12, 21))
_SOUTH = 2
_LAST_YEAR = 9000
_MOTHERS_DAY, _MOTHERING_SUNDAY = Feast(month=5, weekday=6, nth=2), Feast(easter=-21)
_BRITISH = frozenset({"GB", "UK", "IE"})

rules = Grammar()
rule = rules.rule


@rule("HOLIDAY", makes="D")
def _holiday(_: Context, spec: Spec) -> Value:
    return spec


@rule("last HOLIDAY", "the? HOLIDAY lastpost", makes="D")
def _last_holiday(ctx: Context, spec: Spec) -> Value:
    return replace(ctx, now=ctx.now - timedelta(days=1), back=True).span(spec)


@rule("FEAST", "this FEAST", makes="D")
def _feast(ctx: Context, named: Feast) -> Value:
    return _nearest(ctx, named, back=ctx.back)


@rule("next FEAST", "coming FEAST", "the? FEAST nextpost", makes="D")
def _next_feast(ctx: Context, named: Feast) -> Value:
    return _nearest(ctx, named, back=False)


@rule("last FEAST", "the? FEAST lastpost", makes="D")
def _last_feast(ctx: Context, named: Feast) -> Value:
    return _nearest(ctx, named, back=True)


def _nearest(ctx: Context, named: Feast, *, back: bool) -> Span | None:
    today = ctx.now.date()
    named = _MOTHERING_SUNDAY if ctx.region in _BRITISH and named == _MOTHERS_DAY else named
    days = [feast(named, today.year + step) for step in (-1, 0, 1)]
    lasts = timedelta(days=named.days - 1)
    fitting = [day for day in days if (day < today if back else day + lasts >= today)]
    return _kept(named, (fitting[-1] if back else fitting[0]).year) if fitting else None


def _kept(named: Feast, year: int) -> Span:
    """The day of that year, or the week."""
    first = day_span(feast(named, year))
    if named.days == 1:
        return replace(first, sure=named.sure)
    return Span(first.start, first.start + timedelta(days=named.days), "week", sure=named.sure, kind="range")


@rule("FEAST of? YEAR", "FEAST in YEAR", makes="D")
def _feast_of(_: Context, named: Feast, year: int) -> Value:
    return _kept(named, year)


@rule("FEAST of? D", makes="D", cost=1)
def _feast_in(ctx: Context, named: Feast, value: Spec | Span) -> Value:
    """ "Mother's day next year"."""
    span = ctx.span(value)
    if span is None or span.grain != "year":
        return None
    return _kept(named, span.start.year)


@rule("FEAST in LENGTH", "FEAST LENGTH hence", "FEAST LENGTH from now", makes="D", cost=1)
def _feast_ahead(ctx: Context, named: Feast, size: Length) -> Value:
    """ "Thanksgiving in 3 years": that of the year it leads to."""
    moment = shifted(midnight(ctx.now.date()), size, 1)
    if moment is None or size.unit not in ("month", "quarter", "year"):
        return None
    return _kept(named, moment.year)


# ---- seasons ----------------------------------------------------------------------------------------------------


@rule("in the? SEASON", "this SEASON", "on? the? SEASON thispost", makes="D")
def _season(ctx: Context, season: int) -> Value:
    return _season_from(ctx, season, ctx.now.year)


@rule("SEASON", "the SEASON", makes="D", cost=2)
def _bare_season(ctx: Context, season: int) -> Value:
    found = _season_from(ctx, season, ctx.now.year)
    return replace(found, weak=True) if found is not None else None


@rule("in? the? next SEASON", "in? the? coming SEASON", "in? on? the? SEASON nextpost", makes="D")
def _next_season(ctx: Context, season: int) -> Value:
    found = _span(ctx, season, ctx.now.year)
    return found if found.start > ctx.now else _span(ctx, season, ctx.now.year + 1)


@rule("in? the? last SEASON", "in? on? the? SEASON lastpost", makes="D")
def _last_season(ctx: Context, season: int) -> Value:
    years = [_span(ctx, season, ctx.now.year - step) for step in range(3)]
    return next((each for each in years if each.end is not None and each.end <= ctx.now), None)


@rule("in? the? SEASON of? YEAR", "in the? SEASON YEAR", makes="D")
def _season_of(ctx: Context, season: int, year: int) -> Value:
    return _span(ctx, season, year) if 2 <= year <= _LAST_YEAR else None


def _season_from(ctx: Context, season: int, year: int) -> Span | None:
    """The one that lasts, the coming one where it is over; looking back the one begun."""
    years = [_span(ctx, season, year + step) for step in (-1, 0, 1)]
    if ctx.back:
        return next((each for each in reversed(years) if each.start <= ctx.now), None)
    return next((each for each in years if each.end is not None and each.end > ctx.now), None)


def _span(ctx: Context, season: int, year: int) -> Span:
    """From its first day to the first of the one that follows; nobody means it to the day."""
    index = (season + _SOUTH) % 4 if ctx.south else season
    following = (index + 1) % 4
    start = date(year, *_SEASONS[index])
    end = date(year + (index == len(_SEASONS) - 1), *_SEASONS[following])
    return Span(midnight(start), midnight(end), "season", sure=False, kind="range")


def is_southern(region: str) -> bool:
    """Whether it is summer in January where most people of the country live."""
    return region.upper() in {"AR", "AU", "BR", "CL", "NZ", "PE", "PY", "UY", "ZA"}
