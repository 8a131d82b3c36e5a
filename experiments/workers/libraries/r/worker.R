# Answers the requests of a marginlab study (docs/workers.md). Needs jsonlite.
#
#   source(Sys.getenv("MARGINLAB_WORKER_R"))
#   marginlab_serve(function(x, y, points, seed) ...)   # P(Y = +1) at the points [m]; of K classes [m, K]
#
# The method gets x [n, p], y [n] (-1 and +1, or 1 ... K), points [m, p], seed, the config's `parameters` by name and,
# with `tunes`, lambdas [L]. It returns probabilities, each with a dimension L more where it tunes, or
# list(probability =, facts = list(name = number)). `packages` are those whose versions decide the numbers.
marginlab_serve <- function(method, name = "R", tunes = FALSE, packages = character(), classes = c(2, 2)) {
  marginlab_answer(method, list(name = name, tunes = tunes, classes = I(classes)), packages)
}

# A data set: generate(n, seed, ...) draws n rows and returns list(x = [n, p], y = [n]), with `truth` also
# truth = P(Y = +1) [n], of K classes [n, K]. The first rows are for training, the next for tuning, the last for testing.
# Where it has such an argument it is told n_train, n_tune, n_test, classes and replicate.
marginlab_serve_data <- function(generate, name = "R", truth = FALSE, packages = character()) {
  marginlab_answer(generate, list(name = name, op = "draw", truth = truth), packages)
}

# Numbers that say how good probabilities are: measure(y, probability, seed, ...) gets the labels y [m] and P(Y = +1)
# [m], of K classes [m, K], with `truth` also truth, in the same shape. It returns list(name = number), as the config
# names them.
marginlab_serve_metric <- function(measure, name = "R", truth = FALSE, packages = character()) {
  marginlab_answer(measure, list(name = name, op = "measure", truth = truth), packages,
                   function(got) list(facts = as.list(got)))
}

marginlab_answer <- function(method, description, packages, described = function(got)
                             if (is.list(got)) got else list(probability = got)) {
  channel <- function(variable, number, mode)  # raw: without it R waits for a full buffer
    file(paste0("/dev/fd/", Sys.getenv(variable, number)), mode, raw = TRUE)
  requests <- channel("MARGINLAB_REQUESTS", "3", "rb")
  replies <- channel("MARGINLAB_REPLIES", "4", "wb")
  json <- function(value) as.character(jsonlite::toJSON(value, auto_unbox = TRUE, digits = NA))
  number <- function(value)  # JSON has neither inf nor nan
    if (is.finite(value)) sprintf("%.17g", value) else sprintf("\"%s\"", tolower(value))
  # The header as JSON: jsonlite takes a millisecond, so that answers are written without it.
  say <- function(header, arrays = list()) {
    sides <- function(value) paste(if (is.null(dim(value))) length(value) else dim(value), collapse = ",")
    each <- sprintf("{\"name\":\"%s\",\"shape\":[%s]}", names(arrays), vapply(arrays, sides, ""))
    listed <- paste0("\"arrays\":[", paste(each, collapse = ","), "]}")
    text <- charToRaw(paste0(sub("}$", "", enc2utf8(header)), ",", listed))
    bytes <- function(value) writeBin(as.double(value), raw(), endian = "little")
    body <- unlist(lapply(arrays, bytes), use.names = FALSE)  # names would take two milliseconds
    writeBin(c(charToRaw(sprintf("MLAB1 %09d\n", length(text))), text, body), replies)
    flush(replies)
  }
  # A read may return less than was asked for.
  whole <- function(kind, count) {
    got <- readBin(requests, kind, count, endian = "little")
    while (length(got) < count) {
      more <- readBin(requests, kind, count - length(got), endian = "little")
      if (!length(more)) return(NULL)
      got <- c(got, more)
    }
    got
  }
  versions <- list(R = paste(R.version$major, R.version$minor, sep = "."))
  for (package in packages) versions[[package]] <- as.character(packageVersion(package))
  say(json(c(list(protocol = 1, ready = TRUE, versions = versions), description)))
  while (!is.null(preamble <- whole("raw", 16L))) {
    header <- rawToChar(whole("raw", as.integer(substr(rawToChar(preamble), 7, 15))))
    request <- jsonlite::parse_json(header)
    given <- list(seed = request$seed)
    for (array in request$arrays) {
      shape <- unlist(array$shape)
      values <- whole("double", prod(shape))
      if (length(shape) > 1) dim(values) <- shape
      given[[array$name]] <- values
    }
    rows <- unlist(request$rows)
    further <- list(replicate = request$replicate, classes = request$classes, n = sum(rows))
    further[paste0("n_", names(rows), recycle0 = TRUE)] <- rows
    given <- c(given, further[intersect(names(further), names(formals(method)))])
    set.seed(request$seed)
    warned <- character()
    got <- tryCatch(withCallingHandlers(do.call(method, c(given, request$parameters)), warning = function(w) {
      warned <<- c(warned, conditionMessage(w))
      invokeRestart("muffleWarning")
    }), error = function(e) e)
    if (inherits(got, "error")) {
      message(conditionMessage(got))
      say(json(list(id = request$id, ok = FALSE, error = conditionMessage(got))))
      next
    }
    got <- described(got)
    facts <- paste0("\"", names(got$facts), "\":", vapply(got$facts, number, ""), collapse = ",", recycle0 = TRUE)
    said <- if (length(warned)) json(I(unique(warned))) else "[]"
    say(sprintf("{\"id\":%d,\"ok\":true,\"facts\":{%s},\"warnings\":%s}", as.integer(request$id), facts, said),
        got[names(got) != "facts"])
  }
}
