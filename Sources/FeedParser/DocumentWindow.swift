/// The bytes of a document that are in memory: all of it, or a window that moves over a long one.
final class DocumentWindow {
    private(set) var bytes: Bytes
    /// Every character or reference that begins before this place is completely in memory. The place is between two
    /// characters.
    private(set) var limit = 0
    /// Whether the bytes in memory include the end of the document.
    private(set) var isAtEnd: Bool
    private var offset = 0
    private let read: Feed.Read?
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    /// Longer than the longest reference to a character, and longer than a text that is passed on directly.
    private static let lookahead = 512

    init(whole document: Bytes) {
        bytes = document
        limit = document.count
        isAtEnd = true
        read = nil
        buffer = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// - Parameter size: the number of bytes in memory at a time; at least some kilobytes.
    init(reading read: @escaping Feed.Read, size: Int = 1 << 16) {
        bytes = Bytes(start: nil, count: 0)
        isAtEnd = false
        self.read = read
        buffer = .allocate(capacity: size)
        fill(from: 0)
    }

    deinit {
        buffer.deallocate()
    }

    /// Moves the window, so that it begins at `position`. False if there are no more bytes.
    func advance(to position: Int) -> Bool {
        guard !isAtEnd, let base = buffer.baseAddress else { return false }
        let rest = bytes.count - position
        base.update(from: base + position, count: rest)
        fill(from: rest)
        return true
    }

    private func fill(from start: Int) {
        var count = start
        while let read, count < buffer.count, !isAtEnd {
            let more = read(
                offset, UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
            isAtEnd = more == 0
            count += more
            offset += more
        }
        bytes = Bytes(rebasing: Bytes(buffer)[..<count])
        limit = count
        guard !isAtEnd else { return }
        limit -= DocumentWindow.lookahead
        while limit > count - DocumentWindow.lookahead - 3, bytes[limit] & 0xC0 == 0x80 { limit -= 1 }
    }
}
