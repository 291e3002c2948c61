"""Each observer: what it sees, and what it must not mistake for it."""

import pytest

from baremo.observe.registry import BY_NAME, OBSERVERS
from baremo.observe.view import View
from building import dialogue

SEES: list[tuple[str, list[str], list[tuple[int, str]]]] = [
    (
        "repeated_question",
        ["S: What kind of account do you have?", "U: A current one.", "S: What kind of account do you have?"],
        [(3, "What kind of account do you have")],
    ),
    (
        "repeated_question",
        ["S: Which city are you leaving from?", "U: Hm.", "S: And which city are you leaving from today?"],
        [(3, "And which city are you leaving from today")],
    ),
    (
        "repeated_statement",
        ["S: Please restart the router.", "U: I did.", "S: Please restart the router."],
        [(3, "Please restart the router")],
    ),
    (
        "skipped_question",
        ["S: What do you dislike about this movie?", "S: Have you seen Armageddon", "U: No."],
        [(1, "What do you dislike about this movie")],
    ),
    ("generic", ["S: Could you say more? Tell me more."], [(1, "Tell me more")]),
    ("generic", ["S: Hello.", "U: My lamp broke.", "S: How can I help you?"], [(3, "How can I help")]),
    (
        "specific_followup",
        ["U: I really like comedies.", "S: ok, why do you like comedies?"],
        [(2, "comedies")],
    ),
    ("uptake", ["U: My lamp is broken.", "S: We will replace the lamp."], [(2, "lamp")]),
    ("clarification", ["S: Could you rephrase that?"], [(1, "Could you rephrase")]),
    ("information", ["S: Your train leaves at 17:45."], [(1, "17")]),
    ("information", ["S: It is run by Harbour Hotels."], [(1, "Harbour")]),
    ("offer", ["S: Shall I book it?"], [(1, "Shall I book")]),
    ("done", ["S: It has been refunded."], [(1, "has been refunded")]),
    ("done", ["S: I've closed the account.", "S: I have refunded it."], [(1, "I've closed"), (2, "I have refunded")]),
    ("refusal", ["S: Unfortunately not."], [(1, "Unfortunately")]),
    ("refusal", ["S: I don't know.", "U: You don't know?", "S: I don't know."], [(3, "I don't know")]),
    (
        "number_conflict",
        ["S: Your balance is 1,204 euros.", "U: Hm.", "S: Your balance is 1,420 euros."],
        [(3, "1,420")],
    ),
    (
        "number_conflict",
        ["U: A room for 2 nights.", "S: A room for 3 nights is free."],
        [(2, "3 nights")],
    ),
    ("number_conflict", ["S: The branch closes at 6 pm.", "U: Oh?", "S: It closes at 8 pm."], [(3, "8")]),
    ("number_conflict", ["S: The branch opens at 6pm.", "S: The branch opens at 8pm."], [(2, "8pm")]),
    ("hedging", ["S: Maybe it is."], [(1, "Maybe")]),
    ("hedging", ["S: It kind of works.", "S: Kind of."], [(1, "kind of"), (2, "Kind of")]),
    ("apology", ["S: I'm sorry about that."], [(1, "sorry")]),
    ("empathy", ["S: That must be hard."], [(1, "That must be")]),
    ("empathy", ["U: I'm so upset.", "S: I apologise.", "U: Ok.", "S: Sorry."], [(2, "I apologise")]),
    ("warmth", ["S: That sounds fun!"], [(1, "That sounds fun")]),
    ("politeness", ["S: Certainly."], [(1, "Certainly")]),
    ("rudeness", ["S: You are stupid. Get lost, idiot."], [(1, "You are stupid")]),
    (
        "rudeness",
        ["S: Not my problem.", "S: I'm not your secretary."],
        [(1, "Not my problem"), (2, "I'm not your secretary")],
    ),
    (
        "rudeness",
        ["S: So?", "S: Whatever. Bye.", "S: Read the website."],
        [(1, "So"), (2, "Whatever"), (3, "Read the website")],
    ),
    ("rudeness", ["S: Ok, idiot.", "S: Well, I don't care."], [(1, "idiot"), (2, "I don't care")]),
    (
        "robotic_opener",
        ["S: ok, why?", "U: Because.", "S: Ok, then?", "U: So.", "S: got it.", "U: Yes.", "S: Got it, next."],
        [(3, "Ok"), (7, "Got it")],
    ),
    ("awkward", ["S: What appeals to you with these type of movies?"], [(1, "these type of")]),
    ("awkward", ["S: What is the the model?"], [(1, "the the")]),
    ("awkward", ["S: It is a excellent one."], [(1, "a excellent")]),
    ("awkward", ["S: Have you seen Armageddon"], [(1, "Have you seen Armageddon")]),
    ("polite_closing", ["U: Bye.", "S: Have a nice day!"], [(2, "Have a nice")]),
    (
        "unanswered_question",
        ["S: The price is fixed.", "U: Is it quiet?", "S: What dates do you want?"],
        [(2, "Is it quiet")],
    ),
    ("unanswered_question", ["U: Please call me.", "S: Someone will.", "U: When?", "S: Soon."], [(3, "When")]),
    ("unanswered_question", ["S: Goodbye.", "U: When will the engineer come?"], [(2, "When will the engineer come")]),
    (
        "user_repeats",
        ["U: A quiet room in Porto.", "S: Where?", "U: A quiet room in Porto!"],
        [(3, "A quiet room in Porto")],
    ),
    ("correction", ["S: Two?", "U: No, I said three."], [(2, "No, I said")]),
    (
        "correction",
        ["S: A train?", "U: No, a taxi", "S: The 11th?", "U: No, the 12th"],
        [(2, "No, a taxi"), (4, "No, the 12th")],
    ),
    ("frustration", ["U: Hello.", "S: Ok.", "U: This is unacceptable."], [(3, "unacceptable")]),
    ("frustration", ["U: Hello.", "S: I don't know.", "U: You don't know??"], [(3, "You don't know")]),
    (
        "frustration",
        [
            "U: Hi.",
            "U: Thanks for nothing",
            "U: Great, just great",
            "U: Wow. What a disgrace",
            "U: thanks a lot for wasting my time",
        ],
        [(2, "Thanks for nothing"), (3, "Great, just great"), (4, "What a disgrace"), (5, "thanks a lot for wasting")],
    ),
    ("rejection", ["U: I'd like something else."], [(1, "something else")]),
    ("dead_end", ["S: Have you seen it?", "U: Nope, haven't seen that."], [(2, "Nope, haven't seen that")]),
    ("dead_end", ["S: Have you seen it?", "U: No."], [(2, "No")]),
    ("short_reply", ["S: Which genre?", "U: Drama."], [(2, "Drama")]),
    (
        "rich_answer",
        ["S: Why?", "U: Because it makes one think about how we might live in a hundred years."],
        [(2, "Because it makes one think about how we might live in a hundred years")],
    ),
    ("acceptance", ["U: That sounds good."], [(1, "That sounds good")]),
    ("thanks", ["U: Many thanks!"], [(1, "thanks")]),
    ("thanks", ["U: ty", "U: thx", "U: cheers", "U: tysm"], [(1, "ty"), (2, "thx"), (3, "cheers"), (4, "tysm")]),
    ("pleasure", ["U: It was hilarious."], [(1, "hilarious")]),
    ("displeasure", ["U: It was not very funny."], [(1, "was not very funny")]),
    ("emotion", ["U: I'm really worried about it."], [(1, "I'm really worried")]),
    (
        "emotion",
        ["U: Terrible service!", "U: I want to talk to a human"],
        [(1, "Terrible service"), (2, "talk to a human")],
    ),
    (
        "emotion",
        ["U: It is my late father's account.", "U: He passed away."],
        [(1, "my late father's"), (2, "passed away")],
    ),
    ("emotion", ["U: I'm losing money.", "U: We are stressed."], [(1, "I'm losing money"), (2, "We are stressed")]),
    ("abandoned_topic", ["U: Never mind."], [(1, "Never mind")]),
    ("abandoned_topic", ["S: Let's move on."], [(1, "Let's move on")]),
    (
        "abandoned_topic",
        ["U: I need my password reset.", "S: We close early on holidays."],
        [(1, "I need my password reset")],
    ),
    ("abrupt_end", ["S: Seen it?", "U: Nope, haven't seen that."], [(2, "Nope, haven't seen that")]),
    ("abrupt_end", ["U: Hello.", "S: What is your name?"], [(2, "What is your name")]),
]

