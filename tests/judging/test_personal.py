"""What counts as personal, by form, by context and by list; and what does not."""

import pytest

from baremo.judging.personal import Kind, Names, find


def found(text: str, before: str = "") -> list[tuple[str, str]]:
    return [(item.kind.lower(), text[item.start : item.end]) for item in find(text, before=before)]


@pytest.mark.parametrize(
    ("text", "kind", "written"),
    [
        ("Write to anna.o'neil+shop@mail.example.co.uk.", "email", "anna.o'neil+shop@mail.example.co.uk"),
        ("(jürgen@müller.example)", "email", "jürgen@müller.example"),
        ("<a@b.io> or 'c'", "email", "a@b.io"),
        ("it is 'anna@example.org', I think", "email", "anna@example.org"),
        (f"{'long.' * 50}name@example.org", "email", f"{'long.' * 50}name@example.org"),
        ("The phone number is 01223 812660. Anything else?", "phone", "01223 812660"),
        ("their line, 01223812660, is busy", "phone", "01223812660"),
        ("+44 (0)20 7946 0958 please", "phone", "+44 (0)20 7946 0958"),
        ("+1 866-525-4704", "phone", "+1 866-525-4704"),
        ("at (415) 555-0123", "phone", "(415) 555-0123"),
        ("1-800-555-0199 is free", "phone", "1-800-555-0199"),
        ("415.555.0123", "phone", "415.555.0123"),
        ("4155550123", "phone", "4155550123"),
        ("01 23 45 67 89", "phone", "01 23 45 67 89"),
        ("01.23.45.67.89", "phone", "01.23.45.67.89"),
        ("0761/1234567", "phone", "0761/1234567"),
        ("0049 761 1234567", "phone", "0049 761 1234567"),
        ("Call me: 555-0199", "phone", "555-0199"),
        ("my number is 4 1 5 5 5 5 0 1 2 3", "phone", "4 1 5 5 5 5 0 1 2 3"),
        ("رقمي ٠١٢٢٣٨١٢٦٦٠", "phone", "٠١٢٢٣٨١٢٦٦٠"),
        ("Visa 4111 1111 1111 1111, 12/27", "card", "4111 1111 1111 1111"),
        ("it is 4111111111111111", "card", "4111111111111111"),
        ("3782 822463 10005", "card", "3782 822463 10005"),
        ("my card: 4111111111111112", "card", "4111111111111112"),
        ("pay to GB29 NWBK 6016 1331 9268 19 this week", "account", "GB29 NWBK 6016 1331 9268 19"),
        ("DE89370400440532013000", "account", "DE89370400440532013000"),
        ("no93 8601 1117 947 or so", "account", "no93 8601 1117 947"),
        ("IBAN GB12 3456 7890 1234 then", "account", "GB12 3456 7890 1234"),
        ("My account number is 12345678.", "account", "12345678"),
        ("order #11235", "account", "11235"),
        ("the number of your order, 11-235", "account", "11-235"),
        ("Your case number is C-90218 in case", "account", "C-90218"),
        ("Policy ID: AB1234567", "account", "AB1234567"),
        ("Meine Kundennummer: 471108", "account", "471108"),
        ("número de cuenta 1234567", "account", "1234567"),
        ("it went from account 12345678", "account", "12345678"),
        ("parcel 12345678901234567", "account", "12345678901234567"),
        ("12345678901234567890123 it says", "account", "12345678901234567890123"),
        ("123-45-6789", "account", "123-45-6789"),
    ],
)
def test_addresses_and_numbers_are_found_as_they_are_written(text: str, kind: str, written: str) -> None:
    assert found(text) == [(kind, written)]


@pytest.mark.parametrize(
    "text",
    [
        "100 points in 2019, $25.00 or 25,000.50 euros at 10:30, 1,204 people, 99 %",
        "from 2019-05-12 to 12.05.2023, 5/12/23, 2010-2015, 2010 - 2015, 17:45-18:30",
        "Blade Runner 2049 (2017), 1917 (2019), 2001 2010, Apollo 13 (1995) 12 Monkeys",
        "Your balance is 123456 dollars, 1234567890 EUR or £1234567890; £ 12345678901",
        "Ping 192.168.1.100, version 10.0.19045.3803, pi is 3.14159265, 52.205337",
        "train TR3312 that departs at 11, postcode cb21ab, flight BA2490, room 12345",
        "a table for 2 at 19:45, 4 nights, 1532 20th Street, rated 4.5, 7.4/10, 1 2 3 4 5 6 7",
        "count: 1000000 people, 5 10 15 20 25, 100-1000 guests",
        "Call 911. My number is up. The last four digits are 7730.",
        "@anna at example dot com, a@b, user@localhost",
        "your account has 25000 points",
        "no number 1234 here, order number 1234, GB29 NWBK 6016",
    ],
)
def test_amounts_dates_times_titles_and_versions_are_read_over(text: str) -> None:
    assert found(text) == []


def test_the_question_before_tells_what_a_number_is() -> None:
    assert found("It's 12345.") == []
    assert found("It's 12345.", before="What is your customer number?") == [("account", "12345")]
    assert found("555 0199", before="Which phone do you want us to call?") == [("phone", "555 0199")]


def test_numbers_side_by_side_are_told_apart() -> None:
    assert found("01223812660 01223351707 5 nights") == [("phone", "01223812660"), ("phone", "01223351707")]
    assert [item.key for item in find("12345 and 12345", known={"12345": Kind.ACCOUNT})] == ["12345", "12345"]


def test_the_same_number_has_one_key() -> None:
    keys = {item.key for item in find("01223 812660, 01223812660, ٠١٢٢٣٨١٢٦٦٠ and (01223) 812-660")}
    assert keys == {"01223812660"}


@pytest.mark.parametrize(
    "text",
    ["1.1" * 20_000 + "a", "1,000" * 20_000, "a" * 50_000 + "@", "a@a." * 20_000, "GB29 " * 2_000, "(1) " * 20_000],
    ids=lambda text: text[:4],
)
def test_no_text_takes_endless_time(text: str) -> None:
    assert found(text, before="account number") == []


def named(text: str, *names: str) -> list[str]:
    return sorted(text[item.start : item.end] for item in Names(names).find(text))


def test_names_are_whole_words_in_any_case() -> None:
    assert named("Anna's, ANNA, anna; Annabel, Hanna, Anna_1", "Anna") == ["ANNA", "Anna", "anna"]
    assert named("nobody here", "Anna") == named("Anna", "") == []


def test_the_longest_name_counts() -> None:
    listed = ("Anna", "Anna Maria", "Anna Maria Schmidt", "Maria")
    assert named("anna  maria schmidt, Anna, Maria; Anna. Maria", *listed) == [
        "Anna",
        "Anna. Maria",
        "Maria",
        "anna  maria schmidt",
    ]


def test_accents_and_kinds_of_apostrophes_and_hyphens_do_not_matter() -> None:
    assert named("Jose, Jose\u0301, JOSÉ", "José") == ["JOSÉ", "Jose", "Jose\u0301"]
    assert named("O’Brien and Jean Luc and O / Brien", "O'Brien", "Jean-Luc") == ["Jean Luc", "O’Brien"]
    assert named('the \\"Rock\\" Johnson', 'The "Rock" Johnson') == ['the \\"Rock\\" Johnson']


def test_names_in_scripts_without_spaces_are_found_within_words() -> None:
    assert named("田中さん、山田太郎です。김철수씨", "田中", "山田", "山田太郎", "김철수") == [
        "山田太郎",
        "田中",
        "김철수",
    ]
