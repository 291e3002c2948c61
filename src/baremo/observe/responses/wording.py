"""Words that must or must not be there. Many languages put their `not` behind the word, so the whole clause is read."""

from collections.abc import Iterator
from dataclasses import dataclass
from re import IGNORECASE, Match
from re import compile as pattern
from typing import NamedTuple

from baremo.observe.responses.parts import Span, trimmed

QUOTE = r"[\"“”„'‘’‚«»‹›「」『』`]"
INSIDE = r"[^\n\"“”„«»‹›「」『』`]"
"""Within quotation marks; an apostrophe may be."""
WORDS = r"(?:words?|phrases?|terms?|keywords?|expressions?)"
TERMS = (
    rf"(?P<terms>{QUOTE}[^\n]{{1,200}}?{QUOTE}(?:[,、]? ?(?:and|or|y|e|et|und|o|ou|oder|と|や|와|과)? ?"
    rf"{QUOTE}{INSIDE}{{1,40}}{QUOTE})*)"
)
BARE = r"(?P<bare>[^\W\d_]{2,20})(?=\s*(?:[.,;!?]|\Z|in (?:your|the|a|it)\b|at least|exactly|once|twice|anywhere))"
ROW = r"(?P<row>[^\W\d_][\w'-]*(?:(?:, ?(?:and )?| and )[^\W\d_][\w'-]*){1,9})(?=\s*(?:[.!?]|\Z))"
NAMED = rf"(?:: *{ROW}|[: ]+(?:{TERMS}|{BARE}))"
NEITHER = r"(?P<row>(?!))?(?P<bare>(?!))?"
WITH = pattern(
    rf"(?<!not )(?<!n't )(?<!avoid )(?<!without )(?<!never )\b(?:include|includes|including|use|uses|using|contain"
    rf"|contains|containing|mention)"
    rf" (?:(?:all|both|each) (?:of )?)?the (?:following |exact |given )?(?:two |three |four |five |\d )?{WORDS}{NAMED}",
    IGNORECASE,
)
WITHOUT = pattern(
    rf"\b(?:do not|don't|never|must not|should not|cannot|can't|avoid|without|not)(?: ever)? (?:use|using|say|saying"
    rf"|mention|mentioning|include|including|write|writing"
    rf"|contain|containing)? ?(?:any of )?the (?:following )?{WORDS}{NAMED}",
    IGNORECASE,
)
BARRED = pattern(
    rf"\bthe {WORDS} {NEITHER}{TERMS}(?= (?:(?:must|should|may|can|shall)(?: not| never|not) (?:be (?:used|mentioned"
    rf"|included|said)|appear|occur)|(?:is|are) (?:strictly )?(?:forbidden|banned|not allowed|off[- ]limits|prohibited)"
    rf"|(?:must|should|is to|are to) be avoided)\b)",
    IGNORECASE,
)
"""`The word "sea" must not appear`"""
NO_TERM = frozenset(
    "count limit list in below above from given that which to for as of on or and it is are with".split()
)
HOLE = pattern(r"[{}\[\]<>_]|\.\.\.|…")
QUOTED_TERM = pattern(rf"{QUOTE}({INSIDE}+?){QUOTE}(?![A-Za-zÀ-ÿ0-9_])|「([^」]+)」|『([^』]+)』")
JOINED = pattern(r",? and |, ?")
BREAK = pattern(
    r"[,;:.!?\n。、！？：；—–]+|\b(?:and|but|then|und|aber|sondern|et|puis|y|pero|e|ma|mas)\b(?!\W*\Z)", IGNORECASE
)
NEGATED = pattern(r"\b(?:not|never|nowhere|n't|avoid|without)\b", IGNORECASE)
PARTLY = pattern(
    r"\d|\b(?:more|less|fewer|except|unless|other than|too|to (?:start|begin|end|open)|once|twice|thrice|times|again"
    r"|title|heading|first|last|start|beginning|end|instead)\b",
    IGNORECASE,
)
"""Forbidden only so often, or only in one place."""
TOLD = pattern(
    r"\b(?:why|when|whether|who|reasons?|people|they|he|she|we)\b|\bi(?: \w+)?\s*\Z",
    IGNORECASE,
)
"""Speaks about the word instead of asking for anything."""


class Wish(NamedTuple):
    required: bool
    span: Span
    """The clause that it stands in."""
    terms: tuple[str, ...]
    sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    mention: str
    """How a word is spoken of as a word."""
    asks: str
    """What stands right before a word, or right behind it, that is to be used."""
    bans: str
    """What forbids by itself."""
    nots: str
    """What forbids together with one of `use`."""
    use: str
    doubt: str
    """What makes less of it than a ban, or a question."""
    fill: str
    """What may stand behind the word without making less of it."""


