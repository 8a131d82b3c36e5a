# svm of the package e1071 with its defaults (radial kernel, cost 1) and probability = TRUE.
source(Sys.getenv("MARGINLAB_WORKER_R"))
marginlab_serve(function(x, y, points, seed, classes) {
  fit <- e1071::svm(x, factor(y), probability = TRUE)
  p <- attr(predict(fit, points, probability = TRUE), "probabilities")
  if (classes == 2) p[, "1"] else p[, as.character(seq_len(classes)), drop = FALSE]  # its columns come in order of appearance
}, name = "e1071::svm", packages = "e1071", classes = c(2, 1000))
