import CZlib
import Foundation
import Texts

/// A server's answer, whatever its status.
package struct HTTPResponse: Sendable, Equatable {
    package var status: Int
    package var headers: [HTTPHeader] = []
    /// The decompressed body.
    package var body: [UInt8] = []
    /// The address that answered, after redirects, without userinfo.
    package var url: String
    var redirects: [Redirect] = []
    /// Counts the body as unread until the caller drops the response (`HTTPRequest.source`).
    var unread: UnreadBody?

    /// One redirect that was followed.
    package struct Redirect: Sendable, Equatable, Codable {
        package var status: Int
        /// The target of the redirect, without userinfo.
        package var url: String

        /// Whether the caller may remember the new address: 301 and 308 (RFC 9110, section 15.4).
        var isPermanent: Bool { status == 301 || status == 308 }
    }

    /// The address for messages. The values of parameters such as `token` are hidden.
    package var shownURL: String { SecretParameters.hide(in: url.withoutUserInfo) }

    package var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether the same request may succeed later: 429 and 5xx.
    package var isBusy: Bool { status == 429 || status >= 500 }

    /// The permanent new address: the target of the last permanent redirect before any temporary one. Nil when the
    /// first redirect is temporary or there is none.
    package var permanentURL: String? { redirects.prefix(while: \.isPermanent).last?.url }

    /// The charset parameter of the media type (RFC 9110, section 8.3.2).
    package var charset: String? {
        guard let type = headers["Content-Type"], let name = type.range(of: "charset", options: .caseInsensitive) else {
            return nil
        }
        let value = type[name.upperBound...].drop(while: \.isWhitespace)
        guard value.first == "=" else { return nil }
        let text = value.dropFirst().drop { $0.isWhitespace || $0 == "\"" }
            .prefix { !$0.isWhitespace && $0 != "\"" && $0 != ";" }
        return text.isEmpty ? nil : String(text)
    }

    package var retryAfter: RetryAfter? { headers["Retry-After"].flatMap(RetryAfter.init) }
}

/// The value of a `Retry-After` header, in either of its forms (RFC 9110, section 10.2.3).
package enum RetryAfter: Sendable, Equatable, Codable {
    case seconds(Int)
    case date(Date)

    package init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.areDigits {
            self = .seconds(Int(text) ?? .max)
        } else if let date = HTTPDate.date(text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The earliest time for another request.
    package func date(from now: Date) -> Date {
        switch self {
        case .seconds(let seconds): now.addingTimeInterval(Double(seconds))
        case .date(let date): date
        }
    }
}

/// A date in one of the three forms of RFC 9110, section 5.6.7.
package enum HTTPDate {
    /// Nil for a text in none of these forms, or with a time zone other than GMT and UTC.
    package static func date(_ text: String) -> Date? {
        let words = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.map(String.init)
        guard words.count == 7 || words.count == 8 && ["GMT", "UTC"].contains(words[7]) else { return nil }
        // In the form of asctime, the month is before the day and the year is last.
        let isAsctime = Self.months.contains(words[1])
        let (day, month, year) = isAsctime ? (words[2], words[1], words[6]) : (words[1], words[2], words[3])
        let clock = (isAsctime ? words[3...5] : words[4...6]).compactMap { Int32($0) }
        guard let day = Int32(day), (1...31).contains(day), let month = Self.months.firstIndex(of: month),
            let year = Int32(year), (0...9999).contains(year), clock.count == 3,
            clock[0] < 24, clock[1] < 60, clock[2] <= 60
        else { return nil }
        var parts = tm()
        // A year of two digits is one from 1970 to 2069.
        parts.tm_year = year >= 100 ? year - 1900 : year < 70 ? year + 100 : year
        (parts.tm_mon, parts.tm_mday) = (Int32(month), day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return Date(timeIntervalSince1970: Double(timegm(&parts)))
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

/// Bodies that are compressed although the answer does not say so, or more often than it says, or that libcurl cannot
/// decompress.
enum CompressedBody {
    /// The bytes without their compression, of which there may be several layers. What is behind the end of the
    /// compressed bytes is left out. Of a body that breaks off, the beginning is read.
    /// - Parameters:
    ///   - encoding: the `Content-Encoding`, if it was not undone. It may be wrong.
    ///   - limit: the bytes of each layer.
    static func plain(_ body: [UInt8], encoding: String?, upTo limit: Int) throws(HTTPError.Reason) -> [UInt8] {
        var bytes = body
        if encoding?.lowercased().contains("deflate") == true, let plain = try inflated(bytes, .either, upTo: limit) {
            bytes = plain
        }
        for _ in 0..<mostLayers where bytes.starts(with: gzip) {
            guard let plain = try inflated(bytes, .gzip, upTo: limit) else { throw .brokenCompression }
            bytes = plain
        }
        // The body is not what its encoding says. Perhaps it is not encoded at all.
        if encoding != nil, !bytes.looksLikeText { throw .brokenCompression }
        return bytes
    }

    private static let mostLayers = 3
    /// The beginning of gzip with its only method of compression (RFC 1952, section 2.3).
    private static let gzip: [UInt8] = [0x1F, 0x8B, 8]

    /// The formats of zlib, as its parameter `windowBits` names them.
    private enum Format: Int32 {
        case gzip = 31
        /// gzip, or zlib (RFC 1950), which HTTP calls `deflate`.
        case either = 47
    }

    /// Nil for bytes that are not in this format.
    private static func inflated(
        _ bytes: [UInt8], _ format: Format, upTo limit: Int
    ) throws(HTTPError.Reason) -> [UInt8]? {
        var stream = z_stream()
        // zlib stores the address of its stream, so the stream must not move.
        let result = withUnsafeMutablePointer(to: &stream) { stream in
            Result { () throws(HTTPError.Reason) in
                guard
                    inflateInit2_(stream, format.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
                else { throw .brokenCompression }
                defer { inflateEnd(stream) }
                return try inflated(bytes, by: stream, upTo: limit)
            }
        }
        return try result.get()
    }

    private static func inflated(
        _ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>, upTo limit: Int
    ) throws(HTTPError.Reason) -> [UInt8]? {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        bytes.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = uInt(input.count)
            while status == Z_OK, output.count <= limit {
                let room = piece.count
                let written = piece.withUnsafeMutableBufferPointer { piece in
                    stream.pointee.next_out = piece.baseAddress
                    stream.pointee.avail_out = uInt(room)
                    status = inflate(stream, Z_NO_FLUSH)
                    return room - Int(stream.pointee.avail_out)
                }
                output += piece.prefix(written)
                // A gzip file is a series of members (RFC 1952, section 2.2).
                let rest = input.suffix(Int(stream.pointee.avail_in))
                if status == Z_STREAM_END, rest.starts(with: gzip) { status = inflateReset(stream) }
            }
        }
        guard output.count <= limit else { throw .bodyTooLarge(limit: limit) }
        // A wrong checksum at the end, or an end too early, leaves bytes that are worth reading.
        return output.isEmpty && status != Z_STREAM_END ? nil : output
    }
}

extension [UInt8] {
    /// Whether no byte at the beginning is a control that texts do not have. UTF-16 has zeros.
    fileprivate var looksLikeText: Bool {
        prefix(1000).allSatisfy { $0 >= 0x20 || $0 == 0 || (0x08...0x0D).contains($0) || $0 == 0x1B }
    }
}
