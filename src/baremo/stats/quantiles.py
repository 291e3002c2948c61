"""Where distributions are cut: normal and Student's."""

from math import sqrt
from statistics import NormalDist


def normal_quantile(confidence: float) -> float:
    """So many standard errors on both sides hold `confidence` of a normal distribution."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def student_quantile(confidence: float, freedom: int) -> float:
    """The same for Student's distribution, by the expansion of Cornish and Fisher: to three decimals from ten degrees
    of freedom on."""
    z, n = normal_quantile(confidence), freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def wilson(share: float, count: float, confidence: float) -> tuple[float, float]:
    """An interval for a share that was seen in so many independent cases: never empty, never beyond 0 and 1."""
    z = normal_quantile(confidence)
    middle = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    error = z / (1 + z**2 / count) * sqrt(max(share * (1 - share), 0.0) / count + z**2 / (4 * count**2))
    return max(0.0, middle - error), min(1.0, middle + error)
