/* The interface as a program in C sees it: compiled as C11. */
#include <string.h>

#include "capi/marginlab.h"

/* Fits two points of each class, and predicts one of them: the status of what failed first, else 0. */
int fit_in_c(double* out) {
  const double x[] = {-1, 0, 0.5, 1.5};
  const int32_t y[] = {0, 0, 1, 1};
  const char* const classes[] = {"no", "yes"};
  const marginlab_rows rows = {.x = x, .n = 4, .p = 1, .y = y, .classes = classes, .k = 2};
  const marginlab_points points = {.x = x, .m = 1, .p = 1};
  marginlab_model* model = NULL;
  int status = marginlab_fit(
      "{\"method\": \"penalised_logistic\", \"settings\": [\"tuning.criterion=fixed\", "
      "\"tuning.lambda=0.1\"]}",
      &rows, NULL, &model);
  if (status == MARGINLAB_OK) status = marginlab_predict(model, &points, MARGINLAB_PROBABILITY, out);
  marginlab_free(model);
  return status != MARGINLAB_OK ? status : strlen(marginlab_version()) == 0;
}
