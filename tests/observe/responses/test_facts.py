"""Numbers and names that are not in the text they should come from."""

import pytest

from baremo.core.comparison import TRUTH
from baremo.observe.responses.facts import numbers
from baremo.observe.responses.figures import value
from observe.responses.told import PASSAGE, named, quoted

PROMPT = "According to the passage, what happened to the harbour?"
FACTS = ("absent_number", "absent_name")


@pytest.mark.parametrize(
    ("name", "response", "at"),
    [
        ("absent_number", "A storm broke the pier in 1932.", "1932"),
        ("absent_number", "The repair cost 23,000 florins.", "23,000"),
        ("absent_number", "The ferry takes 5.5 hours.", "5.5 hours"),
        ("absent_number", "The fare is 9 €.", "9 €"),
        ("absent_number", "It was opened on 3 May 1871.", "3 May"),
        ("absent_number", "The ferry leaves at 9:45 and later.", "9:45"),
        ("absent_number", "About 900 people live there.", "900"),
        ("absent_number", "7.5 crowns is the fare.", "7.5"),
        ("absent_name", "The harbour was built by the engineer Gustav Lehmann, they say.", "Gustav Lehmann"),
        ("absent_name", "There is a ferry from Lindholm to the town of Copenhagen as well, twice a day.", "Copenhagen"),
    ],
)
def test_what_the_reference_does_not_have_is_seen_and_does_not_bind(name: str, response: str, at: str) -> None:
    (check,) = [check for each in FACTS for check in named(each, PROMPT, response, reference=PASSAGE)]
    assert (check.name, check.dimension, check.steps, check.sure) == (name, TRUTH, -1, False)
    assert check.says in (f"the reference text has no {at}", f"the reference text has no “{at}”")
    assert quoted(check, PROMPT, response, reference=PASSAGE) == at


@pytest.mark.parametrize(
    "response",
    [
        "In 1923 a storm broke the eastern pier.",
        "It was 52 years old when the storm came.",
        "There are 180 other boats and 300 in all.",
        "A quarter, or 25 % of the boats, go fishing.",
        "It cost 18.500 crowns, roughly 18 thousand.",
        "1. It was built.\n2. It broke.\n15. It was mended.",
        "It has 3 piers.",
        "Karl Brandt built it at Lindholm, and Lindholm's ferry goes to Skagen.",
        "On a Monday in January the ferry sails, as every Monday.",
        "The Harbour Of Many Names\n\nIt was built in 1871.",
        "**The Great Storm of Gothenburg**\n\nIt broke the pier.",
    ],
)
def test_what_stands_there_or_follows_from_it_is_not_seen(response: str) -> None:
    assert [check for each in FACTS for check in named(each, PROMPT, response, reference=PASSAGE)] == []


@pytest.mark.parametrize(
    ("prompt", "response", "slots"),
    [
        ("What happened to the harbour?", "It broke in 1932.", {}),
        ("Write a poem about the harbour.", "It broke in 1932.", {"reference": PASSAGE}),
        ("What broke the pier? The storm of May, or another?", "It broke in 1932.", {}),
        (
            PROMPT,
            "Der Hafen wurde von dem Ingenieur Gustav Lehmann gebaut, wie man überall sagt.",
            {"reference": PASSAGE},
        ),
        (PROMPT, "It broke in 1932.", {"reference": PASSAGE, "before": "I think it was in 1932."}),
    ],
)
def test_only_where_a_text_must_be_kept_to(prompt: str, response: str, slots: dict[str, str]) -> None:
    assert [check for each in FACTS for check in named(each, prompt, response, **slots)] == []


NEWS = "The airport counted 6.2 million passengers. It opens its new hall on 12 April at 2:30 pm. A ticket costs 45 €."
LASTING = "The fair opens on 12 April at 2:30 pm and lasts a week."


