"""From dialogues that people marked to a judge: what is read, fitted, measured out of fold, and kept."""
