#pragma once

#include <stdint.h>

/// Begins to count the instructions that this thread executes outside the kernel. -1 where the machine counts none.
int work_counter_open(void);
/// The instructions since then.
uint64_t work_counter_read(int counter);
void work_counter_close(int counter);

/// The processor time of this thread, in nanoseconds. It stands still while the thread waits for its turn.
uint64_t work_thread_time(void);
