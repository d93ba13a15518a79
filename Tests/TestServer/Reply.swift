import Foundation

/// What the server does for a request: the steps in order. After them, the connection is kept or closed.
public struct Reply: Sendable {
    public enum Step: Sendable {
        case send([UInt8])
        case pause(Double)
        /// Sends the same bytes again and again until the client leaves.
        case endless([UInt8])
        /// Sends nothing more until the client leaves.
        case silence
        /// Closes the connection with a reset (RST) and not in the normal way.
        case reset
    }

    public var steps: [Step]
    public var closes: Bool

    public init(_ steps: [Step], closes: Bool = true) {
        self.steps = steps
        self.closes = closes
    }
}

// MARK: - Answers as they should be

extension Reply {
    /// An answer with a correct length.
    public static func answer(_ status: Int, _ headers: [(String, String)] = [], body: [UInt8] = []) -> Reply {
        let length = status == 304 || status == 204 ? [] : [("Content-Length", "\(body.count)")]
        return Reply([.send(head(status, headers + length) + body)], closes: false)
    }

    public static func ok(
        _ body: String, type: String = "text/plain; charset=utf-8", _ headers: [(String, String)] = []
    )
        -> Reply
    {
        answer(200, [("Content-Type", type)] + headers, body: Array(body.utf8))
    }

    public static func json(_ body: String, status: Int = 200) -> Reply {
        answer(status, [("Content-Type", "application/json; charset=utf-8")], body: Array(body.utf8))
    }

    public static func status(_ status: Int, _ headers: [(String, String)] = []) -> Reply {
        answer(status, headers)
    }

    public static func redirect(_ status: Int = 302, to location: String) -> Reply {
        answer(status, [("Location", location)])
    }

    /// The same after a pause.
    public func after(_ seconds: Double) -> Reply {
        Reply([.pause(seconds)] + steps, closes: closes)
    }
}

// MARK: - Faults

extension Reply {
    /// Reads the request and sends nothing.
    public static let silent = Reply([.silence])

    /// Closes the connection without sending anything.
    public static let closed = Reply([])

    public static let reset = Reply([.reset])

    /// Sends the headers of an answer with a body, then nothing.
    public static func stalled(_ body: String) -> Reply {
        Reply([.send(head(200, [("Content-Length", "\(body.utf8.count + 1000)")]) + Array(body.utf8)), .silence])
    }

    /// Sends one byte at a time, with pauses.
    public static func dripping(_ body: String, every seconds: Double) -> Reply {
        let bytes = body.utf8.flatMap { [Step.send([$0]), .pause(seconds)] }
        return Reply([.send(head(200, [("Content-Length", "\(body.utf8.count)")]))] + bytes)
    }

    /// Announces a length that is not the length of the body.
    public static func lying(_ body: String, length: Int) -> Reply {
        Reply([.send(head(200, [("Content-Length", "\(length)")]) + Array(body.utf8))])
    }

    /// A chunked body without its last chunk.
    public static func halfChunked(_ body: String) -> Reply {
        let size = String(body.utf8.count, radix: 16)
        let chunk = "\(size)\r\n\(body)\r\n"
        return Reply([.send(head(200, [("Transfer-Encoding", "chunked")]) + Array((chunk + "ff\r\nhalf").utf8))])
    }

    /// A chunked body in which one chunk has no size.
    public static func brokenChunks(_ body: String) -> Reply {
        Reply([.send(head(200, [("Transfer-Encoding", "chunked")]) + Array("xyz\r\n\(body)\r\n0\r\n\r\n".utf8))])
    }

    /// A body that never ends.
    public static let endless = Reply([
        .send(head(200, [("Content-Type", "text/plain")])), .endless([UInt8](repeating: 0x61, count: 65536)),
    ])

    /// Headers that never end.
    public static let endlessHeaders = Reply([
        .send(Array("HTTP/1.1 200 OK\r\n".utf8)), .endless(Array("X-More: and more\r\n".utf8)),
    ])

    /// An answer that never gets beyond its interim answers (RFC 9110, section 15.2).
    public static let endlessInterim = Reply([.endless(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8))])

    /// Chunks of one byte each, with an extension that is longer than they are (RFC 9112, section 7.1.1).
    public static let endlessChunks = Reply([
        .send(head(200, [("Transfer-Encoding", "chunked")])), .endless(Array("1;name=value\r\nx\r\n".utf8)),
    ])

    /// One chunk whose extension never ends.
    public static let endlessExtension = Reply([
        .send(head(200, [("Transfer-Encoding", "chunked")]) + Array("1;".utf8)), .endless(Array("name=value;".utf8)),
    ])

    /// A complete body whose trailer fields never end (RFC 9112, section 7.1.2).
    public static let endlessTrailers = Reply([
        .send(head(200, [("Transfer-Encoding", "chunked")]) + Array("1\r\nx\r\n0\r\n".utf8)),
        .endless(Array("X-More: and more\r\n".utf8)),
    ])

    /// Bytes that are not HTTP.
    public static func garbage(_ bytes: [UInt8]) -> Reply { Reply([.send(bytes)]) }

    /// The status line, the given header fields and the empty line.
    public static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) \(reason(status))"] + headers.map { "\($0): \($1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private static func reason(_ status: Int) -> String {
        status == 200 ? "OK" : "Status \(status)"
    }
}
