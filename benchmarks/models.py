"""What judging with a language model costs the client, beside a bare aiohttp loop that posts the same bodies.

5,000 dialogues (or as many as the first argument says), one call each (`solo` with its worked examples), 200 at a
time, to a server in a process of its own that answers after 50 ms. Judging is the command as users run it, from the
interpreter's start to its end: reading, prompts, reply cache, parsing, evidence, scores and the run file included. The
loop posts what the server received from the command. The two take turns, so noise meets both.

This process stays small and imports nothing of Baremo: a process counts the memory of the one that started it as its
own.
"""

import asyncio
import os
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

AT_ONCE = 200
LATENCY = 0.05
ROUNDS = 5
STARTS = 15
"""Rounds of judging a single dialogue."""
# Libraries are compiled when they are installed, a checkout is not: where bytecode may not be kept, Baremo alone would
# be compiled at each start.
NOT_FOR_USERS = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in NOT_FOR_USERS}

GOODS = "kettle,desk lamp,rain jacket,router,blender,office chair,phone case,pair of boots,tent,headset".split(",")
FAULTS = "arrived with a crack,stopped working after a day,is the wrong size,never came,makes a noise".split(",")
PLACES = "Leeds,Málaga,Toronto,Graz,São Paulo,Bristol,Lyon,Dublin,Kraków,Austin".split(",")
NAMES = "Ana,Björn,Chloé,Dmitri,Esther,Farid,Grace,Hugo,Inés,Jonas".split(",")
OPENING = ("Hello {name}, you are through to support. What can I do for you today?", "Good morning! How may I help?")
USER = (
    "Hi, my {thing} {fault}. I ordered it from {place} about {days} days ago and I would like to know what comes next.",
    "The number is {number}. It's the {thing}, the second one on the list, I think.",
    "I already sent a photo to the address in the e-mail, {days} days ago, and nobody has answered me since.",
    "Honestly I’m a bit annoyed, this is the second time that something {fault}.",
    "Could you send it to {place} instead? I am not at home before the {day}th.",
    "No, a voucher is of no use to me. I want either a new {thing} or my {price} euros back.",
    "Right, that sounds fair. And what do I do with the old one?",
    "ok",
    "Thanks, that is all I needed to know… have a good day!",
)
SYSTEM = (
    "I am sorry to hear that your {thing} {fault}. Could you give me the number of your order?",
    "Thank you, {name}. I can see order {number} here: one {thing}, {price} euros, shipped to {place}.",
    "Let me check that with the warehouse in {place}, it should take me no more than {days} minutes.",
    "I can offer you a replacement, which would leave on the {day}th, or a refund of {price} euros to your card.",
    "The label will be in your inbox today: print it, put it on the parcel and drop it at any shop in {place}.",
    "I understand, and I apologise for the wait; {days} days without an answer is not how it should be.",
    "Your request has the reference {number}-{day}. Is there anything else that I can do for you?",
    "You're welcome, {name}. A new {thing} is on its way — have a nice day! 😊",
)
LEVELS = (20, 40, 60, 80, 80, 100, 100)
REASONS = (
    "The words '{quote}' show that SYSTEM took up what USER had asked for, though it left one point open until later.",
    "SYSTEM says '{quote}', which is clear and of practical use, and nothing in the dialogue speaks against it.",
    "With '{quote}' the request moves on; the tone stays polite and fits what USER had written just before that.",
)
MADE_UP = ("Please hold the line while I transfer you.", "We never make mistakes here.", "Your call is important.")


def dialogue(number: int) -> str:
    """One line of JSON: 10 to 14 turns, like no other."""
    import msgspec

    draw = random.Random(number)

    def said(texts: tuple[str, ...]) -> str:
        return draw.choice(texts).format(
            name=draw.choice(NAMES),
            thing=draw.choice(GOODS),
            fault=draw.choice(FAULTS),
            place=draw.choice(PLACES),
            days=draw.randint(2, 19),
            day=draw.randint(4, 20),
            number=draw.randint(100_000, 999_999),
            price=draw.randint(9, 400),
        )

    turns = [("assistant", said(OPENING))]
    for _ in range(draw.randint(5, 6)):
        turns += [("user", said(USER)), ("assistant", said(SYSTEM))]
    turns += [("user", f"Bye, {number}.")] * draw.randint(0, 1)
    messages = [{"role": role, "content": text} for role, text in turns]
    metadata = {"channel": draw.choice(["chat", "mail", "phone"]), "agent": draw.choice(NAMES), "ticket": number}
    return msgspec.json.encode({"id": f"case-{number}", "messages": messages, "metadata": metadata}).decode() + "\n"


