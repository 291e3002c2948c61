"""How often each level was given: by the judge and by people, or by the judge alone."""

from collections.abc import Mapping, Sequence

from baremo.report.figures import percent
from baremo.report.plots.look import ABOVE, BELOW, JUDGE, PEOPLE, WIDTH, Spec, colours, count, names, nothing, picture
from baremo.stats.ratings import Agreed, Scale

WHO = {"judge": JUDGE, "people": PEOPLE}
OTHERS = (JUDGE, PEOPLE, ABOVE, BELOW)


def base_rates(one: Agreed, scale: Scale, people_scale: Scale | None = None) -> Spec:
    """The judge's and people's, where they mark on one scale."""
    name = one.name or "Overall"
    theirs = people_scale or scale
    if theirs.labels != scale.labels:
        return nothing(f"How often each level is given: {name}", "The judge and people mark on different scales.")
    given = {"judge": one.judge_rates, "people": one.people_rates}
    subtitle = f"{count(one.both, 'dialogue')}, {count(one.marks, 'mark')} by people"
    return levels(given, scale.labels, title=f"How often each level is given: {name}", subtitle=subtitle)


def levels(
    given: Mapping[str, Sequence[float]], labels: Sequence[str], *, title: str, subtitle: str, counts: bool = False
) -> Spec:
    """Bars beside each other, a group per level; shares, or counts."""
    if not any(any(one) for one in given.values()):
        return nothing(title, "No level was given.")
    shown, who = names(labels), names(list(given))
    values = [
        {"level": label, "who": name, "share": share, "shown": _shown(share, counts=counts)}
        for name, shares in zip(who, given.values(), strict=True)
        for label, share in zip(shown, shares, strict=True)
    ]
    only = len(who) == 1
    palette = WHO if who == list(WHO) else dict(zip(who, OTHERS * len(who), strict=False))
    amount = {
        "field": "share",
        "type": "quantitative",
        "title": "dialogues" if counts else "share of marks",
        "axis": {"format": ",d" if counts else ".0%", "tickCount": 5},
    }
    beside = {} if only else {"xOffset": {"field": "who", "sort": None}}
    body = {
        "width": WIDTH,
        "height": 190,
        "data": {"values": values},
        "encoding": {
            "x": {"field": "level", "type": "ordinal", "sort": None, "title": "level", "axis": {"labelAngle": 0}},
            "y": amount,
            **beside,
        },
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadiusEnd": 2},
                "encoding": {"color": {"field": "who", **colours(palette), **({"legend": None} if only else {})}},
            },
            {"mark": {"type": "text", "dy": -7, "fontSize": 11}, "encoding": {"text": {"field": "shown"}}},
        ],
    }
    return picture(title, subtitle, body)


def _shown(share: float, *, counts: bool) -> str:
    if not share:
        return ""
    return f"{share:,.0f}" if counts else percent(share) if share >= 0.005 else "<1 %"
