"""scikit-learn's LogisticRegression with its defaults: a ridge of C = 1, multinomial for more than two classes."""
from marginlab.worker import serve_sklearn
from sklearn.linear_model import LogisticRegression

serve_sklearn(LogisticRegression(max_iter=1000))
