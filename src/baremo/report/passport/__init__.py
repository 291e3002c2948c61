"""The passport of a judge: all that is known of it as an instrument, as one page and as JSON."""
