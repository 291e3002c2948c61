"""Tasks with two responses, and the sheets on which somebody has begun to rate them: read from text and data."""
