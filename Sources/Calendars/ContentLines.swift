import Foundation

/// The content lines of an iCalendar document, unfolded (RFC 5545, section 3.1), in one pass over its bytes.
///
/// A line has no NUL, which would end it in C. Bytes beyond `longest` are left out.
struct ContentLines {
    private let bytes: UnsafeRawBufferPointer
    private var next: Int

    /// Bytes. No honest description is longer.
    static let longest = 1 << 16

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        next = hasMark ? 3 : 0
    }

    /// Reads the next line that is not empty.
    /// - Parameter line: receives its bytes.
    /// - Returns: false at the end.
    mutating func read(into line: inout [UInt8]) -> Bool {
        line.removeAll(keepingCapacity: true)
        while next < bytes.count {
            let start = next
            while next < bytes.count, bytes[next] != Self.lf, bytes[next] != Self.cr { next += 1 }
            let part = bytes[start..<next].prefix(Self.longest - line.count)
            line.append(contentsOf: part.lazy.filter { $0 != 0 })
            if next < bytes.count { next += bytes[next...].starts(with: [Self.cr, Self.lf]) ? 2 : 1 }
            if next < bytes.count, bytes[next] == Self.space || bytes[next] == Self.tab {
                next += 1
            } else if !line.isEmpty {
                return true
            }
        }
        return !line.isEmpty
    }

    private static let (lf, cr, tab, space): (UInt8, UInt8, UInt8, UInt8) = (0x0A, 0x0D, 0x09, 0x20)
}

extension [UInt8] {
    /// The name of this content line, in upper case.
    var contentName: String {
        let name = prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
        return String(decoding: name.prefix(30), as: UTF8.self).uppercased()
    }

    /// What follows the first colon of this content line, without spaces around it. The names of components and of
    /// calendars have no parameters with colons.
    var contentValue: String {
        let value = self.drop { $0 != UInt8(ascii: ":") }.dropFirst()
        return String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }
}
