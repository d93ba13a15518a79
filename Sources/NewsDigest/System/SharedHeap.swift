import HTTP

/// Has all threads of the process share one heap: see `HTTP.shareHeap`. A program does this first of all.
package func shareHeap() {
    HTTP.shareHeap()
}
