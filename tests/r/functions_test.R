# The three functions of r/marginlab.R, asked of a file and a small study:  Rscript functions_test.R TREE
tree <- commandArgs(TRUE)[1]
source(file.path(tree, "r/marginlab.R"))
folder <- tempfile()
dir.create(folder)
setwd(folder)

set.seed(1)
colours <- c("red", "green, \"dark\"", "blue")
mine <- data.frame(width = rnorm(60), colour = sample(colours, 60, TRUE), depth = rnorm(60))
mine$kind <- ifelse(mine$width + rnorm(60) > 0, "yes", "no")
write.csv(mine, "mine.csv", row.names = FALSE)
mine <- read.csv("mine.csv")
marginlab_call(c("fit", "--data", "mine.csv", "--model", "m.h5", "encoding=occurring"))

# The bits of the command line, in any company, and with columns in another order.
marginlab_call(c("predict", "m.h5", "mine.csv", "--out", "p.csv"))
theirs <- read.csv("p.csv")$probability_yes
stopifnot(length(theirs) == 60, all(is.finite(theirs)))
stopifnot(identical(marginlab_predict("m.h5", mine)$probability_yes, theirs))
stopifnot(identical(marginlab_predict("m.h5", mine[7:9, c("depth", "colour", "width")])$probability_yes, theirs[7:9]))

# A row that cannot be predicted is marked.
mine$width[2] <- NA
marked <- marginlab_predict("m.h5", mine[1:3, ])
stopifnot(is.na(marked$probability_yes[2]), identical(marked$probability_yes[c(1, 3)], theirs[c(1, 3)]),
          nzchar(marked$problem[2]))

# A study: a row a mean. A refusal is an error with what the program said.
means <- marginlab_run(file.path(tree, "configs/quickstart.yaml"), "run", replications = 2)
stopifnot(all(c("method", "metric", "marginlab", "verdict") %in% names(means)), nrow(means) > 2)
said <- tryCatch(marginlab_run("no_such_study", "none"), error = conditionMessage)
stopifnot(grepl("exit code 2", said), grepl("'no_such_study' is neither a file", said))

if (requireNamespace("rhdf5", quietly = TRUE)) {
  rows <- marginlab_rows("run")
  stopifnot(all(rows$status == 0), setequal(unique(rows$replicate), 0:1))
} else {
  cat("SKIPPED: marginlab_rows, as rhdf5 is not installed\n")
}
