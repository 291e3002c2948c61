"""The reply cache: what was put comes back exactly, for everyone at once, and nothing damaged ever does."""

import hashlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from baremo.core.ask import Chances, Finish, Reply, Usage
from baremo.errors import BusyError, SetupError, StorageError
from baremo.store import cache as room
from baremo.store.cache import EVERY, Pruned, ReplyCache, Shelf, cache_path

NOW = "2025-06-01T12:00:00+00:00"
WHOLE = Reply(
    text='{"marks": ["“Grüß Gott” 🙂 \u2028 \u202e \x00"]}\n',
    model="gpt-4.1-2025-04-14",
    finish=Finish.LENGTH,
    usage=Usage(input=3000, output=500, cached=2048, written=16),
    chances=(
        Chances(criterion="Empathy", levels=((Fraction(20), 0.1), (Fraction(193, 3), 1e-320)), covered=0.1 + 0.2),
        Chances(criterion="Größe", levels=(), covered=-0.0),
    ),
    notes=("turn 3 was cut", "日本"),
)
WRITER = """
import hashlib, sys
from pathlib import Path
from baremo.core.ask import Reply
from baremo.store.cache import ReplyCache
path, name, first, last = sys.argv[1:]
with ReplyCache.open(Path(path)) as cache:
    print("open", flush=True)
    sys.stdin.readline()
    for number in range(int(first), int(last)):
        key = "reply-v1:" + hashlib.sha256(str(number).encode()).hexdigest()
        cache.put(key, name, Reply(text=f"{name} says {number}"), "2025-06-01T12:00:00+00:00")
        print(number, flush=True)
"""


def key(number: int) -> str:
    return "reply-v1:" + hashlib.sha256(str(number).encode()).hexdigest()


def reply(number: int) -> Reply:
    return structs.replace(WHOLE, text=f"Reply {number}: „ja“")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "replies.sqlite"


@pytest.fixture
def opened(path: Path) -> Iterator[ReplyCache]:
    with ReplyCache.open(path) as cache:
        yield cache


def filled(path: Path, count: int) -> None:
    with ReplyCache.open(path) as cache:
        for number in range(count):
            cache.put(key(number), f"openai:m{number % 2}", reply(number), NOW)


