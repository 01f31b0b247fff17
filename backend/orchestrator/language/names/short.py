"""Which short forms does a given name have? Bob for Robert, Chico for Francisco, Vova for Vladimir.

English ones come from the table of the package `nicknames` (carltonnorthern/nicknames, Apache-2.0); it has no others,
so those of Portuguese, Spanish, Russian and the neighbours of these stand here. `short_forms(name)` and
`full_forms(short)` are folded words; `is_formal(name)` says whether a name has short forms of its own.
"""

from functools import lru_cache

from nicknames import name_triplets

_NONE: frozenset[str] = frozenset()
_NOWHERE: frozenset[int] = frozenset()

_TABLE = """
adalberto: beto
alberto: beto berto tito
alejandra: ale sandra jandra aleja
alejandro: ale alex jandro sandro
aleksandr: sasha sanya shura alex alik
aleksandra: sasha sanya shura olya
aleksey: alyosha lyosha alyoshka lesha alex
alexander: sasha sanya shura sascha sander alec
alexandra: xana sandra ale alex sasha shura sanya
alexandre: ale xande alex xano
alexey: alyosha lesha lyosha
alfonso: fonso poncho
alfredo: fredo fred
alice: lili
amelia: meli mela
ana: anita aninha nita nana
anastasia: nastya nastia asya stasya
anastasiya: nastya nastia asya stasya
anatoly: tolya tolik
andrea: andy
andrei: andryusha
andreia: deia deinha
andrey: andryusha
angela: angie angelita gela
angeles: angelines geles
anna: anya nyura anyuta asya anita
anton: antosha tosha
antoni: antek tosiek
antonia: toni tona tonia
antonio: toni tony tonho toninho to tonico tono antonito
arkady: arkasha
armando: mando
artem: tyoma tema
augusto: guto gus
barbara: babi barbi baba basia baska
beatriz: bia bea beti bibi biazinha betty
benedita: dita
benedito: dito bene
benjamin: ben benji benny
bernardo: be berna nardo
boris: borya
bruna: bru bruninha
camila: mila cami camilinha
carl: charlie
carla: carlinha
carlos: carlitos carlinhos caca kaka charlie carlito
carmen: carmencita menchu mamen carmina
carolina: carol carola caro lina caru
catalina: cata lina
catarina: cata cati cat nina catia
cecilia: ceci cissa
celestino: tino
charles: carl chas
christopher: topher
claudia: clau claudinha
concepcion: concha conchita
consuelo: chelo
cristiano: cris tiano
cristina: cris tina kika cristi
cristobal: tobal
daniel: dani danny
daniela: dani
daria: dasha
darya: dasha
david: davi dave davy
denis: deniska
diego: dieguito
dmitri: dima mitya dimka
dmitriy: dima mitya dimka
dmitry: dima mitya dimka
dolores: lola loli lolita
domingo: mingo txomin
eduarda: duda dudinha edu
eduardo: edu duda dudu lalo
ekaterina: katya katia katyusha kate
elena: nena lena alyona
elisabete: bete beta beth
elizabete: bete beth
elizabeth: bete beth eli
elizaveta: liza
elzbieta: ela
emilia: mila emi
enrique: quique kike rique
ernesto: neto tito
esperanza: espe
estefania: estefi fani
eugenia: geni
eugenio: genio
evgenia: zhenya
evgeniy: zhenya
evgeny: zhenya
fabiana: fabi bibi
fabio: binho
federica: fede kika
federico: fede lico fico
felipe: lipe pipe felipinho
fernanda: nanda fe fer nandinha
fernando: nando fer nandinho fe
filipa: pipa
filipe: lipe
florencia: flor
francesca: franca cesca
francesco: franco ciccio cecco
francisca: paca paquita chica fran xica kika paqui curra
francisco: chico paco pancho kiko fran francis quico chiquinho curro frasco cisco xico
frederic: fred fredo
frederico: fred fredi
friedrich: fritz fred friedel
gabriel: gabi gabo biel
gabriela: gabi gaby
galina: galya
gennady: gena
georgy: gosha zhora
gerardo: gera
giovanna: gi gio
giovanni: gianni vanni nino
giuseppe: beppe peppe pino
gleb: glebushka
goncalo: goncas gonca
gonzalo: gonza chalo
graca: gracinha
grigory: grisha
guadalupe: lupe lupita
guilherme: gui guigui
guillermo: guille memo
gustavo: gus guga tavo gugu
heinrich: heinz heiner
helena: lena nena leninha
henrique: rique ique riquinho kiko
humberto: beto
ignacio: nacho ignasi nachito
igor: gosha igorek
ilya: ilyusha
inacio: nacio
ines: nes inesinha
irene: nene
irina: ira irochka irisha
isabel: bebel isa bela isabelinha chabela chavela belinha chabeli
isabela: isa bela bebel
isabella: isa bela bebel
isidoro: isi doro
ivan: vanya vanka
jacqueline: jackie
jaime: jaimito
jan: janek jasiek
javier: javi xavi
jean baptiste: jb
jeronimo: jero
jesus: chus chuy suso jesusito
jesusa: chusa
joana: jo joaninha nana
joao: joaozinho jota jonas juca joca
joao pedro: jp
joaquim: quim quincas
joaquin: quino ximo chimo
joaquina: quina
johannes: hans jo hannes
jordi: jordinho
jorge: coque jorginho
jose: pepe ze zeca pepito che josito cheche zezinho zequinha
jose antonio: josean
jose luis: joselu pepelu
jose maria: chema josema
josef: sepp jupp
josefa: pepa pepita fina zefa josefina
josefina: pepa fina josie chepina
joseph: joe
juan: juanito juancho juanjo
juana: juanita
julia: ju juju juli
juliana: ju juli
julio: juli julinho
katarzyna: kasia
katharina: kathi kati katja
kimberly: kim kimmy
kirill: kirya
konstantin: kostya
krzysztof: krzysiek
ksenia: ksyusha
kseniya: ksyusha
larisa: lara
laura: lau laurinha
leandro: le lele
leonardo: leo nardo leozinho
leonid: lyonya lenya
leonor: nono leo
leopoldo: polo leo
leticia: le leti lety
liubov: lyuba
lorenzo: loren renzo enzo
lourdes: lulu lurdes malu
lucas: luquinhas luca
lucia: luci lu lucinha
luciana: lu luci
ludmila: luda mila
luigi: gigi
luis: lucho luisinho lu luisito
luisa: lu luisinha
luiz: lu luizinho lula
luiza: lu
lyubov: lyuba
lyudmila: lyuda mila lyusya
magdalena: magda lena malena leni
maksim: max maks
malgorzata: gosia malgosia
manoel: mane neco manu
manuel: manolo manu manolito mane lolo nelo manel neco
manuela: manu manoli nela manuelinha
marcela: marce celinha
marcelo: celo marcelinho
marcia: marcinha
marcos: marquinhos marquitos
margarida: guida magui
margarita: marga rita margari margo
maria: mari maruja mariquita marica mia mimi cota maricas masha manya marusya
maria carmen: maica mamen maricarmen
maria dolores: mariola lola
maria eduarda: duda
maria elena: malena
maria isabel: maribel isa marisa
maria jesus: chus
maria jose: majo marijo pepa
maria lourdes: malu
maria luisa: marisa malu
maria teresa: maite maritere
mariana: mari marianinha nana
marina: mari marisha
mario: marinho
mariya: masha manya marusya
marta: martinha
martin: tincho
mateo: teo
mateus: teteu teu
matilde: tilde ti
mauricio: mauri
maxim: max maks
maximilian: max maxi
maximo: max
mercedes: merche meche mercedinhas mecha
miguel: migue miguelinho miguelito micky
mikhail: misha mishka
milagros: mila mili
monica: moni mo
montserrat: montse
nadezhda: nadya
natalia: nati nat naty natasha nata
natalya: natasha nata
nathaniel: nate nat
nicolas: nico colas nicolau
nikita: nik
nikolai: kolya
nikolay: kolya
norberto: beto
nuria: nuri
octavio: tavo
oksana: ksana ksyusha
oleg: olezhka
olga: olya olenka
olivia: oli livia
paloma: palo
patricia: paty pati tricia patri pat ticha
paula: pau paulinha
paulo: paulinho
pavel: pasha pavlik
pedro: pedrinho perico pepo pedrito peu
petr: petya
pilar: pili pilarica
polina: polya
pyotr: petya
rafael: rafa rafinha fael
rafaela: rafa
raimundo: mundo
ramon: moncho monchi
raquel: quel kel raque
rebeca: beca becky
regina: gina re
renata: re renatinha nata
ricardo: ricky rica cadinho richi caco ric
roberta: beta
roberto: beto berto robertinho rober
rocio: chio
rodolfo: fito rodo
rodrigo: ro rodri digo guigo
rogelio: roge
roman: roma
rosa: rosinha rosita
rosa maria: rosi
rosario: charo rosarito
salvador: salva chava
salvatore: toto turi
samuel: samu sam
santiago: santi tiago chago yago santy
sebastian: sebas seba bastian basti
sebastiao: tiao bastiao
semyon: syoma
sergei: seryozha serezha
sergey: seryozha serezha
sergio: checo serginho
silvia: sil silvinha
socorro: coco
sofia: sofi fia sofinha sonya
sofya: sonya
soledad: sole
stanislav: stas slava
stefan: steffen
susana: susi suzy su
svetlana: sveta lana
tania: tani
tatiana: tanya tata
tatyana: tanya tata
teresa: tere teresinha tete maite
theodoro: theo teo
thiago: ti thi
tiago: ti titi
tomas: tomi tomasito
tomasz: tomek
ulrich: uli
ulrike: uli
vadim: vadik
valentina: vale tina valya
valeria: vale
valery: valera
vanessa: nessa vane van
vasiliy: vasya
vasily: vasya
vera: verinha verochka
vicenta: tenta
vicente: chente vicen vito
victor: vitinho vic
victoria: vicky toya vivi viki
viktor: vitya
viktoria: vika
vincenzo: enzo
vinicius: vini
virginia: vicky gina virgi
vitor: vitinho
vitoria: vi vivi vicky
viviana: vivi
vladimir: vova volodya vovka vlad
vladislav: vlad slava vladik
vyacheslav: slava
william: wm bill will billy
robert: robt
thomas: thos
wilhelm: willi wim
wojciech: wojtek
wolfgang: wolfi
ximena: xime mena
yaroslav: slava yarik
yekaterina: katya katia
yelena: lena
yevgeny: zhenya
yolanda: yoli
yulia: yulya
yuliya: yulya
yuri: yura
yuriy: yura
zbigniew: zbyszek
zinaida: zina
"""

