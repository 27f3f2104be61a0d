/* SPDX-License-Identifier: MIT */
/*
 * Reads a file while it arrives, in a program that must never block in the library: feed_socket FILE
 *
 * A child sends the file through a socket in small pieces. The parent's event loop pushes what has arrived into a feed
 * and takes the complete events; DFMT_AGAIN means that more bytes are needed.
 */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <diagfmt/diagfmt.h>

static int send_file(const char *path, int fd) {
  char piece[1000];
  size_t n;
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return 1;
  }
  while ((n = fread(piece, 1, sizeof piece, file)) > 0)
    if (write(fd, piece, n) != (ssize_t)n) break;
  fclose(file);
  return 0;
}

/* Takes the complete events. AGAIN: more bytes are needed. */
static dfmt_status take_events(dfmt_reader *r, uint64_t *events) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) ++*events;
  return st;
}

static dfmt_status receive(int fd, dfmt_source *feed, dfmt_reader *r, uint64_t *events, unsigned *rounds) {
  dfmt_status st = DFMT_AGAIN;
  while (st == DFMT_AGAIN) {
    char piece[4096];
    struct pollfd ready = {fd, POLLIN, 0};
    if (poll(&ready, 1, -1) < 0) return DFMT_E_IO;
    ssize_t n = read(fd, piece, sizeof piece);
    if (n < 0) return DFMT_E_IO;
    if (n == 0) (void)dfmt_feed_close(feed);
    for (uint64_t done = 0, taken; done < (uint64_t)n && st >= 0; done += taken) {
      /* AGAIN: the feed is full, so events must be taken first. */
      st = dfmt_feed_write(feed, piece + done, (uint64_t)n - done, &taken);
      if (st >= 0) st = take_events(r, events);
    }
    if (n == 0) st = take_events(r, events);
    ++*rounds;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

int main(int argc, char **argv) {
  dfmt_source *feed = NULL;
  dfmt_reader *r = NULL;
  uint64_t events = 0;
  unsigned rounds = 0;
  int ends[2];
  dfmt_status st = DFMT_E_NOMEM;
  if (argc != 2 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
    fprintf(stderr, "usage: feed_socket FILE\n");
    return 2;
  }
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    exit(send_file(argv[1], ends[1]));
  }
  close(ends[1]);
  if (dfmt_source_feed(NULL, &feed) == DFMT_OK && dfmt_reader_new(NULL, &r) == DFMT_OK &&
      dfmt_reader_open(r, 0, feed) == DFMT_OK) {
    st = receive(ends[0], feed, r, &events, &rounds);
    printf("%llu events, %s\n", (unsigned long long)events, rounds > 1 ? "while the bytes came" : "in one go");
    if (st != DFMT_OK) fprintf(stderr, "feed_socket: %s\n", dfmt_reader_error(r)->message);
  }
  close(ends[0]);
  waitpid(child, NULL, 0);
  dfmt_reader_free(r);
  dfmt_source_free(feed);
  return st == DFMT_OK ? 0 : 1;
}
