"""Statements in Spanish."""
# ruff: noqa: E501

from orchestrator.kit import patterns
from orchestrator.language.statements.shape import COMMA, POINT, VALUE, Statements, either, form, named

_NAMED = named(
    "(?:el|la)",
    "no nunca ni ya me se nos le te tambien ahora aun todavia siempre y o pero que quien donde tengo tiene soy",
    "no nunca ya tambien ahora me se",
)
_WHO = rf"(?:(?P<who>yo|nosotros|(?:el |la )?usuari[oa]|(?:mi|nuestr[oa]) [\w-]+|{_NAMED}) )?"
_MY = r"(?:mi|nuestro|nuestra)"
_HOW = r"(?:(?:ahora|actualmente|todavia|tambien|aun|ya|siempre) )*"
_THEN = r"(?:(?:en|el|la|ayer|hace) ?[\w ]{0,20}? )?"
_NOT = r"(?P<not>no |nunca )?"
_IS = r"(?:soy|es|somos|son)"
_BE = r"(?:estoy|esta|estan|ando|anda)"
_MONTHS = either("enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre")
_NOUNS = {
    "cumpleanos": "birthday", "fecha de nacimiento": "birthday", "nombre": "name", "apellido": "surname",
    "apodo": "nickname", "direccion": "address", "domicilio": "address", "telefono": "phone", "movil": "phone",
    "celular": "phone", "numero": "phone", "numero de telefono": "phone", "email": "email", "correo": "email",
    "correo electronico": "email", "profesion": "job", "trabajo": "job", "nacionalidad": "nationality",
    "lengua materna": "native language", "tipo de sangre": "blood type", "grupo sanguineo": "blood type",
    "altura": "height", "estatura": "height", "peso": "weight", "edad": "age", "aniversario": "anniversary",
    "zona horaria": "time zone", "signo": "star sign", "matricula": "number plate", "jefe": "boss", "jefa": "boss",
    "dentista": "dentist", "medico": "doctor", "medica": "doctor", "medico de cabecera": "doctor", "casero": "landlord", "mujer": "wife", "esposa": "wife",
    "marido": "husband", "esposo": "husband", "madre": "mother", "mama": "mother", "padre": "father", "papa": "father",
    "novia": "girlfriend", "novio": "boyfriend", "talla de zapatos": "shoe size", "numero de zapato": "shoe size",
}  # fmt: skip