@pytest.mark.parametrize(
    ("prompt", "response", "steps", "says"),
    [
        (
            f"How busy was it?\n\nText: {NEWS}",
            "The airport had 8.2 million passengers.",
            -2,
            "the response has 8.2 million where the reference text has 6.2 million",
        ),
        (
            f"Résume le texte.\n\nTexte : {NEWS}",
            "The airport had 8.2 million passengers in all. Its new hall opens soon.",
            -1,
            "the response has 8.2 million where the reference text has 6.2 million",
        ),
        (
            f"Rewrite this more formally.\n\nText: {NEWS}",
            "The airport counted 6.2 million passengers. The hall will be inaugurated on April 19th at 14:30.",
            -1,
            "the response has April 19th where the reference text has 12 April",
        ),
        (
            f"Translate into German.\n\nText: {NEWS}",
            "Die neue Halle öffnet am 12. Mai um 14:30 Uhr.",
            -1,
            "the response has 12. Mai where the reference text has 12 April",
        ),
        (
            "Fasse den Text zusammen.\n\nText: Der Hafen hat Platz für 240 Boote.",
            "In dem Hafen ist für 420 Boote genügend Platz, und das ist alles, was man dazu sagen kann. Mehr nicht.",
            -1,
            "the response has 420 where the reference text has 240",
        ),
        (
            f"Summarise it.\n\nText: {NEWS}",
            "8.2 million passengers",
            -2,
            "the response has 8.2 million where the reference text has 6.2 million",
        ),
        (
            f"When does the hall open?\n\n<text>{NEWS}</text>",
            "At 3:30 p.m.",
            -2,
            "the response has 3:30 p.m. where the reference text has 2:30 pm",
        ),
        (
            f"Summarise the text.\n\nText: {NEWS}",
            "In the new hall a ticket costs 54 €, and it opens on 12 April.",
            -1,
            "the response has 54 € where the reference text has 45 €",
        ),
        (
            "Summarise the text.\n\nText: The hall cost 45 $ to paint.",
            "To paint the hall cost $54, they say. That is all there is.",
            -1,
            "the response has 54 where the reference text has 45 $",
        ),
    ],
)
def test_a_figure_that_takes_the_place_of_another_binds(prompt: str, response: str, steps: int, says: str) -> None:
    (check,) = named("absent_number", prompt, response)
    assert (check.says, check.steps, check.sure) == (says, steps, True)
    assert quoted(check, prompt, response) == says.partition(" where ")[0].removeprefix("the response has ")


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        (f"Double the ticket price in the text.\n\nRewrite it.\n\nText: {NEWS}", "A ticket costs 95 €, they say."),
        (f"Rewrite this.\n\nText: {NEWS}", "The airport counted 8.2 million cars."),
        (f"Rewrite this.\n\nText: {NEWS}", "Who would have thought that there were 8.2 million passengers?"),
        ("Who eats near it?\n\nText: We live at 715 Church Street, Evanston.", "One eats at 719 Church St, Evanston."),
        (f"Rewrite this.\n\nText: {NEWS}", "The airport counted about 7 million passengers."),
        (f"Rewrite this.\n\nText: {NEWS}", "It counted 6.2 million passengers, and later 8.3 million passengers."),
        (f"Rewrite this.\n\nText: {NEWS}", "It counted 7.3 million passengers, and later 8.3 million passengers."),
        (f"Rewrite this.\n\nText: {NEWS}", "For a week a ticket of the airport costs 315 €."),
        (f"Rewrite this.\n\nText: {NEWS}", "Who flies pays 54 €."),
        (f"Rewrite this.\n\nText: {LASTING}", "The fair closes on 19 April."),
        (f"Rewrite this.\n\nText: {LASTING}", "The fair lasts a day and closes at 5 pm."),
        (f"Rewrite this.\n\nText: {NEWS}", "The hall opens on 3 June."),
        (f"Rewrite this.\n\nText: {NEWS}", "It opens on 19 April, 20 April, 21 April and 22 April."),
    ],
)
def test_a_figure_that_may_be_worked_out_or_be_another_does_not_bind(prompt: str, response: str) -> None:
    checks = named("absent_number", prompt, response)
    assert checks
    assert not any(check.sure for check in checks)


@pytest.mark.parametrize(
    ("prompt", "response"),
    [
        (f"Rewrite this.\n\nText: {NEWS}", "At half past two (14:30, or 2:30 p.m.) on April 12th it opens."),
        (f"Rewrite this.\n\nText: {NEWS}", "There were 6,200,000 passengers, or 6,2 Mio. On 2027-04-12 it opens."),
        (f"Translate into Japanese.\n\nText: {NEWS}", "4月12日の2時30分に開きます。620万人でした。"),
        (f"Rewrite this with 19 April as the date.\n\nText: {NEWS}", "The hall opens on 19 April."),
        (f"Write a poem.\n\nText: {NEWS}", "On 19 April."),
        ("Rewrite it.", "The hall opens on 19 April."),
        ("When?\n\nText: It is open from 12 to 19 April.", "From 12 April to 19 April."),
        ("When?\n\nText: Geöffnet von 10 bis 18 Uhr.", "Von 10 Uhr bis 6 p.m. ist geöffnet."),
        ("When?\n\nText: It is open 12-19 April.", "From 12 April to 19 April."),
        (f"Summarise it.\n\nText: {NEWS}", "It has 3 halls."),
    ],
)
def test_figures_that_are_the_same_in_other_clothes(prompt: str, response: str) -> None:
    assert named("absent_number", prompt, response) == []


def test_at_most_three_of_a_kind_are_shown() -> None:
    assert len(named("absent_number", PROMPT, "In 1931, 1932, 1933, 1934 and 1935.", reference=PASSAGE)) == 3


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1,234", 1234),
        ("0.125", 0.125),
        ("12.5", 12.5),
        ("1 200", 1200),
        ("7", 7),
    ],
)
def test_a_number_is_read_in_either_convention(written: str, amount: float) -> None:
    assert value(written) == amount


def test_numbers_in_words_count_as_numbers() -> None:
    assert {40.0, 12.0, 3.0} <= numbers("Forty boats, zwölf Leute, trois ports")
