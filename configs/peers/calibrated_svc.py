"""scikit-learn's CalibratedClassifierCV of a support vector machine; `method` is sigmoid or isotonic."""
from marginlab.worker import serve_sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.svm import SVC

serve_sklearn(CalibratedClassifierCV(SVC(), ensemble=False))
