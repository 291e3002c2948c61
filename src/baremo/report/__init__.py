"""Records as people and programs read them: the documents' JSON, terminal tables, summaries."""
