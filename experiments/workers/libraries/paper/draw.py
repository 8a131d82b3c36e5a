"""Draws n rows: inputs x [n, p], labels y [n] of -1 and +1, and the true P(Y = +1) [n]. The first are for training."""
import numpy as np
from marginlab.worker import serve_data


def bands(n, *, seed, sd):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], n)
    x = np.column_stack([rng.uniform(-1, 1, n), y + sd * rng.normal(size=n)])
    return x, y, 1 / (1 + np.exp(-2 * x[:, 1] / sd**2))


serve_data(bands, truth=True)