def reply(prompt: str) -> dict[str, Any]:
    """An Evaluator's, whose quotes are as good as real judges': two thirds word for word, one in ten made up."""
    turns = re.findall(r"^\[(\d+)\] (SYSTEM|USER): (.*)$", prompt, re.MULTILINE)
    draw = random.Random(prompt.partition("\n")[2])
    marks = []
    for criterion in ("TaskSuccess", "Helpfulness", "Accuracy", "Understanding", "Empathy", "Fluency"):
        number, speaker, text = draw.choice(turns)
        quote = _quoted(text, draw)
        marks.append(
            {
                "criterion": criterion,
                "justification": draw.choice(REASONS).format(quote=quote),
                "quotes": [{"turn": int(number), "speaker": speaker, "text": quote}],
                "level": draw.choice(LEVELS),
            }
        )
    return {"marks": marks, "emotion": None}


def _quoted(text: str, draw: random.Random) -> str:
    words = text.split(" ")
    start = draw.randrange(max(1, len(words) - 8))
    part = " ".join(words[start : start + draw.randint(5, 12)])
    (how,) = draw.choices(("exact", "normalised", "near", "made up"), (66, 20, 4, 10))
    if how == "normalised":
        return part.swapcase().rstrip(".!?") + "…"
    if how == "near":
        return part.replace("t", "tt", 1)
    return part if how == "exact" else draw.choice(MADE_UP)


