"""Pure: was it said, by whom, where? Every claim of a judge is looked up in the transcript here."""
