"""Which names does a town go by in English, Portuguese, Spanish and its own language? "Porto" is "Oporto".

Those of `town_names` and, where a name has no row there, those of the table: each row begins with the English name. Two
words of a name stand joined by "+"; one name everywhere needs no row.
"""

from collections.abc import Mapping

from orchestrator.language.places.town_names import known_names
from orchestrator.language.text.normalize import tokens

_TABLE = """
lisbon lisboa
london londres
rome roma
geneva geneve
vienna viena wien
prague praga praha
munich munchen
brussels bruxelas bruselas bruxelles
athens atenas
florence firenze
venice venezia
milan milano
naples napoli
turin torino
moscow moscou moscovo moscu moskva
tokyo toquio tokio
beijing peking
berlin berlim
new+york nova+york nova+iorque nueva+york
copenhagen copenhaga copenhague kobenhavn
stockholm estocolmo
warsaw varsovia warszawa
krakow cracow
bucharest bucareste bucarest
budapest budapeste
belgrade belgrado
strasbourg strassburg
luxembourg luxemburgo
frankfurt francoforte
zurich zurique
bern berne
antwerp antwerpen
the+hague hague haya den+haag
amsterdam amesterda amsterda
istanbul istambul estambul
jerusalem jerusalen
tangier tanger
havana habana
mexico+city cidade+do+mexico ciudad+de+mexico
zaragoza saragossa
corunna coruna corunha
cordoba cordova
santiago+de+compostela compostela
seoul seul
shanghai xangai
hong+kong hongkong
singapore singapura singapur
mumbai bombay bombaim
"""


def _said(name: str) -> str:
    return " ".join(tokens(name))


def _same() -> Mapping[str, str]:
    """Every name, folded, with the one that stands for all names of its town."""
    same = {_said(name): _said(names[0]) for names in known_names() for name in names}
    for line in _TABLE.strip().splitlines():
        names = [_said(name.replace("+", " ")) for name in line.split()]
        first = same.get(names[0], names[0])
        same |= dict.fromkeys(names, first)
    return same


_SAME = _same()
MOST_WORDS = max(name.count(" ") + 1 for name in _SAME)


def town(name: str) -> str:
    """The English name of a town, folded; any other name as it is, folded."""
    said = _said(name)
    return _SAME.get(said, said)


def is_town(name: str) -> bool:
    """Whether it is a town that has other names in other languages."""
    return _said(name) in _SAME


def with_towns(words: list[str]) -> list[str]:
    """Folded words with each town's name as one word, the same whatever it is called."""
    found: list[str] = []
    at = 0
    while at < len(words):
        length = next(
            (
                many
                for many in range(min(MOST_WORDS, len(words) - at), 0, -1)
                if " ".join(words[at : at + many]) in _SAME
            ),
            0,
        )
        found.append(_SAME[" ".join(words[at : at + length])].replace(" ", "") if length else words[at])
        at += length or 1
    return found
