# The three samples of the README of Zeng & Zhang (2023), by R's own generator (R 3.6 or later): one seed a sample, all of
# them from the seed of the README. The program's seed is not used.
source(Sys.getenv("MARGINLAB_WORKER_R"))

points <- function(n, seed) {
  set.seed(seed)
  x1 <- runif(n, -3, 3)
  x2 <- runif(n, -6, 6)
  score <- cbind(-x1 + .1 * x1^2 - .05 * x2^2 + .1, -.2 * x1^2 + .1 * x2^2 - .2, x1 + .1 * x1^2 - .05 * x2^2 + .1)
  truth <- exp(score) / rowSums(exp(score))
  list(x = cbind(x1, x2), truth = truth, y = apply(truth, 1, function(p) which(rmultinom(1, 1, p) == 1)))
}

marginlab_serve_data(function(n_train, n_tune, n_test, seed) {
  set.seed(9036)
  parts <- Map(points, c(n_train, n_tune, n_test), sample.int(100000, 3))
  list(x = do.call(rbind, lapply(parts, `[[`, "x")), y = unlist(lapply(parts, `[[`, "y")),
       truth = do.call(rbind, lapply(parts, `[[`, "truth")))
}, name = "R's draws", truth = TRUE)
