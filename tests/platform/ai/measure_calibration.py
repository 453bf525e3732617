"""Measures `WORDLLAMA_256` of momo.platform.ai.calibration: prints its two constants and the AUC.

Related pairs: neighbouring turns, and a question with each turn that answers it. Unrelated pairs:
the same turns and questions with a turn from another conversation, drawn with a fixed seed.

    python tests/platform/ai/measure_calibration.py [../shared/data/locomo/dev.json]
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from momo.platform.ai.offline import WordLlamaEmbeddings

DATA = Path(__file__).resolve().parents[3] / "../shared/data/locomo/dev.json"
Cosines = NDArray[np.float64]


def sessions(conversation: dict[str, Any]) -> Iterator[list[dict[str, str]]]:
    for value in conversation.values():
        if isinstance(value, list):
            yield [turn for turn in value if turn["text"]]


def measure(path: Path) -> tuple[float, float, float]:
    """Return the median unrelated cosine, the cosine at even odds, and the AUC."""
    left: list[str] = []
    right: list[str] = []
    turns: list[str] = []
    home: list[int] = []  # the conversation of each in `left`
    turn_home: list[int] = []
    for number, sample in enumerate(json.loads(path.read_text())):
        by_id: dict[str, str] = {}
        for session in sessions(sample["conversation"]):
            texts = [turn["text"] for turn in session]
            by_id |= {turn["dia_id"]: turn["text"] for turn in session}
            left += texts[:-1]
            right += texts[1:]
            turns += texts
        for question in sample["qa"]:
            answers = [by_id[i] for i in question["evidence"] if i in by_id]
            if question["category"] != 5:
                left += [question["question"]] * len(answers)
                right += answers
        home += [number] * (len(left) - len(home))
        turn_home += [number] * (len(turns) - len(turn_home))
    embed = WordLlamaEmbeddings().embed
    from_rows = embed(left)
    draw = np.random.default_rng(0).integers(0, len(turns), len(left))
    elsewhere = np.array(turn_home)[draw] != np.array(home)
    related = cosines(from_rows, embed(right))
    unrelated = cosines(from_rows, embed(turns)[draw])[elsewhere]
    return float(np.median(unrelated)), *even_odds(related, unrelated)


def cosines(a: NDArray[np.float32], b: NDArray[np.float32]) -> Cosines:
    return np.asarray(np.einsum("ij,ij->i", a, b), dtype=np.float64)


def even_odds(related: Cosines, unrelated: Cosines) -> tuple[float, float]:
    """Fit a logistic regression with even priors by Newton's method; return (cosine, AUC)."""
    x = np.concatenate([related, unrelated])
    y = np.repeat([1.0, 0.0], [len(related), len(unrelated)])
    weight = np.where(y == 1, 0.5 / len(related), 0.5 / len(unrelated))
    design = np.column_stack([x, np.ones_like(x)])
    slope_and_offset = np.zeros(2)
    for _ in range(30):
        odds = 1 / (1 + np.exp(-design @ slope_and_offset))
        gradient = design.T @ (weight * (y - odds))
        curvature = (design * (weight * odds * (1 - odds))[:, None]).T @ design
        slope_and_offset += np.linalg.solve(curvature, gradient)
    below = np.searchsorted(np.sort(unrelated), related)
    auc = below.mean() / len(unrelated)
    return float(-slope_and_offset[1] / slope_and_offset[0]), float(auc)


if __name__ == "__main__":
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    unrelated, even, auc = measure(source)
    sys.stdout.write(f"unrelated={unrelated:.3f} even={even:.3f} AUC={auc:.3f}\n")
