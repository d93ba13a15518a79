import CCurl

/// Makes all threads of the process share one heap. For glibc; call it before there is a second thread.
///
/// Answers are freed by other threads than those that received them, so a heap for each thread would stay mostly empty.
/// And the heaps of all threads except the first grow by single pages, and each page is a system call.
package func shareHeap() {
    newsdigest_limit_heaps(1)
}
