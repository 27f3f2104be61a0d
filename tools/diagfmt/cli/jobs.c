/* SPDX-License-Identifier: MIT */
#include "cli/jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/kept.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/words.h"

enum { MOST = 64, AHEAD = 4 };

/* A worker's answer for a file. */
struct result {
  struct kept_result kept;
  int code;
  bool found, over;
  uint64_t n_passed, files_with[N_CODES];
};

/* A file for a worker; its name follows. */
struct order {
  uint64_t number; /* from 0 */
  size_t len;
  bool passes;
};

struct task {
  char *name;
  struct order order;
  int kept; /* the temporary file */
  bool given, done;
  struct result result;
};

struct worker {
  pid_t pid;
  int socket;
  bool gone;         /* it ended unexpectedly */
  struct task *task; /* NULL: idle */
};

struct jobs {
  struct tool *t;
  file_fn one;
  void *user;
  size_t n_workers, n_tasks;
  struct worker workers[MOST];
  struct task tasks[MOST * AHEAD]; /* a ring, by number */
  uint64_t first, next;            /* next to print, next to add */
  bool cut;                        /* the output of a file was printed partially */
  bool lost;                       /* nothing may follow: the output of a file is lost, or no more is wanted */
  char rows_named[KEPT_NAME];
};

/* ---- a worker: processing files ---- */

/* Transfers all bytes. false: the other side is gone. */
static bool transfer(int fd, void *ptr, size_t len, bool sends) {
  for (char *p = ptr; len;) {
    ssize_t n = sends ? write(fd, p, len) : read(fd, p, len);
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n < 0) continue;
    p += n;
    len -= (size_t)n;
  }
  return true;
}

static void read_file(struct jobs *j, const struct task *task, struct result *r) {
  struct tool *t = j->t;
  kept_begin(task->kept, &r->kept);
  t->n_files = task->order.number;
  t->n_passed = 0;
  memset(t->files_with, 0, sizeof t->files_with);
  t->passes = task->order.passes;
  t->code = CODE_FINE;
  t->rows_named = NULL;
  t->over = false;
  one_file(t, task->name, j->one, j->user);
  put_flush(t->out.sink);
  kept_end();
  r->code = t->code;
  r->n_passed = t->n_passed;
  memcpy(r->files_with, t->files_with, sizeof r->files_with);
  r->found = t->found;
  r->over = t->over;
}

static _Noreturn void work(struct jobs *j, int socket) {
  struct task task = {.name = NULL};
  progress_setup("never");
  j->t->shared = NULL;
  while (transfer(socket, &task.order, sizeof task.order, false)) {
    struct result r = {.code = CODE_FINE};
    task.name = tool_realloc(task.name, task.order.len);
    task.kept = j->tasks[task.order.number % j->n_tasks].kept;
    if (!transfer(socket, task.name, task.order.len, false)) break;
    read_file(j, &task, &r);
    if (tool_stopped() && !r.kept.sys_errno) break;
    if (!transfer(socket, &r, sizeof r, true)) break;
  }
  _exit(CODE_FINE);
}

/* ---- starting and ending ---- */

static bool start_worker(struct jobs *j, struct worker *w) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return false;
  w->pid = fork();
  if (w->pid == 0) {
    for (size_t i = 0; i < j->n_workers; i++) close(j->workers[i].socket);
    close(pair[0]);
    interrupt_child();
    work(j, pair[1]);
  }
  close(pair[1]);
  w->socket = pair[0];
  if (w->pid < 0) close(pair[0]);
  return w->pid > 0;
}

static bool start(struct jobs *j, size_t n) {
  put_flush(j->t->out.sink);
  for (j->n_tasks = 0; j->n_tasks < n * AHEAD; j->n_tasks++)
    if ((j->tasks[j->n_tasks].kept = output_temporary(j->t, NULL)) < 0) return false;
  for (; j->n_workers < n; j->n_workers++)
    if (!start_worker(j, &j->workers[j->n_workers]))
      return report(j->t, CODE_IO, NULL, "--jobs: cannot start a process: %s", strerror(errno));
  return true;
}