def edit(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(statement, values).rowcount == 1


def writer(path: Path, name: str, first: int, last: int) -> "subprocess.Popen[str]":
    """A process that has the cache open and begins to put when it is given a line."""
    command = [sys.executable, "-c", WRITER, str(path), name, str(first), str(last)]
    started = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert started.stdout
    assert started.stdout.readline() == "open\n"
    return started


def begin(process: "subprocess.Popen[str]") -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


@pytest.mark.parametrize("kept", [WHOLE, Reply(text=""), Reply(text="no JSON", usage=Usage(input=1, output=0))])
def test_a_reply_comes_back_whole_before_and_after_it_is_committed(path: Path, kept: Reply) -> None:
    with ReplyCache.open(path) as cache:
        assert cache.get(key(1)) is None
        cache.put(key(1), "openai:m", kept, NOW)
        assert cache.get(key(1)) == kept
        cache.flush()
        assert cache.get(key(1)) == kept
    with ReplyCache.open(path) as cache:
        assert repr(cache.get(key(1))) == repr(kept)
        assert cache.get(key(2)) is None
        assert cache.damaged == 0


FLOATS = st.floats(allow_nan=False, allow_infinity=False)
REPLIES = st.builds(
    Reply,
    text=st.text(),
    model=st.text(),
    finish=st.sampled_from(Finish),
    usage=st.none() | st.builds(Usage, input=st.integers(), output=st.integers(min_value=0)),
    chances=st.lists(
        st.builds(
            Chances,
            criterion=st.text(),
            levels=st.lists(st.tuples(st.fractions(), FLOATS), max_size=5).map(tuple),
            covered=FLOATS,
        ),
        max_size=3,
    ).map(tuple),
    notes=st.lists(st.text(), max_size=3).map(tuple),
)


@pytest.mark.property
@given(kept=REPLIES, judge=st.text())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_reply_comes_back_as_it_was(opened: ReplyCache, kept: Reply, judge: str) -> None:
    own = f"reply-v1:{hashlib.sha256(repr((kept, judge)).encode()).hexdigest()}"
    opened.put(own, judge, kept, NOW)
    opened.flush()
    assert opened.get(own) == kept


@pytest.mark.parametrize(
    "chances",
    [
        Chances(criterion="Empathy", levels=((Fraction(20), float("nan")),), covered=1.0),
        Chances(criterion="Empathy", levels=((Fraction(20), 1.0),), covered=float("inf")),
    ],
)
def test_what_json_cannot_hold_is_refused_and_not_kept(path: Path, chances: Chances) -> None:
    with ReplyCache.open(path) as cache:
        with pytest.raises(ValueError, match="no numbers"):
            cache.put(key(1), "openai:m", Reply(text="", chances=(chances,)), NOW)
        with pytest.raises(UnicodeEncodeError):
            cache.put(key(1), "openai:m", Reply(text="\ud800"), NOW)
        assert cache.get(key(1)) is None


@pytest.mark.parametrize("wrong", ["", "abc", "reply-v1:", "reply-v1:XYZ", "Reply:aa", "reply-v1:aa ", "a:b:aa"])
def test_a_key_names_its_recipe(path: Path, wrong: str) -> None:
    with ReplyCache.open(path) as cache, pytest.raises(ValueError, match="recipe:hex"):
        cache.put(wrong, "openai:m", WHOLE, NOW)


def test_the_first_reply_stays(path: Path) -> None:
    with ReplyCache.open(path) as cache:
        cache.put(key(1), "openai:m", reply(1), NOW)
        cache.put(key(1), "openai:m", reply(2), NOW)
        assert cache.get(key(1)) == reply(1)
        cache.flush()
        cache.put(key(1), "openai:m", reply(3), NOW)
        assert cache.get(key(1)) == reply(1)
    with ReplyCache.open(path) as cache:
        assert cache.get(key(1)) == reply(1)


def test_puts_are_committed_by_the_batch_and_others_see_them_at_once(path: Path) -> None:
    with ReplyCache.open(path) as ours, ReplyCache.open(path) as theirs:
        for number in range(EVERY - 1):
            ours.put(key(number), "openai:m", reply(number), NOW)
        assert theirs.get(key(0)) is None
        ours.put(key(EVERY), "openai:m", reply(EVERY), NOW)
        assert theirs.get(key(0)) == reply(0)
        assert theirs.get(key(EVERY)) == reply(EVERY)


def test_a_put_that_comes_late_is_committed_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(room, "monotonic", lambda: clock[0])
    with ReplyCache.open(path) as ours, ReplyCache.open(path) as theirs:
        for at, seen in ((4.9, False), (5.0, True), (9.9, False), (10.0, True)):
            clock[0] = at
            ours.put(key(int(at * 10)), "openai:m", WHOLE, NOW)
            assert (theirs.get(key(int(at * 10))) is not None) is seen
        assert theirs.get(key(49)) == WHOLE


def test_two_processes_write_at_once(path: Path) -> None:
    both = [writer(path, "first", 0, 600), writer(path, "second", 300, 900)]
    for process in both:
        begin(process)
    for process in both:
        process.communicate(timeout=60)
        assert process.returncode == 0
    with ReplyCache.open(path) as cache:
        texts = [found.text if (found := cache.get(key(number))) else "" for number in range(900)]
        assert texts[:300] == [f"first says {number}" for number in range(300)]
        assert texts[600:] == [f"second says {number}" for number in range(600, 900)]
        for number in range(300, 600):
            assert texts[number] in (f"first says {number}", f"second says {number}")
        assert list(cache.check()) == [None] * 900


def test_many_open_a_new_cache_at_once(path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(path)]
    crowd = [
        subprocess.Popen([*command, f"m{one}", "0", "5"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for one in range(6)
    ]
    for process in crowd:
        process.communicate(b"\n", timeout=60)
    assert [process.returncode for process in crowd] == [0] * 6
    with ReplyCache.open(path) as cache:
        assert sum(shelf.replies for shelf in cache.shelves()) == 5


@pytest.mark.parametrize("killed_after", [1, 63, 64, 500])
def test_a_killed_writer_loses_its_last_63_replies_at_most_and_harms_nothing(path: Path, killed_after: int) -> None:
    filled(path, 10)
    process = writer(path, "victim", 1000, 1_000_000)
    begin(process)
    assert process.stdout
    put = [int(process.stdout.readline()) for _ in range(killed_after)]
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=60)
    with ReplyCache.open(path) as cache:
        assert not any(cache.check())
        assert [cache.get(key(number)) for number in range(10)] == [reply(number) for number in range(10)]
        for number in put[: killed_after - EVERY + 1] if killed_after >= EVERY else []:
            assert cache.get(key(number)) == Reply(text=f"victim says {number}")
        cache.put(key(10), "openai:m", reply(10), NOW)
    with ReplyCache.open(path) as cache:
        assert cache.get(key(10)) == reply(10)


def test_a_run_goes_on_while_another_process_holds_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "BRIEF", 0.0)
    monkeypatch.setattr(room, "PATIENCE", 0.0)
    with ReplyCache.open(path) as cache, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for number in range(EVERY * 2 + 1):
            cache.put(key(number), "openai:m", reply(number), NOW)
        assert cache.get(key(0)) == reply(0)
        with pytest.raises(BusyError, match="another process"):
            cache.flush()
        other.execute("ROLLBACK")
        cache.flush()
        assert other.execute("SELECT count(*) FROM replies").fetchone() == (EVERY * 2 + 1,)


@pytest.mark.parametrize("what", [KeyboardInterrupt, sqlite3.DatabaseError, SetupError])
def test_a_commit_that_failed_midway_can_be_made_up_for(
    path: Path, what: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path, 1)
    edit(path, "UPDATE replies SET at = 'x'")

    def interrupt(_: object) -> Reply:
        raise what([])

    with ReplyCache.open(path) as cache:
        assert cache.get(key(0)) is None
        cache.put(key(0), "openai:m", reply(0), NOW)
        with monkeypatch.context() as patched:
            patched.setattr(room, "reply_of", interrupt)
            with pytest.raises(SetupError if what is sqlite3.DatabaseError else what):
                cache.flush()
        cache.flush()
    with ReplyCache.open(path) as cache:
        assert cache.get(key(0)) == reply(0)


EDITS = ("other", "cut", "longer", "one byte", "null", "blob", "number")
CELLS = ("key", "judge", "at", "input", "output", "reply", "checksum")


def another(cell: object, how: str, luck: random.Random) -> object:
    """A cell's content after an accident."""
    data = cell if isinstance(cell, bytes) else str(cell).encode()
    at = luck.randrange(len(data))
    if how == "one byte":
        changed = bytes([*data[:at], data[at] ^ (1 << luck.randrange(8)), *data[at + 1 :]])
    elif how == "cut":
        changed = data[:at]
    elif how == "longer":
        changed = data + b" "
    else:
        return {"null": None, "blob": b"\xff", "number": luck.randrange(10**6, 10**9), "other": "other"}[how]
    return changed if isinstance(cell, bytes) else changed.decode(errors="surrogateescape")


def accidents(path: Path, seed: int, count: int) -> Iterator[tuple[int, str]]:
    """Single cells changed one after the other, each put right before the next."""
    luck = random.Random(seed)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        while count:
            row, column, how = luck.randrange(1, 21), luck.choice(CELLS), luck.choice(EDITS)
            (before,) = db.execute(f"SELECT {column} FROM replies WHERE rowid = ?", (row,)).fetchone()
            after = another(before, how, luck)
            if column in ("input", "output") and how in ("cut", "longer"):
                continue  # SQLite reads '3000 ' as the same number
            if after is None and column not in ("input", "output"):
                continue  # SQLite itself refuses it
            if isinstance(after, str):
                value, cast = after.encode(errors="surrogateescape"), "CAST(? AS TEXT)"
            else:
                value, cast = after, "?"  # type: ignore[assignment]
            db.execute(f"UPDATE replies SET {column} = {cast} WHERE rowid = ?", (value, row))
            yield row, f"{column}: {before!r} to {after!r}"
            db.execute(f"UPDATE replies SET {column} = ? WHERE rowid = ?", (before, row))
            count -= 1


def every_accident_is_noticed(path: Path, seed: int, count: int) -> None:
    met = 0
    with ReplyCache.open(path) as cache:
        for row, what in accidents(path, seed, count):
            assert [found.row for found in cache.check() if found] == [row], what
            for number in range(20):
                assert cache.get(key(number)) == (None if number == row - 1 else reply(number)), what
            met += 1
        assert not any(cache.check())
    assert met == count


def test_200_single_cells_changed_at_random_are_all_noticed(path: Path) -> None:
    filled(path, 20)
    every_accident_is_noticed(path, seed=4, count=200)


@pytest.mark.property
@given(seed=st.integers(min_value=0))
@settings(max_examples=settings().max_examples // 20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_single_cell_changed_is_noticed(path: Path, seed: int) -> None:
    if not path.exists():
        filled(path, 20)
    every_accident_is_noticed(path, seed, count=20)


def test_bytes_changed_at_random_never_give_a_wrong_reply(path: Path) -> None:
    filled(path, 20)
    sound, luck = path.read_bytes(), random.Random(4)
    refused: list[str] = []
    missed = 0
    for _ in range(200):
        harmed = bytearray(sound)
        harmed[luck.randrange(len(harmed))] ^= 1 << luck.randrange(8)
        path.write_bytes(harmed)
        try:
            with ReplyCache.open(path) as cache:
                for number in range(20):
                    found = cache.get(key(number))
                    assert found in (None, reply(number))
                    missed += found is None
        except SetupError as error:
            refused.append(str(error))
    assert missed
    assert refused
    assert all(str(path) in told and "--no-cache" in told for told in refused)


def test_a_reply_under_another_key_is_no_reply(path: Path) -> None:
    filled(path, 2)
    edit(path, "DELETE FROM replies WHERE key = ?", key(0))
    edit(path, "UPDATE replies SET key = ? WHERE key = ?", key(0), key(1))
    with ReplyCache.open(path) as cache:
        assert cache.get(key(0)) is None
        assert cache.get(key(1)) is None
        assert cache.damaged == 1


def test_a_damaged_row_counts_as_absent_and_is_mended_by_the_next_put(path: Path) -> None:
    filled(path, 3)
    edit(path, "UPDATE replies SET reply = 'x' WHERE key = ?", key(1))
    with ReplyCache.open(path) as cache:
        assert cache.get(key(1)) is None
        assert cache.get(key(1)) is None
        assert cache.damaged == 1
        cache.put(key(1), "openai:m", reply(5), NOW)
        assert cache.get(key(1)) == reply(5)
    with ReplyCache.open(path) as cache:
        assert cache.get(key(1)) == reply(5)
        assert cache.damaged == 0


def test_a_row_that_another_process_mended_first_stays(path: Path) -> None:
    filled(path, 1)
    edit(path, "UPDATE replies SET judge = CAST(x'ff' AS TEXT)")
    with ReplyCache.open(path) as ours, ReplyCache.open(path) as theirs:
        for cache, mended in ((ours, 1), (theirs, 2)):
            assert cache.get(key(0)) is None
            cache.put(key(0), "openai:m", reply(mended), NOW)
        theirs.flush()
        ours.flush()
        assert ours.get(key(0)) == reply(2)


def test_a_reply_of_a_shape_that_is_not_known_is_absent(path: Path) -> None:
    """As a later version may write it."""
    with ReplyCache.open(path) as cache:
        cache.put(key(0), "openai:m", Reply(text=7), NOW)  # type: ignore[arg-type]
        cache.flush()
        assert cache.get(key(0)) is None


def test_what_is_kept_by_judge(path: Path) -> None:
    with ReplyCache.open(path) as cache:
        assert cache.shelves() == []
        cache.put(key(1), "openai:a", Reply(text="é", usage=Usage(input=10, output=2)), "2025-01-01T00:00:00+00:00")
        cache.put(key(2), "openai:a", Reply(text="é"), "2025-01-03T00:00:00+00:00")
        cache.put(key(3), "gemini:b", Reply(text="", usage=Usage(input=2**70, output=1)), NOW)
        first, second = cache.shelves()
    assert first == Shelf(
        judge="gemini:b", replies=1, size=first.size, oldest=NOW, newest=NOW, input=0, output=1, uncounted=1
    )
    assert second == Shelf(
        judge="openai:a",
        replies=2,
        size=second.size,
        oldest="2025-01-01T00:00:00+00:00",
        newest="2025-01-03T00:00:00+00:00",
        input=10,
        output=2,
        uncounted=1,
    )
    assert second.size > 2 * len('{"text":"é"}'.encode())


def test_a_damaged_row_can_still_be_listed(path: Path) -> None:
    filled(path, 2)
    edit(path, "UPDATE replies SET judge = CAST(x'ff41' AS TEXT), at = x'00', input = 'x' WHERE key = ?", key(0))
    with ReplyCache.open(path) as cache:
        assert [(shelf.judge, shelf.input) for shelf in cache.shelves()] == [("openai:m1", 3000), ("?A", 0)]


def test_pruning_takes_out_what_is_named_and_gives_the_space_back(path: Path) -> None:
    with ReplyCache.open(path) as cache:
        for number in range(400):
            at = f"2025-0{number % 4 + 1}-01T00:00:00+00:00"
            cache.put(key(number), f"openai:m{number % 2}", reply(number), at)
        assert cache.prune(before="2025-01-01T00:00:00+00:00") == Pruned(replies=0, freed=0)
        full = cache.size
        pruned = cache.prune(before="2025-03-01T00:00:00+00:00", judge="openai:m0")
        assert (pruned.replies, pruned.freed) == (100, full - cache.size)
        assert pruned.freed > 0
        assert [cache.get(key(number)) is None for number in range(4)] == [True, False, False, False]
        assert cache.prune(before="2025-03-01T00:00:00+00:00").replies == 100
        assert cache.prune(judge="openai:m0").replies == 100
        assert cache.prune().replies == 100
        assert cache.shelves() == []
        assert path.stat().st_size <= 4 * 4096 < full
    assert b"Reply 3" not in path.read_bytes()


def test_damaged_rows_can_be_pruned_alone(path: Path) -> None:
    filled(path, 5)
    for number in (1, 3):
        edit(path, "UPDATE replies SET at = 'x' WHERE key = ?", key(number))
    with ReplyCache.open(path) as cache:
        assert [found.key for found in cache.check() if found] == [key(1), key(3)]
        assert cache.prune_damaged().replies == 2
        assert list(cache.check()) == [None] * 3
        assert cache.prune_damaged() == Pruned(replies=0, freed=0)


def test_what_is_no_cache_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE t (x)")
    text = path.with_name("text.sqlite")
    text.write_text("hello " * 1000, encoding="utf-8")
    for other, what in ((path, "not a reply cache of Baremo"), (text, "cannot be read as a reply cache")):
        before = other.read_bytes(), other.stat().st_mtime_ns
        with pytest.raises(SetupError, match=what) as refused:
            ReplyCache.open(other)
        assert str(other) in str(refused.value)
        assert "--no-cache" in str(refused.value)
        assert (other.read_bytes(), other.stat().st_mtime_ns) == before


def test_a_cache_of_a_later_format_is_left_alone(path: Path) -> None:
    filled(path, 1)
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
        db.commit()
    with pytest.raises(SetupError, match="its format is 99"):
        ReplyCache.open(path)


def test_a_file_that_is_broken_as_a_whole(path: Path) -> None:
    filled(path, 200)
    data = path.read_bytes()
    path.write_bytes(data[:8192] + b"\x55" * (len(data) - 8192))
    with ReplyCache.open(path) as cache:
        for look in (lambda: [cache.get(key(number)) for number in range(200)], lambda: list(cache.check())):
            with pytest.raises(SetupError, match="move it away, or judge with --no-cache"):
                look()


def test_a_harmed_index_is_noticed_though_every_row_is_sound(path: Path) -> None:
    filled(path, 3)
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE type = 'index'").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * 4096 + 3 : (page - 1) * 4096 + 5] = b"\x00\x02"  # it now says that it has two entries
    path.write_bytes(data)
    with ReplyCache.open(path) as cache, pytest.raises(SetupError, match="cannot be read as a reply cache"):
        list(cache.check())


def test_a_file_that_was_emptied_or_never_filled_is_a_new_cache(path: Path) -> None:
    path.touch()
    filled(path, 1)
    with ReplyCache.open(path) as cache:
        assert cache.get(key(0)) == reply(0)


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "replies.sqlite", tmp_path):
        with pytest.raises(SetupError, match="cannot be written") as refused:
            ReplyCache.open(place)
        assert "BAREMO_CACHE" in str(refused.value)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write everywhere, so root becomes nobody for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o777, 0o444), (0o555, 0o444), (0o555, None)])
