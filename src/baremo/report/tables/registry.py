"""All formats of tables. A new one is a file beside this and a line here."""

from baremo.errors import SetupError
from baremo.report.tables import commas, jsonl, parquet
from baremo.report.tables.format import Format

FORMATS: dict[str, Format] = {known.name: known for known in (jsonl.FORMAT, commas.FORMAT, parquet.FORMAT)}
DEFAULT = jsonl.FORMAT


def format_named(name: str | None, ending: str) -> Format:
    """By its name, else by the ending of the file's name; JSON lines where neither is there."""
    if name:
        return FORMATS[name]
    known = FORMATS.get(ending.lower().removeprefix("."))
    if known is None and ending:
        what = f"a file that ends in {ending} could be any table"
        raise SetupError.single("--output", what, f"say which with --to: {', '.join(FORMATS)}")
    return known or DEFAULT
