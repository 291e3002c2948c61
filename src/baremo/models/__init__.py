"""Who answers asks: the embedded judge, language models over HTTP, scripts."""
