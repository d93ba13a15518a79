#define _GNU_SOURCE
#include "CWork.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Has three tests run at a time for each core, before the tests begin: one that waits for a program or a server leaves its
// core to another. By itself Swift Testing begins all at once; then each step of a test waits until all others had theirs,
// and what is to happen within a second takes minutes.
__attribute__((constructor)) static void bound_parallel_tests(void) {
    char count[16];
    snprintf(count, sizeof count, "%ld", 3 * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", count, 0);
}

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