def test_a_folder_or_file_without_leave_to_write(folder_mode: int, file_mode: int | None) -> None:
    with TemporaryDirectory() as folder:
        place = Path(folder) / "replies.sqlite"
        if file_mode:
            filled(place, 1)
            place.chmod(file_mode)
        Path(folder).chmod(folder_mode)
        with without_privileges(), pytest.raises(SetupError, match="cannot be written") as refused:
            ReplyCache.open(place)
        Path(folder).chmod(0o700)
    assert "BAREMO_CACHE, or judge with --no-cache" in str(refused.value)


def test_a_file_system_that_is_read_only_is_noticed_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, 1)
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3, "connect", lambda place, **options: connect(f"{place.as_uri()}?mode=ro", uri=True, **options)
    )
    with pytest.raises(SetupError, match="cannot be written: attempt to write a readonly database"):
        ReplyCache.open(path)


def test_a_full_disk_is_said_and_what_waits_is_not_lost(path: Path) -> None:
    with ReplyCache.open(path) as cache:
        (limit,) = cache._db.execute("PRAGMA max_page_count").fetchone()
        cache._db.execute("PRAGMA max_page_count = 1")
        for number in range(20):
            cache.put(key(number), "openai:m", reply(number), NOW)
        with pytest.raises(StorageError, match="cannot be written: database or disk is full"):
            cache.flush()
        cache._db.execute(f"PRAGMA max_page_count = {limit}")
        cache.flush()
    with ReplyCache.open(path) as cache:
        assert [cache.get(key(number)) for number in range(20)] == [reply(number) for number in range(20)]


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    place = tmp_path / "new" / "folder" / "replies.sqlite"
    with ReplyCache.open(place) as cache:
        cache.put(key(1), "openai:m", WHOLE, NOW)
        cache.flush()
        files = list(place.parent.iterdir())
        assert len(files) == 3
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
        assert place.parent.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in place.parent.iterdir()] == ["replies.sqlite"]


def test_where_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BAREMO_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    at_home = tmp_path / "home/.cache/baremo/replies.sqlite"
    assert cache_path() == at_home
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/path")
    assert cache_path() == at_home
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_path() == tmp_path / "xdg/baremo/replies.sqlite"
    monkeypatch.setenv("BAREMO_CACHE", "")
    assert cache_path() == tmp_path / "xdg/baremo/replies.sqlite"
    monkeypatch.setenv("BAREMO_CACHE", "~/mine.sqlite")
    assert cache_path() == tmp_path / "home/mine.sqlite"
    assert list(tmp_path.iterdir()) == []
    ReplyCache.open().close()
    assert (tmp_path / "home/mine.sqlite").is_file()


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BAREMO_CACHE", "~nobody-has-this-name/replies.sqlite")
    with pytest.raises(SetupError, match="no home directory"):
        cache_path()
