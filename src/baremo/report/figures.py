"""How numbers are written in reports about a judge: `.55 (.47 … .63)`, `95 %`."""

from baremo.stats.ratings import Figure

NOTHING = "—"


def short(value: float | None, *, sign: bool = False, places: int = 2) -> str:
    """`.42`, `-.07`, `1.00`: no zero that says nothing. With a sign, `+.42`."""
    if value is None:
        return NOTHING
    text = f"{value:{'+' if sign else ''}.{places}f}"
    if float(text) == 0:  # never -.00
        text = text.replace("-", "+" if sign else "")
    return text.replace("0.", ".", 1) if abs(float(text)) < 1 else text


def span(figure: Figure, *, sign: bool = False) -> str:
    """`.42 (.37 … .47)`"""
    middle = short(figure.value, sign=sign)
    if figure.value is None or figure.low is None or figure.high is None:
        return middle
    return f"{middle} ({short(figure.low, sign=sign)} … {short(figure.high, sign=sign)})"


def percent(share: float | None, places: int = 0) -> str:
    """`95 %`"""
    return NOTHING if share is None else f"{100 * share:.{places}f} %"


def percents(figure: Figure) -> str:
    """`12 % (5 % … 24 %)`"""
    if figure.low is None or figure.high is None:
        return percent(figure.value)
    return f"{percent(figure.value)} ({percent(figure.low)} … {percent(figure.high)})"


def points(error: float) -> str:
    """A distance between shares: `8 percentage points`."""
    return f"{100 * error:.1f} percentage points"
