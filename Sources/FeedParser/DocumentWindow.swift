/// The bytes of a document that are at hand: all of it, or a window that moves over a long one.
final class DocumentWindow {
    private(set) var bytes: Bytes
    /// What begins before it can be looked at as far as is ever needed. It lies between two characters.
    private(set) var limit = 0
    /// Whether the document ends with what is at hand.
    private(set) var isAtEnd: Bool
    private var offset = 0
    private let read: Feed.Read?
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    /// More than the longest reference to a character, and than what a text is worth a call of its own.
    private static let lookahead = 512

    init(whole document: Bytes) {
        bytes = document
        limit = document.count
        isAtEnd = true
        read = nil
        buffer = UnsafeMutableBufferPointer(start: nil, count: 0)
    }

    /// - Parameter size: how many bytes are at hand at a time; some kilobytes at least.
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

    /// Moves on, so that what is at `position` comes first. False where nothing more is to come.
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
