"""Timing several things in one run, so that whatever else the machine does falls on all of them alike."""

import time
from collections.abc import Callable
from statistics import median, quantiles


def alternate(rounds: int, *actions: Callable[[int], object]) -> list[list[float]]:
    """The seconds that each action took, round by round; each is called with the number of the round."""
    found: list[list[float]] = [[] for _ in actions]
    for number in range(rounds):
        for action, seconds in zip(actions, found, strict=True):
            started = time.perf_counter()
            action(number)
            seconds.append(time.perf_counter() - started)
    return found


def high(seconds: list[float]) -> float:
    """What one in twenty exceeds, in milliseconds."""
    return quantiles(seconds, n=20, method="inclusive")[-1] * 1e3


def milliseconds(seconds: list[float]) -> float:
    """The median in milliseconds."""
    return median(seconds) * 1e3
