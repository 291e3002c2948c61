"""Rows of a Markdown table: cells, escaped pipes, line breaks."""

import re

PIPE = re.compile(r"(?<!\\)\|")
BREAK = re.compile(r"<br[ \t]*+/?>", re.IGNORECASE)
RULE = re.compile(r"\s*:?-+:?\s*")


def split_row(line: str) -> list[str]:
    """Its cells as they are written. Pipes at both ends may be missing."""
    cells = PIPE.split(line.strip(" \t"))
    if cells and not cells[0].strip():
        cells = cells[1:]
    return cells[:-1] if cells and not cells[-1].strip() else cells


def is_rule(line: str) -> bool:
    """`| --- | :-: |` under the header."""
    cells = split_row(line)
    return "|" in line and bool(cells) and all(RULE.fullmatch(cell) for cell in cells)


def shown(cell: str) -> str:
    """What a cell means."""
    return "\n".join(part.strip(" \t") for part in BREAK.split(cell.replace("\\|", "|"))).strip(" \t\n")


def as_cell(text: str) -> str:
    """How a text is written in a cell."""
    return text.replace("|", "\\|").replace("\n", "<br>")