SEES_NOT: list[tuple[str, list[str]]] = [
    ("repeated_question", ["S: Have you seen John Wick?", "U: Yes.", "S: Why did you like John Wick?"]),
    ("repeated_question", ["S: Is there anything else?", "U: Yes.", "S: Is there anything else?"]),
    ("repeated_statement", ["S: Thank you.", "U: Bye.", "S: Thank you."]),
    ("repeated_statement", ["S: The blue line is closed.", "U: Hm.", "S: Tickets cost 3 euros."]),
    ("skipped_question", ["S: What do you dislike about it?", "U: The end.", "S: Have you seen Armageddon?"]),
    ("generic", ["U: Tell me more."]),
    ("specific_followup", ["S: Do you like movies?", "U: Yes, movies.", "S: Which movies?"]),
    ("uptake", ["U: My lamp is broken.", "S: We close at six."]),
    ("clarification", ["U: What do you mean?"]),
    ("information", ["S: I'm glad that worked."]),
    ("information", ["S: Is it the 5th?"]),
    ("generic", ["S: Good morning, how can I help you today?"]),
    ("information", ["S: Good morning, this is Priya from Harbour Hotels."]),
    ("offer", ["U: Shall I book it?"]),
    ("offer", ["S: How can I help you?"]),
    ("done", ["S: I will look."]),
    ("refusal", ["S: Of course."]),
    ("refusal", ["S: I don't know.", "U: Who does?", "S: I don't know about Leeds, but the desk will tell you."]),
    ("number_conflict", ["S: It opens at 5, except on Sundays, when it opens at 7.", "S: The hall is open 6 to 9."]),
    ("number_conflict", ["S: The shop stands at 6 High Street.", "S: The shop stands at 8 High Street."]),
    ("number_conflict", ["S: It closes at 6 pm on weekdays.", "S: It closes at 8 pm on Saturday."]),
    (
        "rudeness",
        ["S: Whatever you like.", "S: So, shall I?", "S: You can read the website.", "S: So.", "S: Or whatever."],
    ),
    ("rudeness", ["S: What part of town do you prefer?", 'S: How about "Crazy, Stupid, Love"?', "S: Look it up!"]),
    ("rudeness", ["S: State your problem, please.", "S: Have you seen The Idiot by Kurosawa?"]),
    ("number_conflict", ["S: Your balance is 10.50 euros.", "S: As I said, your balance is 10.50 euros."]),
    ("number_conflict", ["S: A room for 2 nights.", "U: Make it three.", "S: A room for 3 nights."]),
    ("number_conflict", ["S: The fee is 5 euros.", "S: The fee desk opens at 7pm."]),
    ("number_conflict", ["S: The blue train has a fare of 5.", "S: The fare of a night coach to Leeds is 9 pounds."]),
    ("number_conflict", ["S: Codes: x5 and 5 and a, price 7"]),
    ("hedging", ["S: It is."]),
    ("hedging", ["S: What kind of film?", "S: Any sort of product?", "S: This kind of thing."]),
    ("apology", ["U: I'm sorry."]),
    ("empathy", ["S: Your order is here."]),
    ("empathy", ["U: It is late.", "S: Sorry."]),
    ("warmth", ["S: Next."]),
    ("politeness", ["S: Name?"]),
    ("robotic_opener", ["S: ok, why?", "S: Alright, and?", "S: I found one.", "S: I found two.", "S: Why?"]),
    ("awkward", ["S: That is a very, very good one in a European city, a union and a use."]),
    ("polite_closing", ["S: Have a nice day!", "U: Wait.", "S: Yes."]),
    ("polite_closing", ["U: Hello?"]),
    ("polite_closing", ["S: Not my problem.", "U: Oh.", "S: Bye, have a nice day."]),
    ("polite_closing", ["U: My lamp is broken.", "S: Bye."]),
    ("unanswered_question", ["U: Is it quiet?", "S: Yes.", "U: Where is it?", "S: The hotel stands by the river."]),
    ("unanswered_question", ["U: Can you find me a flat?", "S: Where?"]),
    ("unanswered_question", ["S: Your favorite film?", "U: My favorite film?", "S: Why?", "U: How are you?"]),
    ("unanswered_question", ["S: Why do you like it?", "U: Why do I like it?", "U: No idea."]),
    (
        "unanswered_question",
        ["U: Does the lamp work?", "U: Hello.", "S: Lamps?", "U: Yes.", "U: Cost?", "S: 5", "U: a"],
    ),
    ("user_repeats", ["U: A quiet room in Porto.", "U: A quiet room in Porto!"]),
    ("user_repeats", ["U: Yes.", "S: Sure?", "U: Yes."]),
    ("correction", ["S: Why?", "U: Because it was great and as I said before it is funny."]),
    ("correction", ["U: I said hello."]),
    ("correction", ["S: Did you like it?", "U: No, the worst."]),
    ("frustration", ["U: Hi.", "S: Ask Bob.", "U: You don't know Bob."]),
    ("frustration", ["U: I'm really upset, my lamp is broken.", "S: Why?", "U: Take it seriously."]),
    ("frustration", []),
    ("rejection", ["U: That one, please."]),
    ("dead_end", ["S: Can I do anything else?", "U: No."]),
    ("dead_end", ["S: To York?", "U: No, I am going to Leeds."]),
    ("dead_end", ["S: A train?", "U: No, a taxi"]),
    ("short_reply", ["S: Shall I?", "U: Yes please."]),
    ("rich_answer", ["S: Why?", "U: It is fun."]),
    (
        "rich_answer",
        ["S: Why?", "U: This is unacceptable, you have asked me the very same thing three times in a row now."],
    ),
    (
        "acceptance",
        ["U: I saw it with my brother in the old cinema by the river, and he thought that it was perfect."],
    ),
    ("acceptance", ["U: Yes please hurry.", "U: Please hurry.", "U: Yes, I know that."]),
    ("acceptance", ["U: This is unacceptable. Just perfect."]),
    ("thanks", ["S: Thanks."]),
    ("thanks", ["U: Thanks for nothing", "U: Thanks a lot for wasting my time"]),
    ("pleasure", ["U: It was not funny."]),
    ("pleasure", ["U: Great, just great", "U: Wow. What a disgrace", "U: You are useless. Just perfect."]),
    ("displeasure", ["U: It was not bad."]),
    ("emotion", ["U: I'd be happy with a table at eight."]),
    ("abandoned_topic", ["U: I need my password reset.", "S: Which account?"]),
    ("abandoned_topic", ["U: I need my password reset.", "S: It has been reset."]),
    ("abandoned_topic", ["U: I need my password reset.", "U: Please."]),
    ("abrupt_end", ["S: Anything else?", "U: No, that's all, thanks."]),
    ("abrupt_end", ["S: Enjoy the film! Shall we say goodbye?"]),
    ("abrupt_end", []),
]


