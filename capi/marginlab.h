/* Class probabilities by every method that `marginlab list methods` shows, for programs in other languages.
 *
 *   marginlab_model* model = NULL;
 *   marginlab_rows rows = {.x = x, .n = n, .p = p, .y = y, .classes = names, .k = 2};
 *   if (marginlab_fit("{\"method\": \"bracket\"}", &rows, NULL, &model) == MARGINLAB_OK)
 *     marginlab_predict(model, &points, MARGINLAB_PROBABILITY, out);
 *   else
 *     puts(marginlab_error());
 *   marginlab_free(model);
 *
 * Matrices are column-major doubles. Texts are UTF-8 and end with 0. Nothing is kept of what a caller gives.
 * No exception and no signal leaves a function: each returns a status. A fit is a pure function of the
 * request and the rows, and gives the bits of `marginlab fit` on the same rows. Functions may be called from
 * several threads at once, with one model as well; only save and load wait for each other. */
#ifndef MARGINLAB_H
#define MARGINLAB_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  MARGINLAB_OK = 0,
  MARGINLAB_REFUSED = 2,     /* a mistake in what was given: the text says which, and what to give instead */
  MARGINLAB_BROKEN = 3,      /* a promise of the program did not hold: a defect, please report it */
  MARGINLAB_NO_MEMORY = 4,   /* or no room on the disk */
  MARGINLAB_INTERRUPTED = 5, /* the progress function said so */
};

/* A fitted model. Opaque; marginlab_free ends it. */
typedef struct marginlab_model marginlab_model;

/* What is learned from. Columns without names are called x1, x2, ... */
typedef struct {
  const double* x;            /* [n x p], finite */
  int64_t n, p;               /* rows, inputs */
  const int32_t* y;           /* [n], the class of each row, from 0 to k - 1 */
  const char* const* classes; /* [k] names, all different, in any order */
  int32_t k;
  const char* const* names; /* [p] names of the inputs, or NULL */
  const char* label;        /* the name of what is predicted, or NULL: class */
} marginlab_rows;

/* Where something is predicted: [m x p], finite. */
typedef struct {
  const double* x;
  int64_t m, p;
} marginlab_points;

/* Called with the fits done so far, at most every 20 ms, by any thread of the fit but by one at a time.
 * Another answer than 0 ends the fit with MARGINLAB_INTERRUPTED at its next problem. A single problem, and
 * the trees of a forest, are not interrupted. */
typedef struct {
  int (*call)(int64_t fits, void* user);
  void* user;
} marginlab_progress;

/* What is predicted at each point, a column a class in the order of the request's classes. */
enum {
  MARGINLAB_PROBABILITY = 0,
  MARGINLAB_LOG_PROBABILITY = 1, /* finite where a probability rounds to 0 and the method has log-odds */
};

/* The version of the program, such as 1.2.3. */
const char* marginlab_version(void);

/* What went wrong in the last call of this thread that did not return MARGINLAB_OK. Valid until the next. */
const char* marginlab_error(void);

/* What a request may name, as JSON: an array of objects with id, label, meaning, source and parameters.
 * kind: methods, classifiers, criteria, data or metrics. The text is freed by marginlab_free_text. */
int marginlab_list(const char* kind, char** json);

/* Fits. The request is a JSON object; every key may be left out:
 *   method, classifier   ids; without a method that of `marginlab fit`, chosen by evidence
 *   settings             key=value texts, as `marginlab fit` takes them: ["kernel=gaussian"]
 *   standardise          true (default), or false
 *   seed                 an integer from 0 (default 1): decides what a criterion draws
 *   threads              from 1 (default 1); changes no bit
 *   force                true: begin what may take more than a day, or has one row of a class
 * progress may be NULL. A fit that did not reach its gap is MARGINLAB_OK, and its certificate is not ok.
 * Cost: that of `marginlab fit`, which docs/performance.md has. */
int marginlab_fit(const char* request, const marginlab_rows* rows, const marginlab_progress* progress,
                  marginlab_model** model);

/* The same where row i counts weights[i] times, [n] numbers from 0: 2 is two rows alike, 0 is none, 2.5 lies
 * between 2 and 3. Refused where the method takes no weights (marginlab_list has takes_weights) and where every
 * row of a class has weight 0. NULL: each counts once. */
int marginlab_fit_weighted(const char* request, const marginlab_rows* rows, const double* weights,
                           const marginlab_progress* progress, marginlab_model** model);

/* Writes [m x k] doubles. A row has the same bits in whatever company it comes. Cost: of linear methods a
 * product, of the others one fit at the chosen lambda. */
int marginlab_predict(const marginlab_model* model, const marginlab_points* points, int what, double* out);

/* A JSON object: classes, inputs, label, method, setting, lambda, criterion, curve {lambda, value},
 * certificate {worst_relative_gap, fits, ok}, warnings. A number that is not finite is null. curve and
 * warnings are empty of a model that was loaded. */
int marginlab_describe(const marginlab_model* model, char** json);

/* The file that `marginlab fit` writes and `marginlab predict` reads. Unless the kernel is linear
 * it contains training rows. */
int marginlab_save(const marginlab_model* model, const char* path);
int marginlab_load(const char* path, marginlab_model** model);

/* Both take NULL. */
void marginlab_free(marginlab_model* model);
void marginlab_free_text(char* text);

#ifdef __cplusplus
}
#endif
#endif
