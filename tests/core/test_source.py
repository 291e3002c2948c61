from baremo.core.source import Place, Source
from building import barem


def test_a_part_without_a_place_of_its_own_stands_where_the_part_around_it_stands() -> None:
    top, rules = Place(file="a.yaml", line=1, text=""), Place(file="a.yaml", line=9, text="")
    source = Source(barem=barem(), places={"": top, "rules": rules})
    assert source.place("rules.deduct.points") == source.place("rules") == rules
    assert source.place("criteria.Empathy") == top
