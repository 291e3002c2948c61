"""Judges by name: whose key goes where."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

from asking_models import office
from baremo.errors import SetupError
from baremo.models.language import LanguageModel, about_tokens
from baremo.models.named import is_embedded, judge_named

KEY = "sk-a-secret-that-nobody-may-see"


def headers(name: str) -> dict[str, str]:
    model = judge_named(name, office())
    assert isinstance(model, LanguageModel)
    assert model.name == name
    return dict(model.endpoint.headers)


def test_every_provider_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.setenv(variable, KEY)
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    assert headers("openai:gpt-4o")["Authorization"] == f"Bearer {KEY}"
    assert KEY in headers("anthropic:claude-sonnet-4-5").values()
    assert KEY in headers("gemini:gemini-2.5-flash").values()
    assert judge_named("signals").name == "signals"


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://localhost:8000/v1", True),
        ("https://models.example.org/v1", True),
        ("http://models.example.org/v1", False),
        ("http://10.0.0.7:8000/v1", False),
    ],
)
def test_a_key_is_not_sent_in_the_clear_to_another_machine(
    address: str, sent: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert bool(headers(f"openai:some/model@{address}")) is sent


def test_a_server_of_ones_own_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert headers("openai:qwen@http://127.0.0.1:8000/v1") == {}
    assert headers("ollama:llama3.2") == {}
    with pytest.raises(SetupError, match="set OPENAI_API_KEY"):
        judge_named("openai:gpt-4o", office())


@pytest.mark.parametrize("address", ["127.0.0.1:8000/v1", "localhost:8000", "HTTP://127.0.0.1", "/v1", ""])
def test_half_an_address_never_sends_dialogues_to_the_provider(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(SetupError, match="write it whole"):
        judge_named(f"openai:qwen@{address}", office())


@pytest.mark.parametrize("name", ["", "openai", "openai:", "openai: ", " openai:x", "chatgpt:4"])
def test_what_is_no_judge_is_refused_with_those_that_are(name: str) -> None:
    with pytest.raises(SetupError, match="openai:NAME@http"):
        judge_named(name, office())


@pytest.mark.parametrize(("name", "what"), [("signals:", "names no file"), ("signals:none.json", "cannot be read")])
def test_an_embedded_judge_with_numbers_of_ones_own_needs_a_file(name: str, what: str) -> None:
    with pytest.raises(SetupError, match=what):
        judge_named(name)


def test_another_fit_is_another_judge(tmp_path: Path) -> None:
    table = json.loads(files("baremo.models.signals.gauge").joinpath("gauge.json").read_bytes())
    for name, fitted in (("one", table), ("two", table), ("three", {**table, "radius": table["radius"] * 2})):
        (tmp_path / f"{name}.json").write_text(json.dumps(fitted), encoding="utf-8")
    one, two, three = (judge_named(f"signals:{tmp_path}/{name}.json").name for name in ("one", "two", "three"))
    assert one.startswith("signals:one@")
    assert one.partition("@")[2] == two.partition("@")[2] != three.partition("@")[2]
    assert is_embedded(one)
    assert not is_embedded("openai:signals")


def test_without_an_office_no_language_model_can_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with pytest.raises(SetupError, match="no way to the network"):
        judge_named("openai:gpt-4o")


def test_tokens_are_guessed_from_characters() -> None:
    assert about_tokens("") == 0
    assert about_tokens("four") == 1
    assert about_tokens("fours") == 2
    assert about_tokens("é" * 8) == 2
    assert about_tokens("日本語") == 3
