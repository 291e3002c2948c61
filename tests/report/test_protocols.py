"""Protocols side by side: no advice from a few dialogues, and no more than the tests say."""

from dataclasses import replace

from baremo.report.protocols import contest_document, contest_lines
from baremo.report.style import Style
from baremo.stats.ratings import Agreed, Figure
from baremo.stats.versus import Contest, Entrant, Took, Versus


def entrant(name: str, tokens: int, both: int = 40) -> Entrant:
    figures = Agreed(
        name="",
        cases=both,
        scored=both,
        labelled=both,
        both=both,
        marks=both,
        kappa=Figure(0.5, 0.4, 0.6),
        spearman=Figure(0.5, 0.4, 0.6),
    )
    return Entrant(name=name, took=Took(dialogues=both, tokens_in=tokens * both), agreed=figures)


def contest(*entrants: Entrant, pairs: tuple[Versus, ...] = (), judge: str = "openai:gpt-4o-mini") -> Contest:
    return Contest(
        judge=judge,
        barem="solo",
        criterion="",
        entrants=entrants,
        pairs=pairs,
        confidence=0.95,
        draws=100,
        seed=0,
    )


PAIR = Versus(first="solo", second="debate", dialogues=40, kappa=Figure(-0.2, -0.3, -0.1), kappa_p=0.01)


def told(found: Contest) -> str:
    return "\n".join(contest_lines(found, Style(width=200)))


def test_a_few_dialogues_give_neither_figures_nor_advice() -> None:
    pair = replace(PAIR, dialogues=8)
    found = contest(entrant("solo", 100, 8), entrant("debate", 250, 8), pairs=(pair,))
    text = told(found)
    assert "too few to tell: 8 dialogues have marks of judge and people, and 20 are the least. No advice" in text
    assert ".50" not in text
    assert "Pair by pair" not in text
    assert "take it" not in text
    written = contest_document(found)
    assert (written["take"], written["best"]) == (None, [])
    assert [one["too_few"] for one in (*written["protocols"], *written["pairs"])] == [True, True, True]
    assert "1 dialogue has marks" in told(contest(entrant("solo", 100, 1)))


def test_where_some_have_enough_the_others_take_no_part() -> None:
    pairs = (PAIR, replace(PAIR, second="repeat-3", dialogues=10))
    text = told(contest(entrant("solo", 100), entrant("debate", 250), entrant("repeat-3", 300, 10), pairs=pairs))
    assert "repeat-3: fewer than 20 dialogues, too few to tell." in text
    assert "solo − repeat-3     10  too few to tell" in text


def test_what_several_pairs_take_away_is_said() -> None:
    both = entrant("solo", 100), entrant("debate", 250)
    words = "by this interval alone they can, not after correcting for several pairs"
    assert words in told(contest(*both, pairs=(replace(PAIR, kappa_p=0.08),)))
    assert words not in told(contest(*both, pairs=(PAIR,)))
    assert words not in told(contest(*both, pairs=(replace(PAIR, kappa=Figure(0.0, -0.1, 0.1), kappa_p=0.8),)))


def test_the_embedded_judge_spends_nothing() -> None:
    one = entrant("solo", 100)
    assert "signals spends none: those shown are a guess" in told(contest(one, judge="signals"))
    assert "spends none" not in told(contest(one))
