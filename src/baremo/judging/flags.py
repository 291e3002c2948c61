"""What makes a reply suspicious though it can be read: words of the transcript as a verdict, another model's name."""

import json
import re
from collections.abc import Iterator
from typing import Any

from baremo.core.ask import Reply
from baremo.core.dialogue import Dialogue
from baremo.judging.steps import Unreadable
from baremo.judging.strict import decode_from

MOST_OBJECTS = 200
"""How many beginnings of objects are looked at in one turn."""
BEGINNING = re.compile(r"\{\s*+[\"'“]")
FAMILIES = {
    "anthropic": ("Claude", "Anthropic"),
    "openai": ("ChatGPT", "GPT-3", "GPT-3.5", "GPT-4", "GPT-4o", "GPT-5", "OpenAI"),
    "google": ("Gemini", "Gemma", "Bard", "PaLM", "Google", "Google DeepMind", "DeepMind"),
    "meta": ("Llama", "LLaMA", "Meta", "Meta AI"),
    "mistral": ("Mistral", "Mixtral", "Mistral AI"),
    "qwen": ("Qwen", "Tongyi Qianwen", "Alibaba", "Alibaba Cloud"),
    "deepseek": ("DeepSeek", "DeepSeek-R1", "DeepSeek-V3"),
    "xai": ("Grok", "xAI"),
    "microsoft": ("Copilot", "Phi-3", "Phi-4", "Microsoft"),
    "cohere": ("Cohere", "Command R"),
    "moonshot": ("Kimi", "Moonshot AI"),
    "zhipu": ("ChatGLM", "Zhipu AI"),
    "yi": ("Yi", "01.AI"),
    "amazon": ("Amazon Nova", "Amazon"),
}
"""Who may be behind a judge, and by which names it is known."""
OWN_WORDS = {
    "openai": ("gpt", "o1", "o3", "o4"),
    "google": ("gemini", "gemma"),
    "microsoft": ("phi",),
    "cohere": ("command",),
    "zhipu": ("glm",),
    "amazon": ("nova",),
}
"""Words in a judge's name that tell its family, beyond the names above."""
_NAMES = sorted((name for names in FAMILIES.values() for name in names), key=len, reverse=True)
_NAME = rf"({'|'.join(map(re.escape, _NAMES))})(?![A-Za-z_])"
_ANY_NAME = re.compile(_NAME)
_MADE_BY = rf"(?:trained|developed|created|made|built)\s+by\s+{_NAME}"
SAYS_WHO_IT_IS = (
    re.compile(rf"\bI(?:['’]m|\s+am)\s+(?:called\s+|named\s+)?{_NAME}"),
    re.compile(rf"\b[Mm]y\s+name\s+is\s+{_NAME}"),
    re.compile(rf"\bAs\s+{_NAME}\s*,\s+(?:I|my)\b"),
    re.compile(rf"\bI(?:['’]m|\s+am|\s+was)\b[^.!?\n\"]{{0,60}}?\b{_MADE_BY}"),
    re.compile(rf"\b[Aa]s\s+an?\s[^.!?\n\"]{{0,40}}?\b(?:AI|model|assistant|judge)\b[^.!?\n\"]{{0,20}}?\b{_MADE_BY}"),
)


def flags(reply: Reply, dialogue: Dialogue, judge: str) -> tuple[str, ...]:
    """What a reader of the record should know about this reply."""
    return (*_echoes(reply, dialogue), *_other_names(reply, dialogue, judge))


def _echoes(reply: Reply, dialogue: Dialogue) -> Iterator[str]:
    """Whether the transcript had the judge's answer ready for it."""
    turns = [(number, turn.text) for number, turn in dialogue.numbered() if "{" in turn.text]
    if not turns:
        return
    from baremo.judging.extract import extract  # hardly any transcript has a brace in it

    try:
        value = extract(reply.text).value
    except Unreadable:
        return
    answer = _canonical(value)
    for number, text in turns:
        if value and all(key in text for key in value) and any(_canonical(one) == answer for one in _objects(text)):
            yield f"echo: the reply is JSON that stands in turn {number}"


def _objects(text: str) -> Iterator[Any]:
    """Every object in a turn, at any depth: what is broken there must not hide what is not."""
    for count, begins in enumerate(BEGINNING.finditer(text)):
        if count == MOST_OBJECTS:
            return
        try:
            yield decode_from(text, begins.start())[0]
        except json.JSONDecodeError:
            yield from _mended(text, begins.start())
        except Unreadable:
            continue


def _mended(text: str, start: int) -> Iterator[Any]:
    from baremo.judging.mending import mend

    try:
        yield mend(text, start).value
    except Unreadable:
        return


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _other_names(reply: Reply, dialogue: Dialogue, judge: str) -> Iterator[str]:
    """Names that the judge goes by in its reply, though it is none of them and nobody spoke of them."""
    if not _ANY_NAME.search(reply.text):  # nearly always, so this is what it costs: less than looking for each name
        return
    claimed = {match[1]: None for pattern in SAYS_WHO_IT_IS for match in pattern.finditer(reply.text)}
    # Where a server is named, what stands before the colon is its format and not who made the model.
    own = f"{judge.partition(':')[2] if '@' in judge else judge} {reply.model}".lower()
    said = " ".join(turn.text for turn in dialogue.turns).lower() if claimed else ""
    for name in claimed:
        family = next(family for family, names in FAMILIES.items() if name in names)
        words = (family, *FAMILIES[family], *OWN_WORDS.get(family, ()))
        known = any(re.search(rf"(?<![a-z0-9]){re.escape(word.lower())}", own) for word in words)
        if name.lower() not in said and not known:
            yield f"named itself {name}"
