"""Records as rows of a table: one per dialogue, per criterion or per turn. How a table is written is not known here."""
