"""Arguments in, exit codes out. What a command does is in other rooms."""
