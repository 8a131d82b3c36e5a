# Doe & Roe (2026), section 4: logistic regression, as R has it.
source(Sys.getenv("MARGINLAB_WORKER_R"))
marginlab_serve(function(x, y, points, seed) {
  data <- data.frame(x, y = y > 0)
  fit <- suppressWarnings(glm(y ~ ., binomial, data))
  predict(fit, data.frame(points), type = "response")
}, name = "logistic")