# Spellings of one name; most come from another alphabet.
_SPELLINGS = """
abdullah abdallah abdulla
ahmed ahmad ahmet ahmadi
aisha ayesha aicha aysha
ali aly alli
amir ameer emir
amina aminah
bilal belal
fadi fady
farid fareed
fatima fatema fatimah
fatma fatmah
faisal faysal feisal
habib habeeb
hamid hameed
hamza hamzah
hassan hasan
hussein hussain husayn husain hussien hossein houssein husein
ibrahim ebrahim ibraheem
ismail esmail ismael ismaeel
jamal gamal djamel
jamil jameel
karim kareem
khadija khadijah khadeeja
khalid khaled
laila leila layla leyla
latif lateef
mahmoud mahmud mahmood
mahdi mehdi
malik malek
maryam mariam meryem
mohammed muhammad mohamed mohammad muhammed mohamad muhamad muhamed mehmet mochammad mohd
mostafa mustafa mustapha
nabil nabeel
nasir naser nasser
nour noor nur
omar umar omer
osama usama
othman usman uthman osman
qasim kassem qassem kasim
rahim raheem
rahman rehman
rashid rashed rasheed
said saeed sayeed
salim saleem selim
samir sameer
sharif shareef cherif
suleiman sulaiman suleyman soliman
tariq tarek tarik
waleed walid
yusuf yousef youssef yousuf yosef yussuf yousif
zainab zeinab zaynab
zaid zayd zayed
aleksandr alexander aleksander alexandr oleksandr
aleksey alexey aleksei alexei oleksiy
andrei andrey andrej andriy
dmitri dmitry dmitriy dmitrij dmytro
elena yelena olena
evgeny evgeniy yevgeny yevgeniy eugeny
ekaterina yekaterina
georgy georgiy georgi
maksim maxim maksym
mikhail mihail mykhailo
natalia natalya nataliya
nikolai nikolay nikolaj mykola
pyotr petr petro
sergei sergey sergiy serhiy serhii
sofia sofya sofiya
tatiana tatyana tetiana
vasily vasiliy vasyl
volodymyr vladimir wladimir
yuri yury yuriy iurii yurii
yulia yuliya julia
steven stephen
stefan stephan
jeffrey geoffrey jeffery
catherine katherine kathryn catharine katharine catheryn
anne ann
jon john
deborah debra
teresa theresa
elisabeth elizabeth elisabete elizabete
michelle michele
rachel rachael
rebecca rebekah rebeca
brian bryan
sean shawn shaun
luis luiz
sousa souza
teixeira texeira
"""


