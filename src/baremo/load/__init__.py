"""The rim: files in. Barems from YAML, dialogues from every format people keep them in."""
