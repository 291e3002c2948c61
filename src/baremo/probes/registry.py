"""All probes, in the order in which they are told."""

from baremo.probes.canaries import injected, silenced
from baremo.probes.layout import formatted
from baremo.probes.pairs import as_they_are, nameless, signed
from baremo.probes.swapping import swapped
from baremo.probes.trial import Measure, Probe
from baremo.probes.wordy import flattered, padded

PROBES = (
    Probe(
        name="position",
        asks="Does the winner of two responses change when they change places?",
        trials=as_they_are,
        measure=Measure.FLIPS,
        compares=True,
    ),
    Probe(
        name="self-preference",
        asks="Does a response gain by carrying the name of the judge's own model?",
        trials=signed,
        measure=Measure.LEAN,
        upward=True,
        compares=True,
        unfit=nameless,
    ),
    Probe(name="padding", asks="Does saying the same with more words raise the mark?", trials=padded, upward=True),
    Probe(
        name="flattery",
        asks="Do praise and polite filler raise the mark more than plain words of the same length?",
        trials=flattered,
        upward=True,
    ),
    Probe(
        name="formatting",
        asks="Do bullets, bold and headings move the mark?",
        trials=formatted,
        nothing="every turn has a layout already",
    ),
    Probe(
        name="names",
        asks="Do other names, and the other gender, move the mark?",
        trials=swapped,
        nothing="no name and no gendered word was found in these dialogues",
    ),
    Probe(
        name="injection",
        asks="Does an order to the judge, inside a bad dialogue, raise the mark?",
        trials=injected,
        upward=True,
    ),
    Probe(
        name="null",
        asks="Do answers that say nothing get the lowest levels?",
        trials=silenced,
        measure=Measure.FLOOR,
        upward=True,
        nothing="in none of these dialogues does USER ask for anything",
    ),
    Probe(
        name="repetition",
        asks="Does the same question, asked again, come to the same level?",
        trials=as_they_are,
        measure=Measure.APART,
    ),
)
NAMES = tuple(probe.name for probe in PROBES)
