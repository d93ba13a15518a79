#pragma once

#include <stdbool.h>
#include <stdint.h>

// What each thread of the process is working on. The record can lie in a file's memory, so that it outlives a crash.

enum {
    NEWSDIGEST_IN_FLIGHT_THREADS = 64,
    // Bytes of a subject, the 0 at its end included.
    NEWSDIGEST_IN_FLIGHT_SUBJECT = 56,
    // Bytes of a source, the 0 at its end included.
    NEWSDIGEST_IN_FLIGHT_SOURCE = 32,
};

// One piece of work. Step 0 is none.
typedef struct {
    uint32_t step;
    // The tick at which it began.
    uint32_t began;
    char subject[NEWSDIGEST_IN_FLIGHT_SUBJECT];
    // The source that is read or stored; empty for other work.
    char source[NEWSDIGEST_IN_FLIGHT_SOURCE];
} newsdigest_work;

// What a process was at work on when it crashed or was ended, and the signal (0: it was ended for lack of progress).
typedef struct {
    newsdigest_work work;
    int32_t signal;
} newsdigest_casualty;

// Notes what this thread works on from now on; gives what it worked on before. With an empty source, the work is on the
// same source as before.
newsdigest_work newsdigest_in_flight_begin(uint32_t step, const char *subject, const char *source);

// Goes back to earlier work.
void newsdigest_in_flight_resume(newsdigest_work earlier);

// The work of this thread has made progress.
void newsdigest_in_flight_go_on(void);

// Handles the signals of a crash from now on: notes the interrupted work, and ends the process by the same signal. If the
// memory is used up, it prints this and exits with 69.
void newsdigest_in_flight_watch(void);

// Keeps the record in a file from now on. False where that cannot be.
bool newsdigest_in_flight_keep(const char *path);

// Keeps the record in no file any more.
void newsdigest_in_flight_stop_keeping(void);

// What an earlier process left in the file. False where it was not interrupted in any work.
bool newsdigest_in_flight_casualty(const char *path, newsdigest_casualty *casualty);

// What the threads of an earlier process had not finished when it ended, whatever ended it. Gives the number of works.
int newsdigest_in_flight_unfinished(const char *path, newsdigest_work works[NEWSDIGEST_IN_FLIGHT_THREADS]);

// Counts one tick. True where some work has lasted for more than `limit` ticks; then it is noted as the casualty.
bool newsdigest_in_flight_tick(uint32_t limit, newsdigest_work *overdue);

// Catches SIGINT, SIGTERM and SIGHUP from now on, unless they are ignored. Gives a descriptor from which the number of each
// such signal is read as one byte; -1 where there is none.
int newsdigest_endings(void);
