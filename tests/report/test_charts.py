"""Pictures for a terminal: where the dot, the ends of the interval and the target stand."""

from baremo.report.charts import Bar, Dot, Pair, bars, curve, dots, heat, pairs
from baremo.report.style import Style

STYLE = Style(width=68)
"""An axis of 41 columns, so that a column is .025."""


def test_a_dot_stands_on_its_interval() -> None:
    line, axis = dots([Dot("Empathy", 0.5, 0.25, 0.75, 0.9)], STYLE, ends=(0, 1))
    drawn = line.split(".50  ")[1]
    assert drawn == f"{' ' * 10}├{'─' * 9}●{'─' * 9}┤{' ' * 5}◆"  # .25 is column 10, .5 is 20, .75 is 30, .9 is 36
    assert axis.split() == [".00", "1.00"]


def test_differences_show_where_zero_is() -> None:
    above, below, axis = dots([Dot("Empathy", 1.0, 0.5, 1.0), Dot("Fluency", -1.0, -1.0, -0.5)], STYLE)
    assert above.index("┊") == below.index("┊") == axis.index(" 0 ") + 1
    assert below.index("●") < below.index("┊") < above.index("●")


def test_what_is_not_defined_is_said() -> None:
    line, _ = dots([Dot("Empathy", None)], STYLE)
    assert line.split() == ["Empathy", "—", "not", "defined"]
    assert dots([], STYLE) == []


def test_a_figure_outside_the_axis_stands_at_its_edge() -> None:
    line, _ = dots([Dot("Empathy", 3.0)], STYLE, ends=(0, 1))
    assert line.endswith("●")
    assert len(line) <= STYLE.width


def test_all_figures_alike_need_no_axis_of_their_own() -> None:
    line, _ = dots([Dot("Empathy", 0.0, 0.0, 0.0)], STYLE)
    assert "●" in line


def test_names_neither_move_the_cursor_nor_push_the_axis_away() -> None:
    first, second, _ = dots([Dot("a\x1b[2J" + "very long " * 9, 0.5), Dot("b", 0.5)], STYLE, ends=(0, 1))
    assert "\x1b" not in first
    assert first.index("●") == second.index("●")


def test_bars_are_as_long_as_their_share() -> None:
    half, none, more = bars([Bar("20", 0.5, "5 of 10"), Bar("40", None), Bar("60", 1.7)], STYLE, width=10)
    assert half.split() == ["20", "█████", "50", "%", "5", "of", "10"]
    assert none.split() == ["40", "not", "known"]
    assert more.count("█") == 10


def test_two_bars_stand_beside_each_other() -> None:
    head, row = pairs([Pair("20", 0.5, 1.0)], STYLE, ("judge", "people"), width=10)
    assert head.split() == ["judge", "people"]
    assert row.split() == ["20", "█████", "50", "%", "██████████", "100", "%"]
    assert row.index("██████████") == head.index("people")


def test_an_eighth_of_a_column_is_seen() -> None:
    (line,) = bars([Bar("20", 0.0125)], STYLE, width=10)
    assert line.split()[1] == "▏"


def test_counts_are_shaded_by_their_share_of_the_row() -> None:
    head, first, second = heat(["low", "high"], ["low", "high"], [[3, 1], [0, 0]], STYLE)
    assert head.split() == ["low", "high"]
    assert first.split() == ["low", "▓", "3", "░", "1"]  # three of four, one of four
    assert second.split() == ["high", "0", "0"]


def test_a_curve_shows_its_target() -> None:
    lines = curve([(0.0, 1.0), (1.0, 0.5)], STYLE, level=0.75, ends=(0.5, 1.0))
    assert lines[0].startswith("    1.00 ┤●")
    assert lines[4].startswith("     .75 ┤┄┄")
    assert lines[8].startswith("     .50 ┤")
    assert lines[8].endswith("●")


def test_a_curve_of_nothing_is_an_empty_frame() -> None:
    lines = curve([(float("nan"), 0.5)], STYLE, ends=(0.0, 1.0))
    assert not any("●" in line or "┄" in line for line in lines)
    assert lines[-1].split() == ["0", "1"]
