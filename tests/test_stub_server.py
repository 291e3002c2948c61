"""The stub server itself: it must answer as providers do, and fail as its table says."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from typing import Any

import pytest

from baremo.core.ask import Finish
from baremo.models.wires.anthropic import ANTHROPIC
from baremo.models.wires.gemini import GEMINI
from baremo.models.wires.ollama import OLLAMA
from baremo.models.wires.openai import OPENAI
from baremo.models.wires.wire import Mode, Request, Wire
from stub_faults import FAULTS, Ending, Fault, passing, status
from stub_server import StubServer

MARKS = '{"marks": [{"criterion": "Tone", "level": 80}, {"criterion": "Facts", "level": 60}], "emotion": null}'
ANSWERS = '{"answers": [{"criterion": "Tone", "agree": true}, {"criterion": "Facts", "agree": true}]}'
WAYS = [(wire, mode) for wire in (OPENAI, ANTHROPIC, GEMINI, OLLAMA) for mode in wire.modes]


def post(url: str, data: bytes) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(url, data=data), timeout=10) as response:
        body: bytes = response.read()
        return body


def completed(server: StubServer, case: str = "") -> Any:
    body = post(f"{server.url}/v1/chat/completions", json.dumps({"model": "any", "case": case}).encode())
    return json.loads(body)


def written(fault: Fault, text: str) -> str:
    with StubServer(text, fault=fault) as server:
        content: str = completed(server)["choices"][0]["message"]["content"]
        return content


@pytest.mark.parametrize(("wire", "mode"), WAYS, ids=[f"{wire.name}-{mode}" for wire, mode in WAYS])
def test_answers_have_each_providers_shape(wire: Wire, mode: Mode) -> None:
    request = Request(model="any", rules="Judge.", case="S: Hello.", schema=b'{"type":"object"}', mode=mode)
    call = wire.encode(request)
    with StubServer(MARKS) as server:
        answer = wire.decode(post(f"{server.url}{call.path}", call.body), request)
    assert json.loads(answer.text) == json.loads(MARKS)
    assert answer.finish is Finish.DONE
    assert answer.usage
    assert (answer.usage.input, answer.usage.output) == (1000, 200)


def test_the_answer_can_depend_on_the_request_and_on_its_number() -> None:
    with StubServer(lambda asked, number: f"{asked['case']} {number}") as server:
        texts = [completed(server, case)["choices"][0]["message"]["content"] for case in "ab"]
    assert texts == ["a 0", "b 1"]
    assert [seen.json["case"] for seen in server.requests] == ["a", "b"]


def test_a_fault_strikes_only_those_it_is_meant_for_and_passes() -> None:
    fault = passing(1, status(500))
    with StubServer(MARKS, fault=fault, when=lambda asked: asked["case"] == "critic") as server:
        completed(server, "evaluator")
        with pytest.raises(urllib.error.HTTPError):
            completed(server, "critic")
        completed(server, "critic")
    assert len(server.requests) == 3


def test_another_process_can_use_it() -> None:
    with StubServer(MARKS) as server:
        script = f"import urllib.request as u; u.urlopen('{server.url}/api/chat', b'{{\"model\": \"any\"}}').read()"
        subprocess.run([sys.executable, "-c", script], check=True, timeout=30)
    assert [seen.path for seen in server.requests] == ["/api/chat"]


def test_what_a_respond_function_raises_is_not_lost() -> None:
    def respond(asked: Any, _: int) -> str:
        return str(asked["no such key"])

    with pytest.raises(KeyError, match="no such key"), StubServer(respond) as server:
        server_error(server)


def server_error(server: StubServer) -> None:
    with pytest.raises(urllib.error.HTTPError, match="500"):
        completed(server)


def test_an_unknown_path_is_not_found() -> None:
    with StubServer() as server, pytest.raises(urllib.error.HTTPError, match="404"):
        post(f"{server.url}/v2/complete", b"{}")


def test_there_are_faults_of_every_kind() -> None:
    assert len(FAULTS) >= 20
    assert {fault.ending for fault in FAULTS.values()} == set(Ending)
    assert all((fault.outcome is not None) == (fault.ending is Ending.FAILED) for fault in FAULTS.values())


@pytest.mark.parametrize("text", [MARKS, ANSWERS])
def test_what_the_model_writes_instead_is_as_wrong_as_it_says(text: str) -> None:
    first = next(iter(json.loads(text)))
    assert text.startswith(written(FAULTS["cut off"], text))
    off = json.loads(written(FAULTS["level off the scale"], text))[first][0]
    assert (off["level"], off.get("agree", False)) == (12345, False)
    assert '"level": NaN' in written(FAULTS["level is NaN"], text)
    assert written(FAULTS["a key twice"], text).count(f'"{first}":') == 2
    one, _, other = written(FAULTS["two objects that differ"], text).split("\n\n")
    assert len(json.loads(one)[first]) == len(json.loads(other)[first]) + 1
