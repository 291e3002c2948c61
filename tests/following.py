"""Reading what `--log-json` wrote, against the page that explains it."""

import json
import re
from datetime import UTC, datetime
from typing import Any, get_args

from baremo.run.events import Event
from building import ROOT

PAGE = ROOT / "docs/observability.md"
COMMON = ["time", "level", "event"]
EVENTS: dict[str, Any] = {event.event: event for event in get_args(Event)}


def documented() -> dict[str, list[str]]:
    """The fields of each event, as the page has them."""
    sections = re.split(r"^### `([\w.]+)`$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    texts = dict(zip(sections[::2], sections[1::2], strict=True))
    return {name: re.findall(r"^\| `(\w+)` \|", text.split("\n## ")[0], re.MULTILINE) for name, text in texts.items()}


def followed(written: str) -> list[dict[str, Any]]:
    """Every line is an event of the page, whole; an event that began a run is followed by one that ends it."""
    fields = documented()
    events = [json.loads(line) for line in written.splitlines()]
    for event in events:
        assert list(event) == COMMON + list(EVENTS[event["event"]].__struct_fields__)
        assert sorted(event) == sorted(COMMON + fields[event["event"]])
        assert event["level"] == EVENTS[event["event"]].level
        at = datetime.fromisoformat(event["time"])
        assert at.tzinfo == UTC
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event["time"])
    turns = [event["event"] for event in events if event["event"] in ("run.started", "run.stopped", "run.finished")]
    assert turns in ([], ["run.started", "run.stopped"], ["run.started", "run.finished"])
    return events


def named(events: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == name]
