"""A barem to begin with: a commented file, and beside it the schema with which editors complete and check it."""

import json
import os
import re
import shlex
from importlib.resources import files
from pathlib import Path

import yaml

from baremo.core.barem import Criterion
from baremo.core.numbers import decimal
from baremo.errors import SetupError
from baremo.load.barems import BUILT_IN, load_barem

SCHEMA_NAME = "barem.schema.json"
PLACEHOLDER = "my-barem"
_PLAIN = re.compile(r"[A-Za-z][\w-]*(?: [\w-]+)*")

EXTENDING = """\
# yaml-language-server: $schema=./{schema}
# A barem on top of {parent}: what stands here replaces what stands there, part by part; null takes a part out.
# Change what you like, then ask whether it agrees with itself:  baremo lint {file}
extends: {extends}
name: {name}
title: {title}

# The weights as shares. Change one and take it from another, or write all of them as parts: 4, 2, 1 …
criteria:
  {first}:
    weight: {weight}
    # another anchor for one of its levels:
    # levels: {{{level}: What a dialogue at this level looks like.}}
{others}
  # One criterion more. To leave one of the parent's out, write null for it, as in `{last}: null`.
  # Politeness:
  #   weight: 0.1
  #   question: Was the agent polite?
  #   levels: {{{low}: Rude., {high}: Polite.}}

# rules:
#   asked-twice:
#     cap: {first}
#     at: {level}
#     when: {{observer: {{name: repeated_question, at_least: 2}}}}
#     because: the same thing was asked again and again.
"""


def write_starter(target: Path, parent: str | None = None) -> tuple[Path, ...]:
    """The files written: the barem, and the schema where there was none."""
    path = target if target.suffix in (".yaml", ".yml") else target.with_name(f"{target.name}.yaml")
    if path.stem in BUILT_IN:
        raise SetupError.single(str(path), f"'{path.stem}' is built in", "choose another name")
    text = _extending(path, parent) if parent else _blank(path)
    schema = path.with_name(SCHEMA_NAME)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
        if schema.exists():
            return (path,)
        schema.write_text(shipped("schema.json"), encoding="utf-8")
    except FileExistsError as error:
        raise SetupError.single(str(path), "is there already", "choose another name, or move it away") from error
    except OSError as error:
        remedy = "choose a folder that is there and that you may write to"
        raise SetupError.single(str(path), f"cannot be written: {error.strerror}", remedy) from error
    return path, schema


def shipped(name: str) -> str:
    return files("baremo.barems").joinpath(name).read_text(encoding="utf-8")


def _blank(path: Path) -> str:
    text = shipped("starter.yaml").replace(f"name: {PLACEHOLDER}", f"name: {_scalar(path.stem)}")
    return text.replace(f"{PLACEHOLDER}.yaml", shlex.quote(path.name))


def _extending(path: Path, parent: str) -> str:
    barem = load_barem(parent)
    first, last = barem.criteria[0], barem.criteria[-1]
    named = parent if parent in BUILT_IN else Path(os.path.relpath(parent, path.parent)).as_posix()
    return EXTENDING.format(
        schema=SCHEMA_NAME,
        parent=_scalar(barem.name),
        file=shlex.quote(path.name),
        extends=_scalar(named),
        name=_scalar(path.stem),
        title=_scalar(f"{barem.name}, our way"),
        weight=_weight(first),
        others="\n".join(f"  {_scalar(one.name)}: {{weight: {_weight(one)}}}" for one in barem.criteria[1:]),
        first=_scalar(first.name),
        last=_scalar(last.name),
        level=first.labels[-2] if not first.levels[0].name else _scalar(first.labels[-2]),
        low=decimal(first.scale[0]),
        high=decimal(first.scale[-1]),
    )


def _weight(criterion: Criterion) -> str:
    written = decimal(criterion.weight, 2)
    return str(criterion.weight) if written.startswith("≈") else written


def _scalar(text: str) -> str:
    """As YAML reads it back: plain where that is the same text, else in quotes."""
    plain = _PLAIN.fullmatch(text) and yaml.safe_load(text) == text
    return text if plain else json.dumps(text, ensure_ascii=False)
