# Microseconds of CPU per fit of e1071::svm, the program behind the tables of Wang, Shen & Liu (2008), on the samples
# and beside the figures that weighted_grid_bench has just printed and written down.
#
#   Rscript bench/e1071_grid.R build/release/weighted_grid_bench [replications = 2] [n = 100] [one node in = 10]
#
# Every call is the usual one, at the default tolerance 1e-3; it predicts the training points, as ours does.
suppressMessages(library(e1071))
arguments <- commandArgs(trailingOnly = TRUE)
number <- function(k, otherwise) if (length(arguments) >= k) as.integer(arguments[k]) else otherwise
replications <- number(2, 2L)
n <- number(3, 100L)
stride <- number(4, 10L)

folder <- tempfile("e1071_grid")
dir.create(folder)
status <- system2(arguments[1], c(replications, n, folder))
stopifnot(status == 0)
samples <- read.csv(file.path(folder, "samples.csv"))
ours <- read.csv(file.path(folder, "ours.csv"))

# The same nodes as the bench: 60 lambda, ten a decade, times 19 weights, every stride-th of them.
grid <- expand.grid(lambda = 10^(3 - 0.1 * (0:59)), pi = (1:19) / 20)
grid <- grid[seq(1 + stride %/% 2, nrow(grid), by = stride), ]

seconds <- function(sample) {
  x <- as.matrix(sample[, c("x1", "x2")])
  y <- factor(sample$y, levels = c(1, -1))
  begin <- proc.time()[["user.self"]] + proc.time()[["sys.self"]]
  for (k in seq_len(nrow(grid)))
    svm(x, y, scale = FALSE, kernel = if (sample$gaussian[1] == 1) "radial" else "linear",
        gamma = 1 / sample$sigma[1]^2, cost = 1 / grid$lambda[k],
        class.weights = c("1" = 1 - grid$pi[k], "-1" = grid$pi[k]))
  proc.time()[["user.self"]] + proc.time()[["sys.self"]] - begin
}

cat(sprintf("\ne1071 %s at 1 in %d nodes\n", packageVersion("e1071"), stride))
cat("ex kernel    sample      us/fit      e1071   ratio\n")
for (k in seq_len(nrow(ours))) {
  row <- ours[k, ]
  mine <- samples[samples$example == row$example & samples$gaussian == row$gaussian &
                    samples$perturbed == row$perturbed, ]
  total <- sum(vapply(split(mine, mine$replication), seconds, 0))
  theirs <- 1e6 * total / (nrow(grid) * replications)
  cat(sprintf("%d  %s  %s  %8.3f  %9.1f  %6.0f\n", row$example, if (row$gaussian == 1) "gaussian" else "linear  ",
              if (row$perturbed == 1) "perturbed" else "whole    ", row$microseconds, theirs,
              theirs / row$microseconds))
}
unlink(folder, recursive = TRUE)
