"""How people praise and find fault, as far as code can tell it from what they wrote."""

import re

_FAULT = r"(?:issues?|errors?|mistakes?|problems?|faults?|flaws?)"
NO_ISSUE = re.compile(
    rf"\b(?:no (?:real |meaningful |obvious |visible )?{_FAULT}|without (?:any )?{_FAULT}|flawless(?:ly)?"
    r"|(?:is|are) perfect|perfectly"
    r"|(?:completely|entirely|fully|totally) (?:correct|accurate|true|right|safe|natural|fluent|clear)"
    r"|follows? (?:all|every) (?:the )?instructions?|nothing to (?:correct|improve|criticise|criticize))\b",
    re.IGNORECASE,
)
MAJOR = re.compile(
    rf"\b(?:(?:major|serious|severe|critical|fatal|glaring) (?:{_FAULT}|violations?)"
    r"|(?:completely|entirely|totally|utterly) (?:wrong|incorrect|false|inaccurate|unusable|useless|unsafe)"
    r"|(?:answer|response|result|code|output) is (?:wrong|incorrect|false|inaccurate|unusable|useless|unsafe|harmful)"
    r"|wrong language|ignore[sd]? (?:the|an|all|every|several|most) \w+|fail(?:s|ed) to \w+)\b",
    re.IGNORECASE,
)
_VERY = r"(?:overly|very|rather|a (?:bit|little)|somewhat|far too|too)"
TOO_LONG = re.compile(
    rf"\b(?:{_VERY} (?:long|verbose|wordy|lengthy)|padded|repetitive|repeats itself|rambl(?:es|ing)|long-winded"
    r"|verbose|wordy)\b",
    re.IGNORECASE,
)
TOO_SHORT = re.compile(
    rf"\b(?:{_VERY} (?:short|brief|terse)|incomplete|truncated|cut off|breaks off|lacks? (?:detail|depth)"
    r"|missing (?:detail|parts?))\b",
    re.IGNORECASE,
)
JUST_RIGHT = re.compile(
    r"\b(?:just right|(?:appropriate|right|perfect|ideal|suitable) (?:in )?length|concise and complete"
    r"|neither too long nor too short)\b",
    re.IGNORECASE,
)
NEITHER_NOR = re.compile(r"\bneither\b[^.;]{0,40}\bnor\b(?:\s+\w+){1,3}", re.IGNORECASE)

BUT = re.compile(
    r"\b(?:but|except|however|though|although|apart from|other than|aside from|besides|only|minor|small|slight(?:ly)?"
    r"|almost|nearly|mostly|despite|while|yet|otherwise|would have|could have|should have|if)\b",
    re.IGNORECASE,
)
"""With one of these a text may well praise and take off at the same time."""
NEGATED = re.compile(
    r"\b(?:no|not|never|none|without|hardly|nothing|neither|nor|far from|free of|lacks?|avoids?)\b|n['’]t\b",
    re.IGNORECASE,
)
NOT_THERE = re.compile(
    r"\b(?:not|never|nothing|nowhere|without|no|lacks?|lacking|missing|omits?|omitted|omitting|instead of|rather than"
    r"|should|could|would|ought|must|fails?|failed|forgets?|absent|expected|asked|requires?|required|correct|such as"
    r"|like|e\.g|alternative)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Before a quote: that it is not in the response may be the very point."""
EMPTY = frozenset(
    "a acceptable all an and any are as at average bad be because best better but by can correct decent deserve "
    "deserves excellent expected fine for found fully gave give given good great has have here i in is issue issues it "
    "its just level look looks major mark marked minor n na nice no none not nothing of ok okay on one overall perfect "
    "point points poor pretty quality quite rate rated rating really response right rightly score scored scores seem "
    "seems so something that the there this to two very was well with works wrong yes".split()
)
"""Words that say no more than a rating does."""
