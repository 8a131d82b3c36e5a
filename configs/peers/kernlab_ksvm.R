# ksvm of the package kernlab with its defaults (radial kernel of a sampled width, C = 1) and prob.model = TRUE.
source(Sys.getenv("MARGINLAB_WORKER_R"))
marginlab_serve(function(x, y, points, seed, classes) {
  fit <- kernlab::ksvm(x, factor(y), prob.model = TRUE)
  p <- kernlab::predict(fit, points, type = "probabilities")
  if (classes == 2) p[, "1"] else p[, as.character(seq_len(classes)), drop = FALSE]
}, name = "kernlab::ksvm", packages = "kernlab", classes = c(2, 1000))
