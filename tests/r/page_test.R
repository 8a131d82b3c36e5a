# The lines of docs/r.md, run one after the other in a folder that has what they name:  Rscript page_test.R TREE
tree <- normalizePath(commandArgs(TRUE)[1])
page <- readLines(file.path(tree, "docs/r.md"))
fences <- grep("^```", page)
opening <- fences[page[fences] == "```r"]
lines <- unlist(lapply(opening, function(at) page[seq(at + 1, min(fences[fences > at]) - 1)]))
stopifnot(length(opening) >= 1, length(lines) >= 4)

folder <- tempfile()
dir.create(folder)
setwd(folder)
stopifnot(file.symlink(file.path(tree, "r"), "r"))
source("r/marginlab.R")
set.seed(1)
new_rows <- data.frame(width = rnorm(40), depth = rnorm(40))
write.csv(cbind(new_rows, kind = ifelse(new_rows$width + rnorm(40) > 0, "yes", "no")), "mine.csv", row.names = FALSE)
marginlab_call(c("fit", "--data", "mine.csv", "--model", "m.h5"))

for (line in lines) {
  if (grepl("marginlab_rows", line) && !requireNamespace("rhdf5", quietly = TRUE)) {
    cat("SKIPPED: marginlab_rows, as rhdf5 is not installed\n")
    next
  }
  eval(parse(text = line), globalenv())
}
stopifnot(all(c("mcse", "published", "verdict") %in% names(means)), nrow(means) > 10, any(is.finite(means$published)))
stopifnot(nrow(p) == 40, "probability_yes" %in% names(p), all(is.finite(p$probability_yes)))
if (exists("cells")) stopifnot(all(cells$status == 0), setequal(cells$replicate, 0:2))
