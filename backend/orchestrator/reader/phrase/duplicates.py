"""Which contacts may be one person twice, in words?"""

from collections.abc import Mapping, Sequence

from orchestrator.reader.phrase.lines import Voice, quoted

_MOST = 10
_SAYS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "some": "These contacts may be one person twice:",
        "none": "I see no two contacts that look like one person.",
        "both": "{one} and {other} ({why})",
        "more": "… and {number} more.",
        "how": "Say “merge {one} and {other}” to join two; nothing is merged by itself.",
        "uid": "the same card",
        "email": "the same e-mail address",
        "phone": "the same number",
        "name_and_birthday": "name and birthday",
        "name_and_organization": "name and organization",
        "name_and_nickname": "name and nickname",
        "name": "the same name alone",
    },
    "pt": {
        "some": "Estes contatos podem ser a mesma pessoa duas vezes:",
        "none": "Não vejo dois contatos que pareçam a mesma pessoa.",
        "both": "{one} e {other} ({why})",
        "more": "… e mais {number}.",
        "how": "Diga “junta {one} e {other}” para unir dois; nada se junta por si.",
        "uid": "o mesmo cartão",
        "email": "o mesmo e-mail",
        "phone": "o mesmo número",
        "name_and_birthday": "nome e aniversário",
        "name_and_organization": "nome e empresa",
        "name_and_nickname": "nome e apelido",
        "name": "só o mesmo nome",
    },
    "es": {
        "some": "Estos contactos pueden ser la misma persona dos veces:",
        "none": "No veo dos contactos que parezcan la misma persona.",
        "both": "{one} y {other} ({why})",
        "more": "… y {number} más.",
        "how": "Di “une {one} y {other}” para juntar dos; nada se junta solo.",
        "uid": "la misma tarjeta",
        "email": "el mismo correo",
        "phone": "el mismo número",
        "name_and_birthday": "nombre y cumpleaños",
        "name_and_organization": "nombre y empresa",
        "name_and_nickname": "nombre y apodo",
        "name": "solo el mismo nombre",
    },
}


def twins(pairs: Sequence[tuple[str, str, str]], language: str, voice: Voice) -> str:
    """`pairs`: two names and why they may be one."""
    say = _SAYS.get(language, _SAYS["en"])
    if not pairs:
        return f"{say['none']} ({voice.say.sources['contact']})"
    rows = [
        f"- {say['both'].format(one=quoted(one), other=quoted(other), why=say.get(why, why))}"
        for one, other, why in pairs[:_MOST]
    ]
    left = [say["more"].format(number=len(pairs) - _MOST)] if len(pairs) > _MOST else []
    named = [quoted(name).strip("“”") for name in pairs[0][:2]]
    return "\n".join([say["some"], *rows, *left, say["how"].format(one=named[0], other=named[1])])
