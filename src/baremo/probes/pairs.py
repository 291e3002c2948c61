"""Probes of a judge that compares two responses, and of one that is asked again."""

import re
from collections.abc import Iterator, Sequence

from msgspec import structs

from baremo.core.comparison import Comparison
from baremo.core.dialogue import Dialogue
from baremo.probes.trial import Setting, Trial, number_of, variant

FAMILIES = {
    "ChatGPT": r"gpt|chatgpt|o[134]\b|davinci",
    "Claude": r"claude",
    "Gemini": r"gemini",
    "Llama": r"llama",
    "Mistral": r"mi[sx]tral|ministral",
    "Qwen": r"qwen|qwq",
    "DeepSeek": r"deepseek",
    "Gemma": r"gemma",
    "Grok": r"grok",
    "Phi": r"phi-?\d",
}
"""What models call themselves, by what stands in their names."""


def as_they_are(bases: Sequence[Dialogue], _: Setting) -> Iterator[Trial]:
    """Nothing is changed: what is looked at is the order, or how often the same comes out."""
    for base in bases:
        yield Trial(base=str(base.id), shown=(base,))


def family(judge: str) -> str:
    """What the model calls itself; empty where its name does not tell."""
    provider, _, rest = judge.partition(":")
    model = rest.partition("@")[0].rpartition("/")[2] if rest else ""
    # Every provider has `openai` or the like in front: only the model's own name tells.
    found = (name for name, pattern in FAMILIES.items() if re.search(rf"\b(?:{pattern})", model, re.IGNORECASE))
    return next(found, "") if provider else ""


def nameless(setting: Setting) -> str:
    if len(setting.judges) != 1:
        return "several judges sit together: probe each of them alone"
    if not family(setting.judges[0]):
        return f"{setting.judges[0]} is no model whose own name is known"
    return ""


def signed(bases: Sequence[Dialogue], setting: Setting) -> Iterator[Trial]:
    """Both responses carry a model's name; once the judge's own is on the first, once on the second."""
    own = family(setting.judges[0])
    others = [name for name in FAMILIES if name != own]
    for base in bases:
        if isinstance(base, Comparison):
            other = others[number_of(setting.seed, base.id, "self") % len(others)]
            first, second = (_signed(base, names) for names in ((own, other), (other, own)))
            yield Trial(base=str(base.id), shown=(first, second), words=f"{_line(own)} against {_line(other)}")


def _signed(base: Comparison, names: tuple[str, str]) -> Dialogue:
    *task, one, two = base.turns
    ends = [
        structs.replace(turn, text=f"{turn.text}\n\n{_line(name)}")
        for turn, name in zip((one, two), names, strict=True)
    ]
    return variant(base, f"self-preference/{' and '.join(names)}", [*task, *ends])


def _line(name: str) -> str:
    return f"(written by {name})"