@lru_cache(maxsize=1)
def _spellings() -> dict[str, frozenset[int]]:
    rows: dict[str, set[int]] = {}
    for at, line in enumerate(_SPELLINGS.strip().splitlines()):
        for word in line.split():
            rows.setdefault(word, set()).add(at)
    return {word: frozenset(at) for word, at in rows.items()}


def same_name(word: str, other: str) -> bool:
    """Whether two words are usual spellings of one name."""
    table = _spellings()
    return bool(table.get(word, _NOWHERE) & table.get(other, _NOWHERE))


def spellings(word: str) -> frozenset[str]:
    """The usual spellings of the same name, the word among them if it has any."""
    table = _spellings()
    rows = table.get(word, _NOWHERE)
    return frozenset(other for other, own in table.items() if rows & own) if rows else _NONE


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Short forms by full name, and the other way round. Where the package has a pair both ways, the longer name is the
    full one."""
    pairs = {(full, short) for full, kind, short in name_triplets() if kind == "has_nickname"}
    pairs = {(full, short) for full, short in pairs if (short, full) not in pairs or len(full) > len(short)}
    for line in _TABLE.strip().splitlines():
        full, shorts = line.split(": ")
        pairs |= {(full, short) for short in shorts.split()}
    shorts_of: dict[str, set[str]] = {}
    fulls_of: dict[str, set[str]] = {}
    for full, short in pairs:
        shorts_of.setdefault(full, set()).add(short)
        fulls_of.setdefault(short, set()).add(full)
    return (
        {key: frozenset(values) for key, values in shorts_of.items()},
        {key: frozenset(values) for key, values in fulls_of.items()},
    )


def short_forms(name: str) -> frozenset[str]:
    """What a given name, or two ("maria jose"), is cut down to."""
    return _tables()[0].get(name, _NONE)


def full_forms(short: str) -> frozenset[str]:
    """The given names that are cut down to this."""
    return _tables()[1].get(short, _NONE)


def is_formal(name: str) -> bool:
    """Whether a name has short forms of its own, so that it is a whole name itself (Sandra, beside Alexandra)."""
    return bool(short_forms(name))
