# Three functions over the command line: source("r/marginlab.R"). They need R alone, marginlab_rows also rhdf5.
# The program is MARGINLAB_PROGRAM, or marginlab on the PATH. docs/r.md has examples.

marginlab_program <- function() Sys.getenv("MARGINLAB_PROGRAM", "marginlab")

# Stops with what the program said where it ended with another code than these.
marginlab_call <- function(words, accepted = c(0, 3)) {
  said <- tempfile()
  on.exit(unlink(said))
  code <- system2(marginlab_program(), shQuote(words), stdout = said, stderr = said)
  if (!code %in% accepted) stop(paste(c(paste("marginlab", words[1], "ended with exit code", code), readLines(said)),
                                      collapse = "\n"), call. = FALSE)
  invisible(code)
}

# Computes what is missing of a study, and answers its report as a data frame: a row a mean, with its standard error,
# published value and verdict. `out` is the run directory. Further arguments are overrides: replications = 10.
marginlab_run <- function(study, out = file.path("runs", sub("[.]yaml$", "", study)), ...) {
  overrides <- list(...)
  marginlab_call(c("run", study, "--out", out, "--quiet",
                   if (length(overrides)) paste0(names(overrides), "=", unlist(overrides))))
  report <- tempfile(fileext = ".csv")
  on.exit(unlink(report))
  marginlab_call(c("report", out, "--format", "csv", "--out", report))
  read.csv(report, check.names = FALSE)
}

# The cells of a run directory as a data frame, a row each; or another table of its results.h5, such as "points".
marginlab_rows <- function(run, table = "replicates") {
  file <- if (dir.exists(run)) file.path(run, "results.h5") else run
  as.data.frame(lapply(rhdf5::h5read(file, table), as.vector), check.names = FALSE)
}

# Probabilities of the rows of a data frame by a model file of `marginlab fit`: a column a class that it names, and the
# row's number. A row that cannot be predicted has NA and a problem.
marginlab_predict <- function(model, frame, ...) {
  rows <- tempfile(fileext = ".csv")
  out <- tempfile(fileext = ".csv")
  on.exit(unlink(c(rows, out)))
  numbers <- vapply(frame, is.double, NA)
  frame[numbers] <- lapply(frame[numbers], function(x) ifelse(is.na(x), NA, sprintf("%.17g", x)))
  write.csv(frame, rows, row.names = FALSE, quote = which(!numbers))
  marginlab_call(c("predict", model, rows, "--out", out, ...))
  read.csv(out, check.names = FALSE)
}