/* Workers that still read are terminated, and clean up. */
static void stop(struct jobs *j) {
  for (size_t i = 0; i < j->n_workers; i++) {
    struct worker *w = &j->workers[i];
    if (w->task && !w->gone) kill(w->pid, SIGTERM);
    close(w->socket);
    while (w->pid > 0 && waitpid(w->pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  for (size_t i = 0; i < j->n_tasks; i++) {
    close(j->tasks[i].kept);
    tool_realloc(j->tasks[i].name, 0);
  }
  tool_realloc(j, 0);
}

/* false: --jobs is invalid; reported. */
static bool parse(struct tool *t, uint64_t *n) {
  const char *text = t->set.jobs ? t->set.jobs : "1";
  if (number_in(text, 1, MOST, n)) return true;
  return report(t, CODE_USAGE, t->command->name, "--jobs: not a number from 1 to %d: %s", MOST, text);
}

bool jobs_begin(struct tool *t, file_fn one, void *user, struct jobs **out) {
  uint64_t n;
  *out = NULL;
  if (!parse(t, &n) || n == 1) return n == 1;
  struct jobs *j = tool_zalloc(sizeof *j);
  j->t = t;
  j->one = one;
  j->user = user;
  if (start(j, (size_t)n)) {
    *out = j;
    return true;
  }
  stop(j);
  return false;
}

/* ---- printing ---- */

/* Length of the repeated column names at the start of a frame. */
static size_t heading(const char *p, size_t len) {
  const char *end = memchr(p, '\n', len);
  return end ? (size_t)(end - p) + 1 : len;
}

static void put_frames(struct jobs *j, const struct task *task) {
  const struct result *r = &task->result;
  const bool named = j->t->set.csv && *r->kept.first && strcmp(r->kept.first, j->rows_named) == 0;
  dfmt_sink *to = j->t->shared ? j->t->shared : j->t->out.sink;
  char *buffer = tool_realloc(NULL, KEPT_PIECE);
  struct kept_frame f;
  uint64_t out = 0;
  for (uint64_t at = 0; at < r->kept.bytes && !tool_stopped(); at += sizeof f + f.len) {
    if (!kept_transfer(task->kept, &f, sizeof f, at, false) || f.len > KEPT_PIECE ||
        !kept_transfer(task->kept, buffer, f.len, at + sizeof f, false)) {
      report(j->t, CODE_IO, task->name, "cannot read its output from a temporary file: %s", strerror(errno));
      break;
    }
    if (f.fd == STDOUT_FILENO) {
      size_t skipped = named && out == r->kept.head_at ? heading(buffer, f.len) : 0;
      if (!j->t->n_files && !out && f.len && *buffer == '\n') skipped = 1; /* what came before was passed over */
      put(to, buffer + skipped, f.len - skipped);
      put_flush(to);
      out += f.len;
    } else if (f.fd == KEPT_LIST) {
      add_list(j->t, buffer, f.len);
    } else {
      report_text((dfmt_str){buffer, f.len});
    }
  }
  j->cut = j->cut || tool_stopped();
  tool_realloc(buffer, 0);
}

static void print(struct jobs *j, struct task *task) {
  struct tool *t = j->t;
  const struct result *r = &task->result;
  put_frames(j, task);
  raise_code(t, r->code);
  t->found = t->found || r->found;
  t->over = t->over || r->over;
  if (*r->kept.last) memcpy(j->rows_named, r->kept.last, sizeof j->rows_named);
  if (r->kept.sys_errno == ESRCH)
    report(t, CODE_IO, task->name, "the process that read it has ended");
  else if (r->kept.sys_errno)
    report(t, CODE_IO, task->name, "cannot keep its output in a temporary file in %s: %s", output_temporary_folder(),
           strerror(r->kept.sys_errno));
  j->lost = j->lost || r->kept.sys_errno || r->over;
  for (int i = 0; i < N_CODES; i++) t->n_files += r->files_with[i], t->files_with[i] += r->files_with[i];
  t->n_passed += r->n_passed;
}

static void print_done(struct jobs *j) {
  for (struct task *x; j->first < j->next && !j->lost && !tool_stopped(); j->first++) {
    x = &j->tasks[j->first % j->n_tasks];
    if (!x->done) break;
    print(j, x);
  }
}

/* ---- assigning files ---- */

/* Standard input is shared: one worker reads everything from it, in order. */
static bool is_fit(const struct jobs *j, const struct worker *w, const struct task *task) {
  const bool stdin_read = task->name[0] == '-' && (task->name[1] == '\0' || task->name[1] == '!');
  return !w->task && (!stdin_read || w == j->workers);
}

/* If outputs are named after inputs: no earlier file can still use the name. */
static bool is_name_settled(const struct jobs *j, const struct task *task) {
  const char *name = input_base_name(task->name);
  for (uint64_t i = j->first; j->t->command->names_outputs && i < task->order.number; i++) {
    const struct task *before = &j->tasks[i % j->n_tasks];
    if (!before->done && strcmp(input_base_name(before->name), name) == 0) return false;
  }
  return true;
}

static void give(struct jobs *j, struct task *task) {
  const bool settled = is_name_settled(j, task);
  for (size_t i = 0; i < j->n_workers && !task->given && settled; i++) {
    struct worker *w = &j->workers[i];
    if (!is_fit(j, w, task)) continue;
    task->given = true;
    w->task = task;
    if (!transfer(w->socket, &task->order, sizeof task->order, true) ||
        !transfer(w->socket, task->name, task->order.len, true))
      (void)shutdown(w->socket, SHUT_RDWR); /* then the worker gets an error and ends */
  }
}

static void give_all(struct jobs *j) {
  for (uint64_t i = j->first; i < j->next; i++)
    if (!j->tasks[i % j->n_tasks].given) give(j, &j->tasks[i % j->n_tasks]);
}

static void take(struct worker *w) {
  struct task *task = w->task;
  task->done = true;
  w->gone = !transfer(w->socket, &task->result, sizeof task->result, false);
  if (w->gone)
    task->result = (struct result){.code = CODE_IO, .files_with = {[CODE_IO] = 1}, .kept = {.sys_errno = ESRCH}};
  else
    w->task = NULL;
}

/* Waits for any busy worker. */
static void wait_for_one(struct jobs *j) {
  struct pollfd p[MOST];
  struct worker *who[MOST];
  nfds_t n = 0;
  for (size_t i = 0; i < j->n_workers; i++) {
    if (!j->workers[i].task || j->workers[i].gone) continue;
    who[n] = &j->workers[i];
    p[n++] = (struct pollfd){.fd = j->workers[i].socket, .events = POLLIN};
  }
  if (!n || !interrupt_wait_any(p, n)) return;
  for (nfds_t i = 0; i < n; i++)
    if (p[i].revents) take(who[i]);
}

/* Waits until at most `most` files are not printed. */
static bool go_on(struct jobs *j, uint64_t most) {
  for (;;) {
    if (j->lost || tool_stopped()) return false;
    give_all(j);
    if (j->next - j->first <= most) return true;
    wait_for_one(j);
    print_done(j);
  }
}

bool jobs_add(struct jobs *j, const char *name) {
  if (!go_on(j, j->n_tasks - 1)) return false;
  struct task *x = &j->tasks[j->next % j->n_tasks];
  const size_t size = strlen(name) + 1;
  x->name = memcpy(tool_realloc(x->name, size), name, size);
  x->order = (struct order){j->next++, size, j->t->passes};
  x->given = x->done = false;
  give_all(j);
  return true;
}

/* A signal came when all files were assigned: whether each of them was completed nevertheless. */
static bool is_too_late(struct jobs *j) {
  for (size_t i = 0; i < j->n_workers; i++)
    if (j->workers[i].task && !j->workers[i].gone) kill(j->workers[i].pid, SIGTERM);
  for (size_t i = 0; i < j->n_workers; i++)
    if (j->workers[i].task && !j->workers[i].gone) take(&j->workers[i]);
  bool done = !j->cut;
  for (uint64_t i = j->first; i < j->next; i++) {
    const struct task *x = &j->tasks[i % j->n_tasks];
    done = done && x->done && !x->result.kept.sys_errno;
  }
  return done;
}

void jobs_end(struct jobs *j, bool all) {
  if (!go_on(j, 0) && all && !j->lost && interrupted() && is_too_late(j)) {
    interrupt_ignore(true);
    print_done(j);
  }
  stop(j);
}
