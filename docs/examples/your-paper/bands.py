"""Doe & Roe (2026), section 4, first design: two bands, y +-1, noise sd about y."""
import numpy as np
from marginlab.worker import serve_data


def bands(n, *, seed, sd):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], n)
    x = np.column_stack([rng.uniform(-1, 1, n), y + sd * rng.normal(size=n)])
    return x, y, 1 / (1 + np.exp(-2 * x[:, 1] / sd**2))


serve_data(bands, truth=True)
