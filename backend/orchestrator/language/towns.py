"""Which names does a town go by in English, Portuguese, Spanish and its own language? "Porto" is "Oporto".

Towns that are called otherwise abroad, without their articles; one that has one name everywhere needs no row. Two words
of a name stand joined by "+".
"""

from collections.abc import Mapping

from orchestrator.language.fold import tokens

_TABLE = """
lisbon lisboa
porto oporto
london londres
rome roma
seville sevilla sevilha
geneva genebra ginebra geneve
vienna viena wien
prague praga praha
munich munique munchen
brussels bruxelas bruselas bruxelles
athens atenas
florence florenca florencia firenze
venice veneza venecia venezia
milan milao milano
naples napoles napoli
turin turim torino
genoa genova
moscow moscou moscovo moscu moskva
tokyo toquio tokio
beijing pequim pekin peking
berlin berlim
new+york nova+york nova+iorque nueva+york
copenhagen copenhaga copenhague kobenhavn
stockholm estocolmo
warsaw varsovia warszawa
krakow cracow cracovia
bucharest bucareste bucarest
budapest budapeste
belgrade belgrado
edinburgh edimburgo
bordeaux bordeus burdeos
marseille marselha marsella
nice niza
strasbourg estrasburgo strassburg
luxembourg luxemburgo
cologne colonia koln
frankfurt francoforte
hamburg hamburgo
zurich zurique
bern berna berne
basel basileia basilea
antwerp antuerpia amberes antwerpen
bruges brujas brugge
hague haia haya den+haag
amsterdam amesterda amsterda
istanbul istambul estambul
jerusalem jerusalen
marrakesh marraquexe marrakech
tangier tanger
havana habana
mexico+city cidade+do+mexico ciudad+de+mexico
saragossa zaragoza saragoca
corunna coruna corunha
cordoba cordova
santiago+de+compostela compostela
seoul seul
shanghai xangai
hong+kong hongkong
singapore singapura singapur
mumbai bombay bombaim
cape+town cidade+do+cabo ciudad+del+cabo
philadelphia filadelfia
new+orleans nova+orleaes nueva+orleans
"""
_SAME: Mapping[str, str] = {
    name.replace("+", " "): line.split()[0].replace("+", " ")
    for line in _TABLE.strip().splitlines()
    for name in line.split()
}
MOST_WORDS = max(name.count(" ") + 1 for name in _SAME)


def town(name: str) -> str:
    """The English name of a town, folded; any other name as it is, folded."""
    said = " ".join(tokens(name))
    return _SAME.get(said, said)


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
