"""A passport as one page that needs nothing else: no script, nothing fetched, all text escaped, fit for paper."""

from collections.abc import Iterator
from html import escape

from baremo.report.passport.content import Passport
from baremo.report.passport.sections import Section, Table, Tile, sections, tiles
from baremo.report.plots.draw import EXTRA, can_draw, svg
from baremo.report.style import visible

STYLE = """\
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 60rem; background: #fff; color: #222;
  font: 15px/1.5 "Liberation Sans", Arial, Helvetica, sans-serif; }
header { border-bottom: 3px solid #0072b2; padding-bottom: .8rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; break-after: avoid; }
p { margin: .35rem 0; max-width: 48rem; overflow-wrap: anywhere; }
.sub { color: #555; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .7rem; margin: 1.2rem 0 0;
  padding: 0; list-style: none; }
.tiles li { border: 1px solid #c9ced6; border-radius: 6px; padding: .6rem .8rem; break-inside: avoid; }
.tiles .name { display: block; font-size: .8rem; color: #555; }
.tiles .value { display: block; font-size: 1.35rem; font-weight: 600; }
.tiles .note { display: block; font-size: .8rem; color: #555; overflow-wrap: anywhere; }
.unknown { background: #f6f6f4; }
.unknown .value { font-size: 1.05rem; color: #7a4a00; }
.missing { border-left: 4px solid #e69f00; background: #fdf6e7; padding: .5rem .8rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: .7rem 0; font-size: .86rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #e3e6ea; }
th { color: #555; font-weight: 600; }
td { overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
.hash td:last-child { font-family: ui-monospace, "Liberation Mono", monospace; font-size: .74rem; }
figure { margin: .8rem 0; }
figure svg { max-width: 100%; height: auto; }
footer { margin-top: 3rem; color: #555; font-size: .85rem; }
@media print {
  @page { margin: 16mm 14mm; }
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  .scroll { overflow: visible; }
  table { font-size: 8.5pt; }
  tr, figure { break-inside: avoid; }
  .n { white-space: normal; }
}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(passport: Passport) -> str:
    """As text. The figures are there without vl-convert too; the pictures are not, and it says so."""
    return "\n".join(_lines(passport, drawn=can_draw())) + "\n"


def _lines(passport: Passport, *, drawn: bool) -> Iterator[str]:
    facts = passport.facts
    title = f"Passport: {facts.judge} under {facts.scheme.name}"
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_text(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<header>"
    yield f"<h1>{_text(title)}</h1>"
    yield f'<p class="sub">{_text(f"Made {passport.made} by Baremo {passport.version}, of the run {facts.run}.")}</p>'
    yield "</header>\n<main>"
    yield f'<ul class="tiles">{"".join(map(_tile, tiles(passport)))}</ul>'
    for section in sections(passport):
        yield from _section(section, drawn=drawn)
    yield "</main>\n<footer>"
    if not drawn:
        yield f"<p>Pictures are left out: vl-convert-python is not installed. For them: <code>{_text(EXTRA)}</code></p>"
    yield "<p>A judge is an instrument: it is trusted as far as it was measured.</p>\n</footer>\n</body>\n</html>"


def _tile(tile: Tile) -> str:
    kind = "" if tile.known else ' class="unknown"'
    name, value, note = map(_text, (tile.name, tile.value, tile.note))
    parts = f'<span class="name">{name}</span><span class="value">{value}</span><span class="note">{note}</span>'
    return f"<li{kind}>{parts}</li>"


def _section(section: Section, *, drawn: bool) -> Iterator[str]:
    yield f"<section>\n<h2>{_text(section.title)}</h2>"
    if section.warned:
        yield f'<p class="missing">{_text(section.warned)}</p>'
    yield from (f"<p>{_text(words)}</p>" for words in section.words)
    if section.missing:
        yield f'<p class="missing">{_text(section.missing)}</p>'
    for table in section.tables:
        yield from _table(table)
    for picture in section.pictures if drawn else ():
        yield f"<figure>{svg(picture)}</figure>"
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    kind = ' class="hash"' if table.head[-1] == "hash" else ""
    head = "".join(f'<th scope="col"{_side(table, at)}>{_text(name)}</th>' for at, name in enumerate(table.head))
    yield f'<div class="scroll"><table{kind}>\n<thead><tr>{head}</tr></thead>\n<tbody>'
    for row in table.rows:
        yield "<tr>" + "".join(f"<td{_side(table, at)}>{_text(cell)}</td>" for at, cell in enumerate(row)) + "</tr>"
    yield "</tbody>\n</table></div>"


def _side(table: Table, column: int) -> str:
    return ' class="n"' if column in table.numbers else ""


def _text(text: str) -> str:
    """Nothing in it is markup, and nothing hidden is in it."""
    return escape(visible(text))