ES = Statements(
    forms=(
        form("birthday", rf"{_WHO}(?:naci|nacio) el {VALUE}"),
        form("birthday", rf"{_WHO}(?:naci|nacio) en (?P<value>(?:{_MONTHS})\b.*)"),
        form("birth year", rf"{_WHO}(?:naci|nacio) en (?P<value>\d{{4}})"),
        form("born_in", rf"{_WHO}(?:naci|nacio) en {VALUE}"),
        form("name", rf"{_WHO}(?:se llama|me llamo|se llaman) {VALUE}"),
        form(
            "allergic_to",
            rf"{_WHO}{_HOW}{_NOT}{_HOW}{_IS} {_HOW}(?:muy )?alergic[oa]s? (?:al?|a los|a las|a la|a el) "
            rf"{VALUE}",
            polar=True,
        ),
        form(
            "allergic_to", rf"{_WHO}{_NOT}(?:tengo|tiene) (?:una )?alergia (?:al?|a los|a las|a la) {VALUE}", polar=True
        ),
        form("lives_in", rf"{_WHO}{_NOT}{_HOW}(?:vivo|vive|vivimos|resido|reside|{_BE} viviendo) en {VALUE}"),
        form(
            "lives_in",
            rf"{_WHO}{_HOW}(?:me |se |nos )(?:he |ha |hemos )?(?:mude|mudo|mudamos|mudado) "
            rf"(?:de casa )?(?:de [\w -]+? )?{_THEN}a {VALUE}",
        ),
        form(
            "works_at",
            rf"{_WHO}{_NOT}{_HOW}(?:trabajo|trabaja|{_BE} trabajando|empece a trabajar|empezo a trabajar) "
            rf"(?:en|para) {VALUE}",
        ),
        form("job", rf"{_WHO}{_HOW}(?:trabajo|trabaja) (?:como|de) (?:un |una )?{VALUE}"),
        form(
            "status",
            rf"{_WHO}{_NOT}(?:{_IS}|{_BE}) {_HOW}(?P<value>solter[oa]|casad[oa]|divorciad[oa]|prometid[oa]|viud[oa]"
            rf"|separad[oa])(?: con .+)?",
        ),
        form("diet", rf"{_WHO}{_NOT}{_IS} {_HOW}(?P<value>vegetarian[oa]|vegan[oa]|pescetarian[oa]|omnivor[oa])"),
        form("age", rf"{_WHO}(?:tengo|tiene) (?P<value>\d+) anos"),
        form(
            "likes",
            rf"(?:a (?P<who>mi|[\w-]+(?: [\w-]+)?) )?{_NOT}(?:me|le|nos) {_HOW}(?:gusta|gustan|encanta|encantan)"
            rf"(?: mucho)? {VALUE}",
            polar=True,
        ),
        form(
            "likes",
            rf"{_WHO}{_HOW}(?:odio|odia|detesto|detesta|no soporto|no soporta) {VALUE}",
            polar=True,
            denies=True,
        ),
        form(
            "is",
            rf"{_WHO}{_NOT}(?:{_IS}|{_BE}) {_HOW}(?P<value>celiac[oa]|diabetic[oa]|asmatic[oa]|epileptic[oa]"
            rf"|intolerante a la lactosa|intolerante al gluten|daltonic[oa]|zurd[oa]|embarazada)",
            polar=True,
        ),
        form("speaks", rf"{_WHO}{_NOT}{_HOW}(?:hablo|habla) {VALUE}", polar=True),
        form("eats", rf"{_WHO}{_NOT}{_HOW}(?:como|come) {VALUE}", polar=True),
        form("drinks", rf"{_WHO}{_NOT}{_HOW}(?:bebo|bebe|tomo) {VALUE}", polar=True),
        form(
            "favourite",
            rf"(?:(?:el|la|{_MY}) )?(?P<favourite>[\w-]+) (?:favorit[oa]|preferid[oa])"
            rf"(?: de (?P<who>[\w-]+))? (?:es|son) {_HOW}{VALUE}",
        ),
        form(
            "noun",
            rf"{_MY} (?:nuev[oa] )?(?P<noun>{either(' '.join(n.replace(' ', '+') for n in _NOUNS))})"
            rf" (?:es|son|se llama) {_HOW}(?:el |en )?{VALUE}",
        ),
        form(
            "noun",
            rf"(?:el|la) (?P<noun>{either(' '.join(n.replace(' ', '+') for n in _NOUNS))})"
            rf" de (?P<who>(?:mi )?[\w-]+(?: [\w-]+)?) (?:es|son) {_HOW}(?:el |en )?{VALUE}",
        ),
    ),
    expands=(
        (patterns.compile(r"[’‘`´]"), "'"),
        (patterns.compile(r"\bdeje de ser\b"), "ya no soy"),
        (patterns.compile(r"\bdejo de ser\b"), "ya no es"),
        (patterns.compile(r"\bdej[eo] de (trabaj|habl|odi|detest)ar\b"), r"ya no \1a"),
        (patterns.compile(r"\bdej[eo] de (com|beb)er\b"), r"ya no \1e"),
        (patterns.compile(r"\bdej[eo] de vivir\b"), "ya no vive"),
    ),
    selves=frozenset({"yo", "nosotros", "usuario", "usuaria", "el usuario", "la usuaria", "mi"}),
    negations=frozenset({"no", "nunca", "ni"}),
    empty=frozenset("el la los las un una es soy somos de del que muy yo al a en mucho bastante".split()),
    ended=patterns.compile(r"\b(?:ya no|ya nunca|deje de|dejo de|no .{1,60} mas)\b"),
    nouns=_NOUNS,
    ends=patterns.compile(
        rf"\s*(?:[!;:]|{POINT}"
        rf"|{COMMA}| porque\b| desde\b| a partir\b| hasta\b| ahora$| hoy en dia$| actualmente$| mas$"
        r"| pero\b| y (?:yo|mi)\b| en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre"
        r"|noviembre|diciembre|\d{4})\b| ayer\b| hace \w+ (?:dias?|semanas?|mes(?:es)?|anos?)\b| con mi\b| tambien$"
        r"| el (?:mes|ano) pasado\b| la semana pasada\b| otra vez$)"
    ),
    begun=patterns.compile(r"\b(?:desde|a partir de)\b"),
)
