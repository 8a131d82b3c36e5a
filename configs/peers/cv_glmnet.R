# cv.glmnet of the package glmnet: a logistic or multinomial lasso, lambda by the deviance of ten folds.
source(Sys.getenv("MARGINLAB_WORKER_R"))
suppressMessages(library(glmnet))
marginlab_serve(function(x, y, points, seed, classes) {
  fit <- cv.glmnet(x, factor(y), family = if (classes == 2) "binomial" else "multinomial")
  p <- predict(fit, points, s = "lambda.min", type = "response")
  if (classes == 2) p[, 1] else matrix(p[, as.character(seq_len(classes)), 1], ncol = classes)
}, name = "cv.glmnet", packages = "glmnet", classes = c(2, 1000))
