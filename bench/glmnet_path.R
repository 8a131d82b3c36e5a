# Milliseconds of glmnet and of ours for one path of logistic regression with an elastic net, 100 gammas at 72 x 3571, on
# one sample and one thread, with the largest relative excess of glmnet's objectives over ours.
#
#   Rscript bench/glmnet_path.R build/release/elastic_net_bench
#
# glmnet is timed at its default threshold, at that with which its objectives come as close as ours are certified to be, and
# with its modified Newton method.
suppressMessages(library(glmnet))
arguments <- commandArgs(trailingOnly = TRUE)
folder <- tempfile("glmnet_path")
dir.create(folder)
stopifnot(system2(arguments[1], folder) == 0)
sample <- as.matrix(read.csv(file.path(folder, "sample.csv"), header = FALSE))
ours <- read.csv(file.path(folder, "ours.csv"))
x <- sample[, -1]
y <- sample[, 1]

objective <- function(b, a, gamma, omega)
  mean(log1p(exp(-y * (a + x %*% b)))) + gamma * ((1 - omega) / 2 * sum(b^2) + omega * sum(abs(b)))

for (omega in unique(ours$omega)) {
  mine <- ours[ours$omega == omega, ]
  cat(sprintf("omega %.1f   ours %.1f ms, certified to %.1e\n", omega, mine$path_milliseconds[1], mine$gap[1]))
  for (type in c("Newton", "modified.Newton")) for (thresh in c(1e-7, 1e-10, 1e-12)) {
    times <- replicate(5, {
      begin <- proc.time()
      fit <<- glmnet(x, as.numeric(y > 0), family = "binomial", alpha = omega, lambda = mine$gamma, thresh = thresh,
                     standardize = FALSE, type.logistic = type, maxit = 1e7)
      sum((proc.time() - begin)[1:2])
    })
    theirs <- sapply(seq_along(fit$lambda), function(k) objective(fit$beta[, k], fit$a0[k], fit$lambda[k], omega))
    excess <- max(theirs / mine$objective[seq_along(theirs)] - 1)
    cat(sprintf("  glmnet %-15s thresh %.0e  %6.1f ms  %3d gammas  excess %.1e\n", type, thresh, 1e3 * median(times),
                length(fit$lambda), excess))
  }
}
