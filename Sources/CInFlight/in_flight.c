#include "CInFlight.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
    char magic[8];
    // The place of the interrupted thread, counted from 1; 0: none was interrupted.
    atomic_uint interrupted;
    atomic_int signal;
    newsdigest_work works[NEWSDIGEST_IN_FLIGHT_THREADS];
} record;

static const char magic[8] = "inflight";

static record own;
static _Atomic(record *) current = &own;
static atomic_uint ticks;
static atomic_bool taken[NEWSDIGEST_IN_FLIGHT_THREADS];

// A thread's place, counted from 1. -1: there was none free.
static _Thread_local int place;
static pthread_key_t threads;
static pthread_once_t once = PTHREAD_ONCE_INIT;

enum { STACK = 32 * 1024 };

static void leave(void *stack) {
    stack_t none = {.ss_flags = SS_DISABLE};
    sigaltstack(&none, NULL);
    munmap(stack, STACK);
    if (place > 0) {
        atomic_load(&current)->works[place - 1].step = 0;
        atomic_load(&current)->works[place - 1].source[0] = 0;
        atomic_store(&taken[place - 1], false);
    }
    place = 0;
}

static void make_key(void) { pthread_key_create(&threads, leave); }

// Finds a place for this thread, and a stack on which a signal can be handled when its own is used up.
static void enter(void) {
    pthread_once(&once, make_key);
    place = -1;
    for (int i = 0; i < NEWSDIGEST_IN_FLIGHT_THREADS; i++) {
        if (!atomic_exchange(&taken[i], true)) {
            place = i + 1;
            break;
        }
    }
    void *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return;
    stack_t alternative = {.ss_sp = stack, .ss_size = STACK};
    sigaltstack(&alternative, NULL);
    pthread_setspecific(threads, stack);
}

static newsdigest_work *mine(void) {
    if (place == 0) enter();
    return place > 0 ? &atomic_load(&current)->works[place - 1] : NULL;
}

newsdigest_work newsdigest_in_flight_begin(uint32_t step, const char *subject, const char *source) {
    newsdigest_work *work = mine();
    newsdigest_work earlier = {0};
    if (!work) return earlier;
    earlier = *work;
    work->began = atomic_load(&ticks);
    strncpy(work->subject, subject, NEWSDIGEST_IN_FLIGHT_SUBJECT - 1);
    work->subject[NEWSDIGEST_IN_FLIGHT_SUBJECT - 1] = 0;
    if (source[0] != 0) {
        strncpy(work->source, source, NEWSDIGEST_IN_FLIGHT_SOURCE - 1);
        work->source[NEWSDIGEST_IN_FLIGHT_SOURCE - 1] = 0;
    }
    work->step = step;
    return earlier;
}

void newsdigest_in_flight_resume(newsdigest_work earlier) {
    newsdigest_work *work = mine();
    if (!work) return;
    // It has made progress: what was done inside it is done.
    earlier.began = atomic_load(&ticks);
    *work = earlier;
}

void newsdigest_in_flight_go_on(void) {
    newsdigest_work *work = mine();
    if (work) work->began = atomic_load(&ticks);
}

bool newsdigest_in_flight_tick(uint32_t limit, newsdigest_work *overdue) {
    unsigned now = atomic_fetch_add(&ticks, 1) + 1;
    record *record = atomic_load(&current);
    for (int i = 0; i < NEWSDIGEST_IN_FLIGHT_THREADS; i++) {
        newsdigest_work work = record->works[i];
        if (work.step == 0 || now - work.began <= limit) continue;
        atomic_store(&record->interrupted, i + 1);
        atomic_store(&record->signal, 0);
        *overdue = work;
        return true;
    }
    return false;
}

// MARK: The file

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};

// How each signal was handled before.
static struct sigaction earlier_actions[sizeof(fatal) / sizeof(*fatal)];

// More than any one allocation of a run that has enough memory.
enum { MEMORY_TO_GO_ON = 64 << 20 };
enum { STATUS_UNAVAILABLE = 69 };

