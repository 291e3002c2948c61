"""Which protocol agrees best with people for the same tokens, on the dialogues beside the project where they are there.

`python benchmarks/protocols.py` compares with the embedded judge, on each of four sets of dialogues. Arguments are
handed on to `baremo protocols`, for a judge of your own: `--judge openai:NAME@URL --limit 50 --barem …`.
"""

import sys
from pathlib import Path

from baremo.cli.main import main as baremo

USS = Path(__file__).parents[2] / "shared" / "data" / "uss"
SETS = ("CCPE", "MWOZ", "SGD", "ReDial")


def main(arguments: list[str]) -> int:
    if not USS.is_dir():
        print("protocols: skipped, the marked dialogues are not beside the project (../shared/data/uss)")
        return 0
    worst = 0
    for name in SETS:
        print(f"{name}, marks of people for the dialogue as a whole", flush=True)
        worst = max(worst, baremo(["protocols", str(USS / f"{name}.txt"), *arguments]))
        print(flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
