# Milliseconds of glmnet and of ours for one path of logistic regression with an elastic net, 100 gammas, on the same
# samples and one thread, with the largest relative excess of glmnet's objectives over ours.
#
#   Rscript bench/glmnet_path.R build/release/elastic_net_bench
#
# glmnet is timed at its default threshold, at that with which its objectives come as close as ours are certified to be, and
# with its modified Newton method. A ratio is our time over glmnet's.
suppressMessages(library(glmnet))
arguments <- commandArgs(trailingOnly = TRUE)
folder <- tempfile("glmnet_path")
dir.create(folder)
stopifnot(system2(arguments[1], folder) == 0)
ours <- read.csv(file.path(folder, "ours.csv"))

objective <- function(x, y, b, a, gamma, omega)
  mean(log1p(exp(-y * (a + as.vector(x %*% b))))) + gamma * ((1 - omega) / 2 * sum(b^2) + omega * sum(abs(b)))

for (file in unique(ours$file)) {
  sample <- as.matrix(read.csv(file.path(folder, file), header = FALSE))
  x <- sample[, -1]
  y <- sample[, 1]
  for (omega in c(0.5, 1)) {
    mine <- ours[ours$file == file & ours$omega == omega, ]
    cat(sprintf("%s, omega %.1f   ours %.1f ms, certified to %.1e, %d not converged\n", mine$shape[1], omega,
                mine$path_milliseconds[1], mine$gap[1], mine$unproven[1]))
    for (type in c("Newton", "modified.Newton")) for (thresh in c(1e-7, 1e-10, 1e-12)) {
      times <- replicate(5, {
        begin <- proc.time()
        fit <<- glmnet(x, as.numeric(y > 0), family = "binomial", alpha = omega, lambda = mine$gamma, thresh = thresh,
                       standardize = FALSE, type.logistic = type, maxit = 1e7)
        sum((proc.time() - begin)[1:2])
      })
      theirs <- sapply(seq_along(fit$lambda),
                       function(k) objective(x, y, fit$beta[, k], fit$a0[k], fit$lambda[k], omega))
      excess <- max(theirs / mine$objective[seq_along(theirs)] - 1)
      cat(sprintf("  glmnet %-15s thresh %.0e  %7.1f ms  ratio %5.2f  %3d gammas  excess %.1e\n", type, thresh,
                  1e3 * median(times), mine$path_milliseconds[1] / (1e3 * median(times)), length(fit$lambda), excess))
    }
  }
}