// Neither Swift nor C++ reports an allocation that fails: both end the process by one of the signals.
static bool is_memory_used_up(void) {
    void *memory = mmap(NULL, MEMORY_TO_GO_ON, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return true;
    munmap(memory, MEMORY_TO_GO_ON);
    return false;
}

static void note(int number) {
    // A second crash, and the signal at the end, end the process as if nobody had looked.
    for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++) {
        if (fatal[i] == number) sigaction(number, &earlier_actions[i], NULL);
    }
    bool used_up = is_memory_used_up();
    record *record = atomic_load(&current);
    newsdigest_work *work = place > 0 ? &record->works[place - 1] : NULL;
    // Without memory any work fails. So the text of one item may be the cause, but not a work on many. A source may be the
    // cause or not: it stays in the record as unfinished work, and so it does if an allocation failed (SIGABRT).
    bool is_unsure = (used_up && work && work->subject[0] == 0)
        || ((used_up || number == SIGABRT) && work && work->source[0] != 0);
    if (work && work->step != 0 && !is_unsure) {
        atomic_store(&record->signal, number);
        atomic_store(&record->interrupted, place);
    }
    if (used_up) {
        static const char line[] = "newsdigest: the memory is used up; raise its limit (ulimit -v or -d, or the "
                                   "container's), and try again\n";
        ssize_t written = write(STDERR_FILENO, line, sizeof(line) - 1);
        (void)written;
        _exit(STATUS_UNAVAILABLE);
    }
    raise(number);
}

void newsdigest_in_flight_watch(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < sizeof(fatal) / sizeof(*fatal); i++) sigaction(fatal[i], &action, &earlier_actions[i]);
}

static record *map(int file, int protection) {
    void *memory = mmap(NULL, sizeof(record), protection, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

bool newsdigest_in_flight_keep(const char *path) {
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (file < 0) return false;
    // All of it is on the disk before it is mapped: a full disk is an error here and no signal later.
    record *kept = posix_fallocate(file, 0, sizeof(record)) == 0 ? map(file, PROT_READ | PROT_WRITE) : NULL;
    close(file);
    if (!kept) return false;
    memcpy(kept->magic, magic, sizeof(magic));
    memcpy(kept->works, own.works, sizeof(own.works));
    atomic_store(&current, kept);
    return true;
}

void newsdigest_in_flight_stop_keeping(void) {
    record *kept = atomic_exchange(&current, &own);
    if (kept == &own) return;
    // Another thread may be about to write to it, so its memory stays mapped: a few kilobytes, once a run.
}

// The record that an earlier process left in the file; NULL where there is none.
static record *map_left(const char *path) {
    // Without O_NONBLOCK, opening a named pipe never ends.
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return NULL;
    record *left = NULL;
    struct stat status;
    // An earlier version has a shorter record.
    if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof(record)) left = map(file, PROT_READ);
    close(file);
    if (left && memcmp(left->magic, magic, sizeof(magic)) != 0) {
        munmap(left, sizeof(record));
        return NULL;
    }
    return left;
}

int newsdigest_in_flight_unfinished(const char *path, newsdigest_work works[NEWSDIGEST_IN_FLIGHT_THREADS]) {
    record *left = map_left(path);
    if (!left) return 0;
    int count = 0;
    for (int i = 0; i < NEWSDIGEST_IN_FLIGHT_THREADS; i++) {
        if (left->works[i].step == 0) continue;
        works[count] = left->works[i];
        works[count].source[NEWSDIGEST_IN_FLIGHT_SOURCE - 1] = 0;
        count++;
    }
    munmap(left, sizeof(record));
    return count;
}

bool newsdigest_in_flight_casualty(const char *path, newsdigest_casualty *casualty) {
    record *left = map_left(path);
    if (!left) return false;
    unsigned interrupted = atomic_load(&left->interrupted);
    bool found = interrupted > 0 && interrupted <= NEWSDIGEST_IN_FLIGHT_THREADS;
    if (found) {
        casualty->work = left->works[interrupted - 1];
        casualty->work.subject[NEWSDIGEST_IN_FLIGHT_SUBJECT - 1] = 0;
        casualty->signal = atomic_load(&left->signal);
    }
    munmap(left, sizeof(record));
    return found;
}

static int endings[2];

static void note_ending(int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(endings[1], &byte, 1);
    (void)written;
    errno = error;
}

int newsdigest_endings(void) {
    if (pipe(endings) != 0) return -1;
    fcntl(endings[0], F_SETFD, FD_CLOEXEC);
    fcntl(endings[1], F_SETFD, FD_CLOEXEC);
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++) {
        struct sigaction old, new = {.sa_handler = note_ending, .sa_flags = SA_RESTART};
        sigemptyset(&new.sa_mask);
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(numbers[i], &new, NULL);
    }
    return endings[0];
}
