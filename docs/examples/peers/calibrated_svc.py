"""scikit-learn's CalibratedClassifierCV of a support vector machine, as a method of a marginlab study."""
from marginlab.worker import serve_sklearn
from sklearn.calibration import CalibratedClassifierCV
from sklearn.svm import SVC

serve_sklearn(CalibratedClassifierCV(SVC(), ensemble=False))
