"""The built-in barems, as data: one YAML file each, with the dialogues of their worked examples beside them."""
