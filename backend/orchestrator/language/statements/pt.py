"""Statements in Portuguese."""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.statements.shape import COMMA, POINT, VALUE, Statements, either, form, named

_NAMED = named(
    "[oa]",
    "nao no nunca nem ja me se nos so tambem agora ainda sempre e ou mas que quem onde como tenho tem sou",
    "nao nunca ja tambem agora",
)
_WHO = rf"(?:(?P<who>eu|(?:[oa] )?(?:usuari[oa]|utilizador[a]?)|(?:[oa] )?(?:meu|minha|nosso|nossa) [\w-]+|{_NAMED}) )?"
_MY = r"(?:[oa] )?(?:meu|minha|nosso|nossa)"
_HOW = r"(?:(?:agora|atualmente|ainda|tambem|mesmo|ja|so|sempre) )*"
_THEN = r"(?:(?:em|no|na|a|ontem|ha) ?[\w ]{0,20}? )?"
_NOT = r"(?P<not>nao |nunca )?"
_IS = r"(?:sou|e|somos|sao)"
_BE = r"(?:estou|esta|estao|ando|anda)"
_MONTHS = either("janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro")
_NOUNS = {
    "aniversario": "birthday", "data de nascimento": "birthday", "nome": "name", "apelido": "surname",
    "sobrenome": "surname", "alcunha": "nickname", "endereco": "address", "morada": "address", "telefone": "phone",
    "telemovel": "phone", "celular": "phone", "numero": "phone", "numero de telefone": "phone", "email": "email",
    "e-mail": "email", "profissao": "job", "emprego": "job", "nacionalidade": "nationality",
    "lingua materna": "native language", "tipo sanguineo": "blood type", "grupo sanguineo": "blood type",
    "altura": "height", "peso": "weight", "idade": "age", "aniversario de casamento": "anniversary",
    "fuso horario": "time zone", "signo": "star sign", "matricula": "number plate", "chefe": "boss",
    "dentista": "dentist", "medico": "doctor", "medica": "doctor", "medico de familia": "doctor", "senhorio": "landlord", "mulher": "wife", "esposa": "wife",
    "marido": "husband", "esposo": "husband", "mae": "mother", "pai": "father", "noiva": "fiancee", "noivo": "fiance",
}  # fmt: skip