def seen(name: str, lines: list[str]) -> list[tuple[int, str]]:
    case = dialogue(*lines)
    found = BY_NAME[name].look(View(case))
    return [(item.turn, case.turns[item.turn - 1].text[item.start : item.end]) for item in found]


@pytest.mark.parametrize(("name", "lines", "expected"), SEES)
def test_sees(name: str, lines: list[str], expected: list[tuple[int, str]]) -> None:
    assert seen(name, lines) == expected


@pytest.mark.parametrize(("name", "lines"), SEES_NOT)
def test_does_not_see(name: str, lines: list[str]) -> None:
    assert seen(name, lines) == []


def test_every_observer_is_shown_what_to_see_and_what_not() -> None:
    names = {observer.name for observer in OBSERVERS}
    assert {name for name, _, _ in SEES} == names
    assert {name for name, _ in SEES_NOT} == names


def test_context_is_not_observed() -> None:
    case = dialogue("C: Thanks, I'm really worried, this is unacceptable?", "S: Ok.", "C: ok")
    view = View(case)
    assert not [item for observer in OBSERVERS for item in observer.look(view) if item.turn != 2]


@pytest.mark.parametrize("name", ["abandoned_topic", "thanks", "pleasure", "correction", "acceptance"])
def test_one_observation_per_turn(name: str) -> None:
    lines = [
        "S: Two?",
        "U: I said three, I meant three. Thanks, thank you. Leave it, drop it.",
        "U: Great, lovely, perfect, go ahead.",
    ]
    assert len(seen(name, lines)) == 1


def test_a_relation_names_the_other_turn() -> None:
    view = View(dialogue("S: Please restart the router.", "U: I did.", "S: Please restart the router."))
    assert [item.related for item in BY_NAME["repeated_statement"].look(view)] == [1]


def test_a_long_answer_is_seen_more_strongly_than_a_middling_one() -> None:
    view = View(dialogue("S: Why?", "U: " + "so " * 20, "U: " + "so " * 80))
    assert [item.strength for item in BY_NAME["rich_answer"].look(view)] == [0.5, 1.0]
