import CCurl

/// Has all threads of the process share one heap; for glibc, and before there is a second thread.
///
/// Answers are freed by other threads than took them in, so a heap for each thread would stay mostly empty; and those
/// of all threads but the first grow by single pages, each a call of the system.
package func shareHeap() {
    newsdigest_limit_heaps(1)
}
