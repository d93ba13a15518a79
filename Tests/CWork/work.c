#define _GNU_SOURCE
#include "CWork.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Has two tests run at a time for each core, before the tests begin: one that waits for a program or a server leaves its
// core to another. By itself Swift Testing begins all at once; then each step of a test waits until all others had theirs,
// and what is to happen within a second takes minutes.
__attribute__((constructor)) static void bound_parallel_tests(void) {
    char count[16];
    snprintf(count, sizeof count, "%ld", 2 * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", count, 0);
}

#ifdef __linux__
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>

int work_counter_open(void) {
    struct perf_event_attr event;
    memset(&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = PERF_TYPE_HARDWARE;
    event.config = PERF_COUNT_HW_INSTRUCTIONS;
    event.exclude_kernel = 1;
    event.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}
#else
int work_counter_open(void) { return -1; }
#endif

uint64_t work_counter_read(int counter) {
    uint64_t count = 0;
    return read(counter, &count, sizeof count) == sizeof count ? count : 0;
}

void work_counter_close(int counter) { close(counter); }

uint64_t work_thread_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}
