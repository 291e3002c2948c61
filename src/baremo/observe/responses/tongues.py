"""How numbers of things are asked for, per language. Phrasing that is not regular is left out: silence is no error."""

from dataclasses import dataclass
from re import IGNORECASE, Pattern
from re import compile as pattern

from baremo.observe.responses.counting import Unit
from baremo.observe.responses.numerals import one_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    code: str
    units: dict[Unit, str]
    to: str
    """Between the two numbers of a range."""
    exactly: str = r"(?!)"
    most: str = r"(?!)"
    below: str = r"(?!)"
    least: str = r"(?!)"
    about: str = r"(?!)"
    """What stands before a number."""
    or_less: str = r"(?!)"
    or_more: str = r"(?!)"
    or_so: str = r"(?!)"
    """What stands behind the unit."""
    lead: str = r"(?!)"
    """What makes a bare number an instruction: `in three sentences`."""
    verbs: str = r"(?!)"
    """What is followed by a number of things to list: `name three reasons`."""
    no_things: str = r"(?!)"
    """What is counted otherwise, or not at all."""
    asked_behind: str = r"(?!)"
    """The same in languages whose verb comes last."""


def compiled(text: str) -> Pattern[str]:
    return pattern(text, IGNORECASE)


EN = Tongue(
    code="en",
    units={
        Unit.ITEMS: r"(?:short |key |main |concise |brief |numbered )?(?:bullet[- ]?points?|bullets|points|items)",
        Unit.WORDS: r"words?",
        Unit.SENTENCES: r"(?:short |simple |complete |full |concise |brief |long )?sentences?",
        Unit.PARAGRAPHS: r"(?:short |brief )?paragraphs?",
        Unit.LINES: r"lines?",
        Unit.CHARACTERS: r"(?:characters?|letters)",
    },
    to=r"\s*(?:-|–|—|to|and|or)\s*",
    exactly=r"(?:exactly|precisely|only|just)(?: in| with)?",
    most=r"(?:at most|no more than|not more than|no longer than|not exceed(?:ing)?|up to|a maximum of"
    r"|max(?:imum)?(?: of)?"
    r"|limit(?:ed)?(?: \w+){0,4} to|within|cap(?:ped)? at)",
    below=r"(?:(?:in )?(?:fewer|less) than|under|below)",
    least=r"(?:at least|no (?:fewer|less) than|not less than|a minimum of|min(?:imum)?(?: of)?)",
    about=r"(?:about|around|approximately|roughly|some|approx\.?|circa|~)",
    or_less=r"\s*(?:or (?:less|fewer|under|shorter)|max(?:imum)?\b|at most|tops)",
    or_more=r"\s*(?:or more|min(?:imum)?\b|at least)",
    lead=r"(?:\bin(?:to)?(?: just| only| a)?|\busing|\bwrite(?: me)?(?: a)?|\bgive(?: me)?|\bas"
    r"|\bprovide(?: me)?(?: with)?|\bcompose(?: a)?)",
    verbs=r"\b(?:list|name|give(?: me| us)?|provide(?: me| us)?(?: with)?|suggest|enumerate|brainstorm|come up with"
    r"|think of|propose"
    r"|recommend|tell me|identify|mention|share|generate|offer|show me)(?: a list of| the)?(?: top| best)?",
    no_things=r"words?|sentences?|paragraphs?|lines?|characters?|letters?|minutes?|hours?|days?|weeks?|months?"
    r"|years?|pages?|dollars?"
    r"|percent|stanzas?|verses?|numbers?|random|or|and|to|digits?|more|of|other|people|players?|options? for each",
)
FR = Tongue(
    code="fr",
    units={
        Unit.ITEMS: r"(?:points?|puces|éléments)",
        Unit.WORDS: r"mots?",
        Unit.SENTENCES: r"phrases?",
        Unit.PARAGRAPHS: r"paragraphes?",
        Unit.LINES: r"lignes?",
        Unit.CHARACTERS: r"caractères?",
    },
    to=r"\s*(?:-|–|à|et|ou)\s*",
    exactly=r"(?:exactement|précisément|seulement|uniquement)(?: en)?",
    most=r"(?:au maximum|maximum|au plus|pas plus de|ne dépasse(?:z|r)? pas|jusqu'à)",
    below=r"(?:(?:en )?moins de)",
    least=r"(?:au moins|au minimum|minimum|pas moins de)",
    about=r"(?:environ|à peu près)",
    or_less=r"\s*(?:maximum|max\b|au plus|au maximum|ou moins)",
    or_more=r"\s*(?:minimum|au moins|au minimum|ou plus)",
    or_so=r"\s*environ",
    lead=r"(?:\ben)",
    verbs=r"\b(?:cite[zr]?|donne[zr]?(?:-moi|-nous)?|liste[zr]?|propose[zr]?(?:-moi)?|énumère[zr]?|nomme[zr]?"
    r"|mentionne[zr]?)(?: les)?",
    no_things=r"mots?|phrases?|paragraphes?|lignes?|caractères?|heures?|jours?|minutes?|ans|euros?",
)
DE = Tongue(
    code="de",
    units={
        Unit.ITEMS: r"(?:stichpunkten?|aufzählungspunkten?|punkten?|spiegelstrichen?|stichworten?)",
        Unit.WORDS: r"w(?:ö|oe)rtern?|worten?",
        Unit.SENTENCES: r"(?:kurzen? )?s(?:a|ä|ae)tz(?:en?)?",
        Unit.PARAGRAPHS: r"abs(?:a|ä)tz(?:en?)?",
        Unit.LINES: r"zeilen?",
        Unit.CHARACTERS: r"zeichen",
    },
    to=r"\s*(?:-|–|bis|und|oder)\s*",
    exactly=r"(?:genau|exakt|nur)(?: in)?",
    most=r"(?:höchstens|maximal|bis zu|nicht mehr als)",
    below=r"(?:(?:in )?weniger als|unter)",
    least=r"(?:mindestens|wenigstens|nicht weniger als)",
    about=r"(?:etwa|ungefähr|circa|ca\.|rund)",
    or_less=r"\s*(?:maximal|höchstens|oder weniger)",
    or_more=r"\s*(?:mindestens|oder mehr)",
    lead=r"(?:\bin)",
    verbs=r"\b(?:nenne?(?: mir| uns)?|nennen sie(?: mir)?|liste|gib(?: mir)?|geben sie(?: mir)?|zähle"
    r"|schlage?(?: mir)?)(?: die)?",
    no_things=r"w(?:ö|o)rter|sätze|absätze|zeilen|zeichen|minuten|stunden|tage|jahre|euro",
)
ES = Tongue(
    code="es",
    units={
        Unit.ITEMS: r"(?:puntos|viñetas|elementos)",
        Unit.WORDS: r"palabras?",
        Unit.SENTENCES: r"(?:frases?|oraci(?:ó|o)n(?:es)?)",
        Unit.PARAGRAPHS: r"párrafos?",
        Unit.LINES: r"líneas?",
        Unit.CHARACTERS: r"caracteres",
    },
    to=r"\s*(?:-|–|a|y|o)\s*",
    exactly=r"(?:exactamente|precisamente|solo|sólo|solamente)(?: en)?",
    most=r"(?:como máximo|a lo sumo|máximo(?: de)?|un máximo de|no más de|hasta)",
    below=r"(?:(?:en )?menos de)",
    least=r"(?:al menos|por lo menos|como mínimo|mínimo(?: de)?|un mínimo de)",
    about=r"(?:unas|unos|aproximadamente|alrededor de|cerca de)",
    or_less=r"\s*(?:como máximo|máximo|o menos)",
    or_more=r"\s*(?:como mínimo|mínimo|o más)",
    or_so=r"\s*aproximadamente",
    lead=r"(?:\ben)",
    verbs=r"\b(?:enumera|menciona|dame|da|lista|nombra|sugiere|proporciona|cita|propón|indica)(?:me)?(?: las| los)?",
    no_things=r"palabras?|frases?|oraciones|párrafos?|líneas?|caracteres|minutos|horas|días|años|euros",
)
PT = Tongue(
    code="pt",
    units={
        Unit.ITEMS: r"(?:pontos|tópicos|itens)",
        Unit.WORDS: r"palavras?",
        Unit.SENTENCES: r"frases?",
        Unit.PARAGRAPHS: r"parágrafos?",
        Unit.LINES: r"linhas?",
        Unit.CHARACTERS: r"caracteres",
    },
    to=r"\s*(?:-|–|a|e|ou)\s*",
    exactly=r"(?:exatamente|precisamente|apenas|somente)(?: em)?",
    most=r"(?:no máximo|máximo(?: de)?|não mais (?:de|que)|até)",
    below=r"(?:(?:em )?menos de)",
    least=r"(?:pelo menos|no mínimo|ao menos)",
    about=r"(?:cerca de|aproximadamente|por volta de)",
    or_less=r"\s*(?:no máximo|ou menos)",
    or_more=r"\s*(?:no mínimo|ou mais)",
    lead=r"(?:\bem)",
    verbs=r"\b(?:liste|cite|dê(?:-me)?|enumere|mencione|sugira|forneça|indique|me dê)(?: as| os)?",
    no_things=r"palavras?|frases?|parágrafos?|linhas?|caracteres|minutos|horas|dias|anos|reais",
)
IT = Tongue(
    code="it",
    units={
        Unit.ITEMS: r"(?:punti|elementi|voci)",
        Unit.WORDS: r"parol[ae]",
        Unit.SENTENCES: r"fras[ei]",
        Unit.PARAGRAPHS: r"paragraf[io]",
        Unit.LINES: r"righ[ea]|riga",
        Unit.CHARACTERS: r"caratteri",
    },
    to=r"\s*(?:-|–|a|e|o)\s*",
    exactly=r"(?:esattamente|precisamente|solo|soltanto)(?: in)?",
    most=r"(?:al massimo|massimo|non più di|fino a)",
    below=r"(?:(?:in )?meno di)",
    least=r"(?:almeno|come minimo|minimo|non meno di)",
    about=r"(?:circa|approssimativamente|intorno a)",
    or_less=r"\s*(?:al massimo|massimo|o meno)",
    or_more=r"\s*(?:almeno|minimo|o più)",
    or_so=r"\s*circa",
    lead=r"(?:\bin)",
    verbs=r"\b(?:elenca|dammi|cita|indica|fornisci|nomina|suggerisci|proponi|menziona)(?:mi)?(?: i| le| gli)?",
    no_things=r"parole?|frasi|paragrafi|righe|caratteri|minuti|ore|giorni|anni|euro",
)
JA = Tongue(
    code="ja",
    units={
        Unit.ITEMS: r"(?:つ|個|点|項目|箇条)",
        Unit.SENTENCES: r"文(?![字章脈])",
        Unit.PARAGRAPHS: r"段落",
        Unit.LINES: r"行",
        Unit.CHARACTERS: r"(?:文字|字)",
    },
    to=r"(?:-|–|~|〜|～|から|または|か)",
    exactly=r"(?:ちょうど|必ず)",
    most=r"(?:最大|最大で)",
    least=r"(?:最低|少なくとも)",
    about=r"約",
    or_less=r"(?:以内|以下|まで)",
    or_more=r"以上",
    or_so=r"(?:程度|くらい|ぐらい|前後|ほど)",
    asked_behind=r"(?:(?:の[^。、\n]{1,15}|だけ|ほど|、?箇条書きで?)?[をに、]?[^。\n]{0,12}(?:挙げ|列挙|リスト"
    r"|箇条書き|答え|教え|提案|考え|示し|述べ|書い|紹介|まとめ|要約|説明)"
    r"|で[^。\n]{0,20}(?:まとめ|要約|説明|答え|書い|述べ|回答|ください|紹介|示し|お願い))",
)
KO = Tongue(
    code="ko",
    units={
        Unit.ITEMS: r"(?:가지|개|항목)",
        Unit.WORDS: r"단어",
        Unit.SENTENCES: r"문장",
        Unit.PARAGRAPHS: r"(?:문단|단락)",
        Unit.LINES: r"줄",
        Unit.CHARACTERS: r"(?:글자|자)(?![가-힣]*[료신동기])",
    },
    to=r"\s*(?:-|–|~|에서|또는)\s*",
    exactly=r"(?:정확히|딱|반드시)",
    most=r"최대",
    least=r"(?:최소|적어도)",
    about=r"(?:약|대략)",
    or_less=r"\s*(?:이내|이하|미만|까지)",
    or_more=r"\s*이상",
    or_so=r"\s*(?:정도|내외|안팎|쯤)",
    asked_behind=r"(?:만|를|을|의 [^.\n]{1,15}[을를])?\s?[^.\n]{0,12}(?:나열|알려|제시|추천|말해|들어|적어|써|작성"
    r"|소개|제안|설명|답|만들)"
    r"|(?:으로|로)[^.\n]{0,20}(?:요약|설명|답|작성|써|정리|제시)",
)
OF = r"(?:of (?:the|these|its|your)|de (?:los|las|ces)|der|dos|das|dei|delle|des) "
"""`name three of the reasons`"""
UNSPACED = ("ja", "ko")
TONGUES = (EN, FR, DE, ES, PT, IT, JA, KO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A tongue, ready to read with."""

    tongue: Tongue
    counted: Pattern[str]
    """A number and its unit."""
    listed: Pattern[str]
    """A verb, a number and what is to be listed."""
    before: tuple[tuple[str, Pattern[str]], ...]
    behind: tuple[tuple[str, Pattern[str]], ...]
    lead: Pattern[str]
    asked: Pattern[str]


def compile_tongue(tongue: Tongue) -> Compiled:
    number = one_of(tongue.code)
    range_ = rf"(?:(?P<between>between|zwischen|entre|tra)\s+)?(?P<low>{number})(?:{tongue.to}(?P<high>{number}))?"
    opened, gap, closed = r"(?<![\w.,$€£#-])", r"(?:(?P<hyphen>-)|\s+)", r"(?!\w)"
    if tongue.code in UNSPACED:
        opened, gap, closed = r"(?<![\d.,])", r"(?P<hyphen>(?!))?\s?", ""
    units = "|".join(f"(?P<{unit.value}>{words})" for unit, words in tongue.units.items())
    bounds = {name: getattr(tongue, name) for name in ("exactly", "most", "below", "least", "about")}
    behind = {"most": tongue.or_less, "least": tongue.or_more, "about": tongue.or_so}
    said = "|".join(f"(?P<{name}>{words})" for name, words in bounds.items())
    thing = rf"(?:{OF})?(?!(?:{tongue.no_things})\b)(?P<thing>[^\W\d_]{{3,}})"
    return Compiled(
        tongue=tongue,
        counted=compiled(rf"{opened}{range_}{gap}(?:{units}){closed}"),
        listed=compiled(rf"(?:{tongue.verbs})\s+(?:(?:{said})\s+)?{range_}\s+{thing}"),
        before=tuple((name, compiled(rf"(?:{words})\s*\Z")) for name, words in bounds.items()),
        behind=tuple((name, compiled(words)) for name, words in behind.items()),
        lead=compiled(rf"(?:{tongue.lead})\s*\Z"),
        asked=compiled(tongue.asked_behind),
    )


COMPILED = tuple(map(compile_tongue, TONGUES))
