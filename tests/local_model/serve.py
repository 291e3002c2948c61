"""Serves a model file over HTTP on loopback until standard input closes: `python serve.py MODEL.gguf [PORT]`.

Prints its address when it is ready. It ends with whoever started it, however that one ended, because it reads from it.
"""

import os
import sys
from importlib import import_module


def main(model: str, port: int = 0) -> None:
    llama = import_module("xllamacpp")  # ships no types; imported by name so that checking types does not need it
    params = llama.CommonParams()
    params.model.path = model
    params.model_alias = {"smollm2"}
    params.hostnames = ["127.0.0.1"]
    params.port = port  # 0: a free one
    params.n_ctx = 4096
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.sampling.penalty_repeat = 1.1  # a model this small else goes round in circles
    params.sampling.penalty_last_n = 256
    params.ui = False
    server = llama.Server(params)
    print(server.listening_address, flush=True)
    sys.stdin.read()
    os._exit(0)  # at once: a request under way would otherwise be finished first


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