DE = Tongue(
    mention=r"\b(?:(?:die|das|den|dem|der|den folgenden|die folgenden|folgende[sn]?) )?(?:wörtern?|worte?|wort"
    r"|begriffe?|ausdruck|ausdrücke)[: ]+",
    asks=r"\b(?:verwende|verwenden sie|benutze|benutzen sie|nutze|enthält)(?: bitte)?",
    bans=r"\bohne\b|\bvermeide\w*|\bzu vermeiden\b|\bverzicht\w*|\bweg(?:zu)?lassen\b|\blass\w*\b(?=.*\bweg\b)"
    r"|\bverboten\w*|\btabu\b|\bmeide\b",
    nots=r"\bnicht\b|\bnie(?:mals)?\b|\bkeine\w*\b|\bkein\b|\bnirgends\b",
    use=r"\b(?:(?:zu )?(?:verwenden?|benutzen?|nutzen?|gebrauchen?|erwähnen?|nennen?|sagen?|schreiben?|enthalten"
    r"|vorkommen|vorkommt|auftauchen|erscheinen|einbauen|fallen|enthält(?=\W*\Z))|verwendet werden|benutzt werden"
    r"|erwähnt werden)\b",
    doubt=r"\b(?:nicht (?:nur|mehr|öfter|häufiger|zu|weniger|vergessen|unbedingt|zwingend|zuerst)|vergiss|vergessen|ich"
    r"|wir|er|man|warum|weshalb|wieso|wann|wer|was|ob|weil|wie|mal|zweimal|dreimal|einmal|überschrift|titel|anfang"
    r"|außer|statt|brauchst|musst|müssen|anstelle)\b|\d",
    fill=r"bitte|in|im|deine[rmn]?|ihre[rmn]?|der|dem|den|das|die|ganzen|gesamten|text|antwort|geschichte|satz|gedicht"
    r"|darf|dürfen|soll|sollen|sollte|sollten|zu|auf|keinen|fall|überhaupt|gar|werden|dabei|sie|weg|ist|sind|auch"
    r"|einem|einzigen",
)
FR = Tongue(
    mention=r"\b(?:les?|du|des|aux?) (?:mots?|termes?|expressions?)(?: suivants?)?(?: interdits?)?[: ]+",
    asks=r"\b(?:utilise[zr]?|inclu(?:s|ez)|emploie|employez|contient|contienne)",
    bans=r"\bsans\b|\bévite[zr]?\b|\bbanni[rst]\w*|\bproscri\w*|\binterdite?s?\b|\bà éviter\b",
    nots=r"\bpas\b|\bjamais\b|\bnulle part\b",
    use=r"\b(?:utilise[zr]?|emploie|employe[zr]|mentionne[zr]?|dis|dites|écri(?:s|vez|re)|contient|contienne|contenir"
    r"|inclu[st]|incluez|inclure|apparaître|figurer|cite[zr]?|doit|doivent)\b",
    doubt=r"\bpas (?:seulement|plus|trop|moins|uniquement|oubli\w*|obligé|nécessaire\w*)\b|\boubli\w*|\b(?:je|nous|il"
    r"|elle|on|ils|elles|pourquoi|quand|comment|qui(?= n[’'e]?\s?utilise)|fois|titre|début|sauf|seulement|lieu)\b|\d",
    fill=r"dans|ta|votre|ton|le|la|les|ce|cette|réponse|texte|phrase|poème|histoire|s[’']il|te|vous|plaît|stp|svp|ne|n"
    r"|du|tout|doit|doivent|est|sont|absolument|strictement|à",
)
ES = Tongue(
    mention=r"\b(?:las?|el|los|de la) (?:siguientes? )?(?:palabras?|términos?|expresi(?:ón|ones))(?: siguientes?)?"
    r"(?: prohibid[oa]s?)?[: ]+",
    asks=r"\b(?:incluyas?|incluye|usa|utiliza|contengan?|emplea)",
    bans=r"\bsin\b|\bevit(?:a|e|ar|es|ando)\b|\bomit(?:e|a|ir)\b|\bprohibid[oa]s?\b|\bprescind\w+",
    nots=r"\bno\b|\bnunca\b|\bjamás\b",
    use=r"\b(?:us(?:e|es|ar)|utili(?:ce|ces|zar)|emple(?:e|es|ar)|mencion(?:e|es|ar)|dig(?:a|as)|decir|escrib(?:a|as|ir)"
    r"|conteng(?:a|an)|conten(?:er)|incluy(?:a|as)|incluir|apare(?:zca|zcan|cer)|figur(?:e|en|ar)|debe|deben|puede"
    r"|pueden)\b",
    doubt=r"\bno (?:solo|sólo|más|menos|solamente|olvid\w+|hace falta|es necesario)\b|\bolvid\w+|\b(?:yo|por qué"
    r"|porque|cuándo|cuando|quién|cómo|veces|vez|título|principio|salvo|excepto|lugar|demasiado|más|nadie)\b|\d",
    fill=r"en|tu|su|la|el|los|las|este|esta|respuesta|texto|frase|poema|cuento|historia|por|favor|no|debe|deben|puede"
    r"|pueden|está|están|absoluto|ningún|momento|usar|usarse|aparecer|ser|usada|todo",
)
IT = Tongue(
    mention=r"\b(?:la|le|il|i|della|delle) (?:seguenti? )?(?:parol[ae]|termin[ei]|espression[ei])(?: seguenti?)?"
    r"(?: vietat[aei])?[: ]+",
    asks=r"\b(?:usa|utilizza|includi|includa|contenga|impiega)",
    bans=r"\bsenza\b|\bevit(?:a|i|are|ando)\b|\bomett(?:i|ere)\b|\bvietat[aeio]\b|\bproibit[aeio]\b",
    nots=r"\bnon\b|\bmai\b",
    use=r"\b(?:us(?:are|i)|utilizz(?:are|i)|impieg(?:are|hi)|menzion(?:are|i)|dire|scriv(?:ere|a)|conteng(?:a|ano)"
    r"|contenere|includ(?:ere|a)|compa(?:rire|ia)|apparire|deve|devono|può)\b",
    doubt=r"\bnon (?:solo|più|meno|soltanto|dimentic\w+|è necessario|serve)\b|\bdimentic\w+|\b(?:io|perché|quando|chi"
    r"|come|volte|volta|titolo|inizio|tranne|eccetto|invece|troppo|più)\b|\d",
    fill=r"nel|nella|tua|tuo|risposta|testo|frase|poesia|storia|per|favore|non|deve|devono|può|essere|usata|usato|usate"
    r"|comparire|apparire|la|il|è|sono|assolutamente|in|alcun|modo|tutto",
)
PT = Tongue(
    mention=r"\b(?:as?|os?|da|das) (?:seguintes? )?(?:palavras?|termos?|express(?:ão|ões))(?: seguintes?)?"
    r"(?: proibid[oa]s?)?[: ]+",
    asks=r"\b(?:inclua|contenha|use|utilize|empregue)",
    bans=r"\bsem\b|\bevit(?:e|a|ar|ando)\b|\bomit(?:a|ir)\b|\bproibid[oa]s?\b",
    nots=r"\bnão\b|\bnunca\b|\bjamais\b",
    use=r"\b(?:us(?:e|es|ar)|utiliz(?:e|es|ar)|empreg(?:ue|ar)|mencion(?:e|es|ar)|dig(?:a|as)|dizer|escrev(?:a|er)"
    r"|conten?ha|conter|inclu(?:a|ir)|apare(?:ça|çam|cer)|deve|devem|pode|podem)\b",
    doubt=r"\bnão (?:só|apenas|somente|mais|menos|esque\w+|é necessário|precis\w+)\b|\besque\w+|\b(?:eu|por que|porque"
    r"|quando|quem|como|vezes|vez|título|início|exceto|salvo|lugar|demais|mais)\b|\d",
    fill=r"na|no|em|sua|tua|seu|resposta|texto|frase|poema|história|conto|por|favor|não|deve|devem|pode|podem|ser|usada"
    r"|usado|usadas|aparecer|a|o|está|estão|hipótese|nenhuma|todo",
)
JA = Tongue(
    mention=r"(?:という|との|の)?(?:言葉|単語|語句|語|表現|フレーズ|ワード)",
    asks=r"(?:を|も)(?:必ず|ぜひ|すべて|全て)?(?:使って|使い|使用して|用いて|含めて|含め、|入れて|含む)",
    bans=r"(?:使わ|使用し|使用せ|用い|含め|含ま|入れ|書か|言わ|使っては|使用しては)(?:な|ず|いけ|だめ|ダメ)|避け|なしで"
    r"|禁止|抜きで",
    nots=r"(?!)",
    use=r"(?!)",
    doubt=r"なぜ|理由|どうして|[0-9０-９一二三四五六七八九十]+[回度]|以外|だけ|ばかり|タイトル|冒頭|最初|わけ|なければ",
    fill=r"[をはもの]|絶対に|決して|一切|使用",
)
KO = Tongue(
    mention=r"\s?(?:이?라는|이란)? ?(?:단어|말|표현|낱말|문구)",
    asks=r"[을를도] ?(?:반드시|꼭|모두)? ?(?:(?:사용|포함|이용|활용)(?!하지)|넣어|넣고|써서|써 ?주)",
    bans=r"(?:쓰지|사용하지|언급하지|넣지|포함하지|말하지|이용하지|쓰면 안|사용하면 안)|없이|빼고|피하|피해|금지|제외",
    nots=r"(?!)",
    use=r"(?!)",
    doubt=r"왜|이유|[0-9]|번 ?(?:이상|넘게|보다)|제목|처음|만 |외에|않으면",
    fill=r"[을를은는도의]|\s|절대로?|사용",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A tongue, ready to read with."""

    tongue: Tongue
    behind: bool
    """Whether verbs follow the word."""

    def mentions(self, sentence: str) -> Iterator[Match[str]]:
        parts = (TERMS, self.tongue.mention) if self.behind else (self.tongue.mention, TERMS)
        yield from pattern(NEITHER + "".join(parts), IGNORECASE).finditer(sentence)

    def wishes(self, sentence: str) -> Iterator[Wish]:
        for match in self.mentions(sentence):
            clause = around(sentence, match.span())
            before, behind = sentence[clause.start : match.start()], sentence[match.end() : clause.end]
            beside = f"{before}{match[0].replace(match['terms'], ' ')}{behind}"
            terms = named(match)
            if terms and not search(self.tongue.doubt, beside):
                yield from self.wish(Wish(True, clause, terms), (before, beside, behind), sentence)

    def wish(self, wish: Wish, said: tuple[str, str, str], sentence: str) -> Iterator[Wish]:
        before, beside, behind = said
        tongue = self.tongue
        bans, nots = found(tongue.bans, beside), found(tongue.nots, beside)
        if bans + nots == 1 and (bans or search(tongue.use, beside)) and not sentence.endswith(("?", "？")):
            yield wish._replace(required=False, sure=self.altogether(behind))
        elif not bans + nots and not found(f"{tongue.bans}|{tongue.nots}", sentence[wish.span.end :]):
            asked = pattern(tongue.asks, IGNORECASE).match(behind) if self.behind else self.just(before)
            if asked:
                yield wish

    def altogether(self, behind: str) -> bool:
        """Whether nothing that stands behind the word makes less of the ban."""
        tongue = self.tongue
        if self.behind:
            return bool(pattern(rf"(?:{tongue.fill})*?(?:{tongue.bans})").match(behind))
        words = rf"(?:{tongue.fill}|{tongue.bans}|{tongue.nots}|{tongue.use})"
        return bool(pattern(rf"\W*(?:{words}(?!\w)\W*)*", IGNORECASE).fullmatch(behind))

    def just(self, before: str) -> bool:
        """Whether the verb stands right before the word."""
        return bool(pattern(rf"(?:{self.tongue.asks})\s+\Z", IGNORECASE).search(before))


READERS = (
    *(Reader(tongue=tongue, behind=False) for tongue in (DE, FR, ES, IT, PT)),
    *(Reader(tongue=tongue, behind=True) for tongue in (JA, KO)),
)


def find(sentence: str) -> Iterator[Wish]:
    """The clauses of one sentence that ask for words or forbid them."""
    for match in WITH.finditer(sentence):
        clause = around(sentence, match.span())
        if named(match) and not NEGATED.search(sentence, match.end(), clause.end):
            yield Wish(True, clause, named(match))
    for match in (*WITHOUT.finditer(sentence), *BARRED.finditer(sentence)):
        clause = around(sentence, match.span())
        partly = PARTLY.search(sentence, match.end(), clause.end) or TOLD.search(sentence, clause.start, match.start())
        if named(match) and not partly:
            yield Wish(False, clause, named(match))
    if QUOTED_TERM.search(sentence):
        for reader in READERS:
            yield from reader.wishes(sentence)


def named(match: Match[str]) -> tuple[str, ...]:
    """The words in question; none where they are holes to be filled."""
    said = match["terms"] or match["row"] or match["bare"]
    terms = ["".join(each) for each in QUOTED_TERM.findall(said)] if match["terms"] else JOINED.split(said)
    return tuple(term.strip(" ,.") for term in terms if term.lower() not in NO_TERM and not HOLE.search(term))


def around(sentence: str, place: tuple[int, int]) -> Span:
    """The clause: from the last break before to the next one behind."""
    start, end = place
    before = [match.end() for match in BREAK.finditer(sentence, 0, start)]
    behind = BREAK.search(sentence, end)
    return trimmed(sentence, before[-1] if before else 0, behind.start() if behind else len(sentence))


def search(words: str, text: str) -> bool:
    return bool(pattern(words, IGNORECASE).search(text))


def found(words: str, text: str) -> int:
    return len(pattern(words, IGNORECASE).findall(text))
