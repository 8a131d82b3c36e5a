# randomForest of the package randomForest with its defaults: the shares of votes of 500 trees.
source(Sys.getenv("MARGINLAB_WORKER_R"))
marginlab_serve(function(x, y, points, seed, classes) {
  fit <- randomForest::randomForest(x, factor(y))
  p <- predict(fit, points, type = "prob")
  if (classes == 2) p[, "1"] else p[, as.character(seq_len(classes)), drop = FALSE]
}, name = "randomForest", packages = "randomForest", classes = c(2, 1000))