PT = Statements(
    forms=(
        form("birth year", rf"{_WHO}(?:nasci|nasceu) em (?P<value>\d{{4}})"),
        form("birthday", rf"{_WHO}(?:nasci|nasceu) (?:no dia |a |em )(?P<value>(?:\d|(?:{_MONTHS})\b).*)"),
        form("born_in", rf"{_WHO}(?:nasci|nasceu) (?:em|no|na) {VALUE}"),
        form("name", rf"{_WHO}(?:chama-se|se chama|chamo-me|me chamo|chamam-se) {VALUE}"),
        form(
            "allergic_to",
            rf"{_WHO}{_NOT}{_HOW}{_NOT.replace('not', 'also')}{_IS} {_HOW}(?:muito )?alergic[oa]s? "
            rf"(?:ao?s?|aos|as) {VALUE}",
            polar=True,
        ),
        form("allergic_to", rf"{_WHO}{_NOT}(?:tenho|tem) (?:uma )?alergia (?:ao?s?|aos|as) {VALUE}", polar=True),
        form(
            "lives_in",
            rf"{_WHO}{_NOT}{_HOW}(?:moro|mora|vivo|vive|vivemos|moramos|resido|reside|{_BE} a (?:morar|viver)"
            rf"|{_BE} (?:morando|vivendo)) (?:em|no|na|nos|nas) {VALUE}",
        ),
        form(
            "lives_in",
            rf"{_WHO}{_HOW}(?:(?:me |se |nos )?(?:mudei|mudou|mudamos)(?:-me|-se|-nos)?(?: de casa)?) "
            rf"(?:de [\w -]+? )?{_THEN}(?:para|pra|pro) (?:[oa]s? )?{VALUE}",
        ),
        form(
            "works_at",
            rf"{_WHO}{_NOT}{_HOW}(?:trabalho|trabalha|{_BE} a trabalhar|{_BE} trabalhando"
            rf"|comecei a trabalhar|comecou a trabalhar) (?:em|no|na|nos|nas|para a|para o|para|pra) {VALUE}",
        ),
        form("job", rf"{_WHO}{_HOW}(?:trabalho|trabalha) como (?:um |uma )?{VALUE}"),
        form(
            "status",
            rf"{_WHO}{_NOT}(?:{_IS}|{_BE}) {_HOW}(?P<value>solteir[oa]|casad[oa]|divorciad[oa]|noiv[oa]|viuv[oa]"
            rf"|separad[oa])(?: com .+)?",
        ),
        form(
            "diet",
            rf"{_WHO}{_NOT}{_IS} {_HOW}(?P<value>vegetarian[oa]|vegan[oa]|pescetarian[oa]|omnivor[oa]|onivor[oa])",
        ),
        form("age", rf"{_WHO}(?:tenho|tem) (?P<value>\d+) anos"),
        form(
            "likes",
            rf"{_WHO}{_NOT}{_HOW}(?:gosto|gosta|gostamos|adoro|adora|curto|curte)"
            rf"(?: muito| mesmo)?(?: d[eoa]s?)? {VALUE}",
            polar=True,
        ),
        form(
            "likes",
            rf"{_WHO}{_HOW}(?:odeio|odeia|detesto|detesta|nao suporto|nao suporta) {VALUE}",
            polar=True,
            denies=True,
        ),
        form(
            "is",
            rf"{_WHO}{_NOT}(?:{_IS}|{_BE}) {_HOW}(?P<value>celiac[oa]|diabetic[oa]|asmatic[oa]|epiletic[oa]|epileptic[oa]"
            rf"|intolerante a lactose|intolerante ao gluten|daltonic[oa]|canhot[oa]|gravida)",
            polar=True,
        ),
        form("speaks", rf"{_WHO}{_NOT}{_HOW}(?:falo|fala) {VALUE}", polar=True),
        form("eats", rf"{_WHO}{_NOT}{_HOW}(?:como|come) {VALUE}", polar=True),
        form("drinks", rf"{_WHO}{_NOT}{_HOW}(?:bebo|bebe) {VALUE}", polar=True),
        form(
            "favourite",
            rf"(?:[oa] )?(?:{_MY} )?(?P<favourite>[\w-]+) (?:favorit[oa]|preferid[oa])"
            rf"(?: d[oa] (?P<who>[\w-]+))? (?:e|sao) {_HOW}{VALUE}",
        ),
        form(
            "noun",
            rf"{_MY} (?:nov[oa] )?(?P<noun>{either(' '.join(n.replace(' ', '+') for n in _NOUNS))})"
            rf" (?:e|sao|fica|chama-se|se chama) {_HOW}(?:em |a |no dia )?{VALUE}",
        ),
        form(
            "noun",
            rf"[oa] (?P<noun>{either(' '.join(n.replace(' ', '+') for n in _NOUNS))})"
            rf" d[oae] (?P<who>(?:minha |meu )?[\w-]+(?: [\w-]+)?) (?:e|sao|fica) {_HOW}(?:em |a |no dia )?{VALUE}",
        ),
    ),
    expands=(
        (patterns.compile(r"[’‘`´]"), "'"),
        (patterns.compile(r"\bdeixei de ser\b"), "ja nao sou"),
        (patterns.compile(r"\bdeixou de ser\b"), "ja nao e"),
        (patterns.compile(r"\bdeix(?:ei|ou) de (trabalh|mor|gost|ador|fal)ar\b"), r"ja nao \1a"),
        (patterns.compile(r"\bdeix(?:ei|ou) de (viv|com|beb)er\b"), r"ja nao \1e"),
    ),
    selves=frozenset({"eu", "nos", "usuario", "usuaria", "utilizador", "utilizadora", "o usuario", "o utilizador"}),
    negations=frozenset({"nao", "nunca", "nem"}),
    empty=frozenset(
        "o a os as um uma e sou somos de do da dos das que muito bastante mesmo eu ao aos em no na".split()
    ),
    ended=patterns.compile(r"\b(?:ja nao|nao .{1,60} mais|deixei de|deixou de)\b"),
    nouns=_NOUNS,
    ends=patterns.compile(
        rf"\s*(?:[!;:]|{POINT}"
        rf"|{COMMA}| porque\b| desde\b| a partir\b| ate\b| agora$| hoje em dia$| atualmente$| mais$"
        r"| mas\b| e (?:eu|o meu|a minha|meu|minha)\b| (?:no|na|em) (?:mes |ano |semana )?(?:passad[oa]|janeiro|fevereiro"
        r"|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|\d{4})\b| ontem\b| ha \w+ (?:dias?"
        r"|semanas?|mes(?:es)?|anos?)\b| com (?:o meu|a minha|meu|minha)\b| tambem$| no (?:mes|ano) passado\b"
        r"| na semana passada\b| de novo$)"
    ),
    begun=patterns.compile(r"\b(?:desde|a partir de)\b"),
)
