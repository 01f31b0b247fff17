"""How is the user told why they are asked? In their language, with the words of the facts themselves."""

from orchestrator.domain.foundation.asking.wording import Wording

SAY: Wording = {
    "en": {
        "same": "I have this down more than once, in the same words. Shall I keep it once?",
        "contained": "“{shorter}” is said by “{longer}” already. Shall I keep the one that says more?",
        "near": "These say nearly the same: {facts}. Shall I keep one, with the words above?",
        "effect": "These rules do the same: {facts}. Shall I keep one of them?",
        "contradiction": "It seems that these can't both hold: {facts}. Which one does?",
        "fact": "“{text}” ({day})",
    },
    "pt": {
        "same": "Tenho isto anotado mais de uma vez, com as mesmas palavras. Guardo só uma?",
        "contained": "“{shorter}” já está dito em “{longer}”. Guardo o que diz mais?",
        "near": "Isto diz quase o mesmo: {facts}. Guardo só um, com as palavras acima?",
        "effect": "Estas regras fazem o mesmo: {facts}. Guardo só uma?",
        "contradiction": "Parece que isto não pode ser tudo verdade: {facts}. Qual é que vale?",
        "fact": "“{text}” ({day})",
    },
    "es": {
        "same": "Tengo esto anotado más de una vez, con las mismas palabras. ¿Lo guardo una sola vez?",
        "contained": "«{shorter}» ya está dicho en «{longer}». ¿Guardo el que dice más?",
        "near": "Esto dice casi lo mismo: {facts}. ¿Guardo solo uno, con las palabras de arriba?",
        "effect": "Estas reglas hacen lo mismo: {facts}. ¿Guardo solo una?",
        "contradiction": "Parece que esto no puede ser todo verdad: {facts}. ¿Cuál vale?",
        "fact": "«{text}» ({day})",
    },
}
