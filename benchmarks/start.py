"""How soon `baremo --help` appears, beside a bare interpreter's start in the same run."""

import statistics
import subprocess
import sys
import time

ROUNDS = 40


def median(*command: str) -> float:
    seconds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def main() -> None:
    bare, shown = median("-c", "pass"), median("-m", "baremo", "--help")
    print(f"start, median of {ROUNDS}")
    print(f"  bare interpreter   {bare * 1000:6.1f} ms")
    print(f"  baremo --help      {shown * 1000:6.1f} ms  {shown / bare:.2f} × bare")


if __name__ == "__main__":
    main()