class Server(asyncio.Protocol):
    """Just enough HTTP, so that the machine is left to the clients. It writes down the first bodies, one per line."""

    served = 0
    first: dict[int, bytes]

    def __init__(self, bodies: Path, keep: int) -> None:
        self._bodies = bodies
        self._keep = keep
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, end, rest = self._buffer.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
        size = int(length[1]) if length else 0
        if not end or len(rest) < size:
            return
        self._buffer = rest[size:]
        loop = asyncio.get_running_loop()
        due = loop.time() + LATENCY
        loop.call_at(due, self._transport.write, self._response(head, rest[:size]))

    def _response(self, head: bytes, body: bytes) -> bytes:
        answer = self.count() if head.startswith(b"GET") else self.completion(body)
        return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (
            len(answer),
            answer,
        )

    def count(self) -> bytes:
        return str(Server.served).encode()

    def completion(self, body: bytes) -> bytes:
        import msgspec

        Server.served += 1
        if Server.served <= self._keep:
            with self._bodies.open("ab") as file:
                file.write(body + b"\n")
        text = self.text(msgspec.json.decode(body))
        message = {"role": "assistant", "content": text, "refusal": None}
        usage = {"prompt_tokens": len(body) // 4, "completion_tokens": len(text) // 4}
        usage["total_tokens"] = sum(usage.values())
        return msgspec.json.encode(
            {
                "id": f"chatcmpl-{Server.served}",
                "object": "chat.completion",
                "created": 1_700_000_000,
                "model": "stub",
                "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
                "usage": usage,
            }
        )

    def text(self, request: dict[str, Any]) -> str:
        """What the model says."""
        import msgspec

        return msgspec.json.encode(reply(request["messages"][1]["content"])).decode()


async def serve(bodies: Path, keep: int) -> None:
    server = await asyncio.get_running_loop().create_server(lambda: Server(bodies, keep), "127.0.0.1", backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


async def post(url: str, bodies: Iterator[bytes]) -> None:
    """The bare loop."""
    import aiohttp

    headers = {"Content-Type": "application/json"}

    async def worker(session: aiohttp.ClientSession) -> None:
        for body in bodies:
            async with session.post(f"{url}/chat/completions", data=body, headers=headers) as response:
                await response.read()

    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        await asyncio.gather(*(worker(session) for _ in range(AT_ONCE)))


def loop(url: str, bodies: Path, count: int) -> None:
    """Says how long it took to read the bodies: that is no part of the loop."""
    wall, used = time.perf_counter(), time.process_time()
    with bodies.open("rb") as file:
        read = [line.rstrip() for line in islice(file, count)]
    print(time.perf_counter() - wall, time.process_time() - used)
    asyncio.run(post(url, iter(read)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a process took from its start to its end."""

    wall: float
    processor: float
    """User and system, in seconds."""
    memory: float
    """The most that it held, in MiB."""
    said: str


def run(*command: str, program: str = sys.executable, **environment: str) -> Used:
    began = time.perf_counter()
    process = subprocess.Popen(
        [program, *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**ENVIRONMENT, **environment},
        text=True,
    )
    assert process.stdout
    with process.stdout as stream:
        said = stream.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{said}")
    return Used(
        wall=time.perf_counter() - began,
        processor=usage.ru_utime + usage.ru_stime,
        memory=usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10),
        said=said,
    )


class Clients:
    """Both, as processes of their own."""

    def __init__(self, folder: Path, url: str, counts: tuple[int, ...]) -> None:
        self._folder = folder
        self._url = url
        self._runs = 0
        for count in counts:
            with (folder / f"{count}.jsonl").open("w", encoding="utf-8") as file:
                file.writelines(dialogue(number) for number in range(count))

    def judge(self, count: int) -> Used:
        """The command, with an empty cache and a new run file."""
        self._runs += 1
        kept, cache = (self._folder / f"{self._runs}.{kind}" for kind in ("baremo", "sqlite"))
        before = self._served()
        used = run(
            *("-m", "baremo", "judge", f"{self._folder / str(count)}.jsonl", "--barem", "solo", "-o", str(kept)),
            *("--judge", f"openai:stub@{self._url}", "--concurrency", str(AT_ONCE)),
            BAREMO_CACHE=str(cache),
        )
        requests = self._served() - before
        with closing(sqlite3.connect(kept)) as judged:
            (scored,) = judged.execute("SELECT count(overall) FROM verdicts").fetchone()
        if (scored, requests) != (count, count):
            raise SystemExit(f"of {count}, {scored} were scored, in {requests} requests:\n{used.said}")
        kept.unlink()
        cache.unlink()
        return used

    def post(self, count: int) -> Used:
        used = run(__file__, "loop", self._url, str(self._folder / "bodies"), str(count))
        wall, processor = map(float, used.said.split())
        return Used(wall=used.wall - wall, processor=used.processor - processor, memory=used.memory, said="")

    def _served(self) -> int:
        from urllib.request import urlopen

        with urlopen(f"{self._url}/served") as response:
            return int(response.read())


@contextmanager
def served(folder: Path, keep: int) -> Iterator[str]:
    command = [sys.executable, __file__, "serve", str(folder / "bodies"), str(keep)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def median(rounds: list[Used], what: Callable[[Used], float]) -> float:
    return statistics.median(map(what, rounds))


def compare(count: int) -> None:
    few = max(1, count // 10)
    with TemporaryDirectory() as name, served(Path(name), count) as url:
        clients = Clients(Path(name), url, (1, few, count))
        clients.judge(count)  # the server writes down what it is sent
        rounds = [(clients.post(count), clients.judge(count)) for _ in range(ROUNDS)]
        small = [clients.judge(few) for _ in range(3)]
        starts = [(clients.post(1), clients.judge(1)) for _ in range(STARTS)]
    print(f"language model, solo, {count:,} dialogues, one call each, {AT_ONCE} at a time, answers after 50 ms")
    bare, whole = (list(each) for each in zip(*rounds, strict=True))
    load = os.getloadavg()[0]
    print(f"  median of {ROUNDS} rounds, all {count:,} scored in {count:,} requests each time; load {load:.1f}")
    for what, used in (("bare aiohttp loop", bare), ("baremo judge -o, cache on", whole)):
        each = [one.processor / count * 1000 for one in used]
        times = f"{statistics.median(each):6.3f} ms of processor time each (best {min(each):.3f})"
        print(f"  {what:<28} {times}  {median(used, lambda one: one.wall):6.2f} s by the clock")
    ratios = [judged.processor / looped.processor for looped, judged in rounds]
    best = min(one.processor for one in whole) / min(one.processor for one in bare)
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}, of the best {best:.2f}"
    print(f"  ratio of processor times     {statistics.median(ratios):6.2f} × ({spread})")
    most, least = (median(used, lambda one: one.memory) for used in (whole, small))
    print(f"  memory at {few:,} and {count:,}     {least:6.1f} and {most:.1f} MiB, {most / least:.2f} ×")
    bare, whole = (list(each) for each in zip(*starts, strict=True))
    base, start = (median(used, lambda one: one.wall) * 1000 for used in (bare, whole))
    print(f"  a single dialogue, median of {STARTS}")
    print(f"  bare aiohttp                 {base:6.0f} ms by the clock")
    print(f"  baremo judge -o, cache on    {start:6.0f} ms by the clock  {start / base:.2f} × bare")


def main(arguments: list[str]) -> None:
    match arguments:
        case ["serve", bodies, keep]:
            asyncio.run(serve(Path(bodies), int(keep)))
        case ["loop", url, bodies, count]:
            loop(url, Path(bodies), int(count))
        case _:
            compare(int(arguments[0]) if arguments else 5_000)


if __name__ == "__main__":
    main(sys.argv[1:])
