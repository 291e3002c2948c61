"""How soon `baremo --help` appears, beside a bare interpreter's start: the two take turns, so noise meets both."""

import statistics
import subprocess
import sys
import time

ROUNDS = 60


def seconds(*command: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main() -> None:
    bare, shown = zip(*((seconds("-c", "pass"), seconds("-m", "baremo", "--help")) for _ in range(ROUNDS)), strict=True)
    ratio = statistics.median(shown) / statistics.median(bare)
    print(f"start, median of {ROUNDS}")
    print(f"  bare interpreter   {statistics.median(bare) * 1000:6.1f} ms")
    print(f"  baremo --help      {statistics.median(shown) * 1000:6.1f} ms  {ratio:.2f} × bare")


if __name__ == "__main__":
    main()
