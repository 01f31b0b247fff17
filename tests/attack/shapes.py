"""Which texts keep a reader of text busy, at any length?

Each shape is a beginning, a part that is said again and again, and an end that lets the whole thing fail: what a
pattern with two ways to read the same words needs to try them all.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """`beginning`, then `part` as often as it fits, then `end`."""

    name: str
    part: str
    beginning: str = ""
    end: str = ""

    def of(self, size: int) -> str:
        """A text of `size` characters (of one part at least)."""
        room = max(size - len(self.beginning) - len(self.end), len(self.part))
        return self.beginning + (self.part * (room // len(self.part) + 1))[:room] + self.end


SHAPES = (
    Shape("a letter", "a"),
    Shape("a word", "pode "),
    Shape("a word, an end", "a ", end="x!"),
    Shape("a word with commas", "pode,"),
    Shape("a list", "ana, "),
    Shape("a list in one", "a,"),
    Shape("delete", "a ", "delete "),
    Shape("apaga", "aquela ", "apaga ", "x"),
    Shape("remueve", "este ", "remueve ", "x"),
    Shape("withdrawn", "e o ", "esquece que o ", "x"),
    Shape("will", "will ", "we "),
    Shape("a name and a name", "Ana and ", "when did I meet "),
    Shape("capitals", "Ana Reis ", "Remember that "),
    Shape("not", "not ", "I do ", "x"),
    Shape("que", "que eu ", "diz-me ", "?"),
    Shape("the of the", "the of ", "what is "),
    Shape("hyphens", "a-"),
    Shape("numbers", "11 "),
    Shape("digits", "1"),
    Shape("digits with dots", "1.1,"),
    Shape("times", "10:10:10:"),
    Shape("dates", "2026-01-01T10:00 "),
    Shape("monday", "next monday at 10 "),
    Shape("dots", "."),
    Shape("a letter and a dot", "a."),
    Shape("sentences", "Ana is here. "),
    Shape("questions", "who? "),
    Shape("apostrophes", "a'"),
    Shape("quotes", '"'),
    Shape("quoted", '"a" '),
    Shape("quotes that stay open", '"a '),
    Shape("brackets that stay open", "("),
    Shape("brackets", "[a](b "),
    Shape("braces", '{"a":'),
    Shape("lists in lists", "["),
    Shape("angles", "<a "),
    Shape("tags", "<b>a"),
    Shape("comments", "<!---->   ", end="z"),
    Shape("comments that stay open", "<!--"),
    Shape("hidden elements", "<i hidden>x</i> y "),
    Shape("parameters", ';"xxx"', "EXDATE", "z"),
    Shape("parameters that stay open", ";A=,", "DTSTART", '"x'),
    Shape("percent", "%41"),
    Shape("slashes", "/a"),
    Shape("backslashes", "\\"),
    Shape("fences", "```\n"),
    Shape("emphasis", "**a* "),
    Shape("list items", "- a\n"),
    Shape("tables", "|a|"),
    Shape("mail-like", "a@a."),
    Shape("at", "@"),
    Shape("links", "http://a.a/a "),
    Shape("phone-like", "+1 (1) "),
    Shape("phone digits", "5 5-"),
    Shape("a colon", "a: "),
    Shape("equals", "a=b;"),
    Shape("spaces", " "),
    Shape("spaces between", " ", "delete", "x"),
    Shape("lines", "\n"),
    Shape("line ends", "a\r\n "),
    Shape("tabs", "\t", "a", "b"),
    Shape("accents", "ção é "),
    Shape("combining marks", "a\u0301\u0301"),
    Shape("marks alone", "\u0301"),
    Shape("cyrillic", "привет "),
    Shape("chinese", "你好"),
    Shape("emoji", "👩‍👩‍👧 "),
    Shape("right to left", "\u202eא "),
    Shape("zero width", "\u200b"),
    Shape("half a pair", "\ud800"),
    Shape("ligatures", "\ufdfa"),
    Shape("a no and a no", "no, "),
    Shape("a title and a dot", "dr. "),
    Shape("elided", "d'a '"),
    Shape("less than", "menos de "),
    Shape("days", "el 1 de segunda "),
    Shape("a reminder", "1 ", "remind me to ", "tomorrow"),
    Shape("whose", "'s ", "who is ", "?"),
    Shape("relatives", "ana is rui's "),
    Shape("accents, an end", "é ", end="?"),
    Shape("initials", "A B "),
    Shape("words that are cut", "a-\n"),
    Shape("heads of mails", "From: a\n"),
    Shape("soft line breaks", "=\r\n"),
    Shape("days of a year", "--01-0"),
    Shape("brackets of numbers", "(1"),
)

FRESH = (
    Shape("a family of emoji", "👩\u200d"),
    Shape("flags", "🇵🇹"),
    Shape("chosen variations", "a\ufe0f"),
    Shape("tag characters", "\U000e0041", "Ana "),
    Shape("marks of many kinds", "a\u0316\u0301\u0489\u20dd"),
    Shape("isolated directions", "\u2067a \u2069", "remind me to "),
    Shape("a word with joiners", "a\u200b\u2060", "cancel "),
    Shape("nothing", "\0a"),
    Shape("half a pair and a word", "\udfff ana ", "remember that "),
    Shape("quotes in quotes", "“‘«\"'"),
    Shape("brackets in brackets", "({[", "add ", ")"),
    Shape("things to buy", "milk\n", "add to my shopping list: "),
    Shape("and", "and ", "add milk ", "bread"),
    Shape("e", "e ", "adiciona leite ", "pão"),
    Shape("y", "y ", "añade leche ", "pan"),
    Shape("et", "et ", "ajoute du lait ", "pain"),
    Shape("meetings to be made", "and a call with Ana at 10 ", "schedule lunch with Rui tomorrow "),
    Shape("days and days", "on 3 May and ", "what do I have "),
    Shape("dias e dias", "no dia 3 de maio e ", "o que tenho "),
    Shape("times and times", "at 10:30 or ", "move the dentist to "),
    Shape("names and names", "Ana, Rui and ", "who is "),
    Shape("if and if", "if it rains and ", "call Ana "),
    Shape("people of people", "the brother of ", "who is ", "Ana"),
    Shape("a mother's mother", "mother's ", "what is my ", "name?"),
    Shape("recurring", "every other monday except ", "yoga "),
    Shape("taken back", "no wait, actually ", "book lunch "),
    Shape("figures in words", "twenty-one hundred ", "remind me in "),
    Shape("halves of days", "am pm ", "yesterday at 1 "),
    Shape("fractions", "½", "half past "),
    Shape("told before", "Ana said that ", "remember that "),
)
"""What the bench sends beside them: they are no part of what `make test` draws by chance."""

EVERY = (*SHAPES, *FRESH)
BY_NAME = {shape.name: shape for shape in EVERY}
