"""Doe & Roe (2026), section 4, second design: p falls with the distance from the centre."""
import numpy as np
from marginlab.worker import serve_data


def ring(n, *, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (n, 2))
    p = 1 / (1 + np.exp(6 * (np.hypot(x[:, 0] + 0.4, x[:, 1]) - 0.7)))
    return x, np.where(rng.uniform(size=n) < p, 1.0, -1.0), p


serve_data(ring, truth=True)
