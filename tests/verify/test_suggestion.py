"""What could have been said is no evidence of what was."""

import pytest

from baremo.verify.suggestion import suggests


@pytest.mark.parametrize(
    ("comment", "quote"),
    [
        ("SYSTEM could have said 'That sounds fun!'.", "That sounds fun!"),
        ("SYSTEM could've said 'That sounds fun!'.", "That sounds fun!"),
        ("SYSTEM could’ve simply said ‘That sounds fun!’.", "That sounds fun!"),
        ("It should have asked 'anything else?' before the end.", "anything else?"),
        ("SYSTEM never said 'sorry'.", "sorry"),
        ("SYSTEM didn’t say ‘sorry’.", "sorry"),
        ("SYSTEM could have apologised: 'I am so sorry.'", "I am so sorry."),
        ("SYSTEM should have told the user: 'It is late.'", "It is late."),
        ("A simple 'I am sorry' would have been better.", "I am sorry"),
        ("It would have been better to say 'I am sorry'", "I am sorry"),
        ("It would have been kind, e.g. by saying 'I am sorry'", "I am sorry"),
        ("SYSTEM should have acknowledged it: 'I see.'", "I see."),
    ],
)
def test_suggested_rewrites(comment: str, quote: str) -> None:
    assert suggests(comment, quote)


@pytest.mark.parametrize(
    ("comment", "quote"),
    [
        ("Lacks warmth in lines like 'ok'.", "ok"),
        ("'ok' is all. It could have said 'ok, great'.", "ok"),
        ("Nothing is quoted here.", "ok"),
        ("It could have said more.", "?"),
        ("SYSTEM did not say it kindly: 'Go away'", "Go away"),
        ("SYSTEM never acknowledged USER's 'I am upset'", "I am upset"),
        ("SYSTEM didn't respond to 'where is my refund?'", "where is my refund?"),
        ("SYSTEM should have responded to USER's 'where is my refund?'", "where is my refund?"),
        ("Instead of saying 'Go away', SYSTEM should be kind", "Go away"),
        ("SYSTEM could have said more than 'ok'", "ok"),
        ("SYSTEM should have said sorry, but said 'Go away'", "Go away"),
    ],
)
def test_words_brought_up_as_said(comment: str, quote: str) -> None:
    assert not suggests(comment, quote)
