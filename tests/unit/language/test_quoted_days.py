"""Which day do the words tell that an answer quotes?"""

from datetime import date, datetime

import pytest

from orchestrator.language.discourse.quoted_days import quoted_day

NOW = datetime(2026, 11, 22, 16, 40)


@pytest.mark.parametrize(
    ("answer", "day"),
    [
        ("Graça: “A operação ao joelho é a 19 de janeiro” (message in “Mãe”, Graça, 30 Oct 2026)", date(2027, 1, 19)),
        ("- “We meet on 3 December.” (note, 1 Oct 2026)", date(2026, 12, 3)),
        ("Graça: “See you on Tuesday” (message in “Mãe”, Graça, 30 Oct 2026)", date(2026, 11, 3)),
        ("“Padel”: Tuesday, 24 November 2026, 20:30 (event, 24 Nov 2026)", None),
        ("- “On 3 May.” (note, 1 Oct 2026)\n- “On 4 May.” (note, 1 Oct 2026)", None),
        ("Nothing is said of it.", None),
    ],
)
def test_quoted_day(answer: str, day: date | None) -> None:
    assert quoted_day(answer, now=NOW, locale="en-GB") == day
