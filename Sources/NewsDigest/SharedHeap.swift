import HTTP

/// Has all threads of the process share one heap: see `HTTP.shareHeap`. A program does this first of all.
public func shareHeap() {
    HTTP.shareHeap()
}
