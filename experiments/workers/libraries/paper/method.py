"""Learns from x [n, p] and y [n]; answers P(Y = +1) at the points [m]."""
import numpy as np
from marginlab.worker import serve


def mine(x, y, points, *, seed, steepness):
    if len(np.unique(y)) < 2:
        raise ValueError("one class only")

    def far(centre):
        return ((points - centre) ** 2).sum(axis=1)

    score = far(x[y < 0].mean(axis=0)) - far(x[y > 0].mean(axis=0))
    return 1 / (1 + np.exp(-steepness * score))


serve(mine)
