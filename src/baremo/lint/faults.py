"""What can be wrong with the meaning of a barem. `load/tree.py` has what can be wrong with its form."""

from enum import Enum, StrEnum


class Severity(StrEnum):
    ERROR = "error"
    """The barem contradicts itself: some mark would be wrong, or some part of it is void."""
    WARNING = "warning"
    """It works, but hardly as it was meant."""


class Fault(Enum):
    """Codes are stable: a fault that is no longer looked for leaves a gap. docs/lint.md has a section for each."""

    WEIGHTS = "B008", "Weights that do not sum"
    SAME_ANCHOR = "B020", "Two levels with the same anchor"
    NEVER_FINAL = "B021", "A level that can never be final"
    UNREACHABLE = "B022", "An overall level that cannot be reached"
    UNLIKE_SCALES = "B023", "A mean of unlike scales"
    SCALE_OUTSIDE = "B024", "An overall scale outside the criteria's"
    DEDUCTED_AWAY = "B025", "A deduction that makes a level unreachable"
    IDLE_RULE = "B026", "A rule that never changes anything"
    ALWAYS = "B027", "A condition that always holds"
    CONTRADICTION = "B028", "Two caps that contradict each other"
    OTHER_NUMBER = "B029", "Words that state another number than the rule"
    OTHER_ROUNDING = "B030", "Two ways of rounding"
    NEVER_ADOPTS = "B031", "A referee that never adopts", Severity.WARNING
    UNUSED = "B032", "A part that nothing uses", Severity.WARNING
    GATE = "B033", "A gate that decides nothing"
    WRONG_MEAN = "B040", "Worked example: a wrong mean"
    WRONG_LEVEL = "B041", "Worked example: a wrong overall level"
    IGNORED_DEDUCTION = "B042", "Worked example: an ignored deduction"
    IGNORED_CAP = "B043", "Worked example: an ignored cap"
    WRONG_SUM = "B044", "Worked example: a sum that is wrong"
    EMPTY_OBJECTION = "B045", "Worked example: a disagreement that proposes the same level"
    NO_EVIDENCE = "B046", "Worked example: an objection without evidence"
    NEVER_SAID = "B047", "Worked example: evidence that is not in its dialogue"
    OTHER_RULING = "B048", "Worked example: a level that the Referee would not give"
    REFUTED = "B049", "Worked example: a stated absence that is refuted"
    UNQUOTED = "B050", "Worked example: marks that quote nothing", Severity.WARNING

    def __init__(self, code: str, meaning: str, severity: Severity = Severity.ERROR) -> None:
        self.code = code
        self.meaning = meaning
        self.severity = severity


def severity_of(code: str) -> Severity:
    """A code that is not ours is one of form, and those are errors."""
    return next((fault.severity for fault in Fault if fault.code == code), Severity.ERROR)
