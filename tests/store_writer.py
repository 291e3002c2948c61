"""A writer of a run in a store, as a process of its own: `python store_writer.py ADDRESS NAME WHAT COUNT`."""

import sys
import time

from baremo.store.opening import opened
from baremo.store.place import Stored
from building import dialogue
from shelves import record


def main(address: str, name: str, what: str, count: int) -> None:
    names = [str(number) for number in range(count)]
    with opened(Stored(name=name, store=address), write=True) as run:
        print("ready", flush=True)
        sys.stdin.readline()  # all begin at once
        if what == "hold":
            print(*sorted(run.claim(names)), flush=True)
            time.sleep(600)
        for start in range(0, count, 5):
            some = names[start : start + 5]
            mine = run.claim(some) if what == "claim" else set(some)
            made = [
                record(dialogue("S: Hello.", "U: I am so happy.", "S: Is that all?", case=one)) for one in sorted(mine)
            ]
            kept = run.append(made, now="now")
            print(*(one.dialogue.id for one in kept), flush=True)


main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
