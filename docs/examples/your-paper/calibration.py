"""Doe & Roe (2026), section 5: how far the shares of positives are from the probabilities, in five bins of equal width."""
import numpy as np
from marginlab.worker import serve_metric


def calibration(y, probability, *, seed, bins):
    bin_of = np.minimum((probability * bins).astype(int), bins - 1)
    off = [abs((y[bin_of == b] > 0).mean() - probability[bin_of == b].mean()) * (bin_of == b).mean() for b in np.unique(bin_of)]
    return {"calibration": sum(off)}


serve_metric(calibration)
