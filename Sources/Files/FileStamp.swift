import Foundation

/// A file's size and modification time.
package struct FileStamp: Equatable {
    package var size: Int
    package var seconds: Int
    package var nanoseconds: Int

    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        size = Int(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
