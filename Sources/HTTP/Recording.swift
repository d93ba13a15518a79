import Files
import Foundation
import Texts

/// One request and its result, as stored in the folder of a recording. The body is in another file.
struct RecordedExchange: Codable {
    /// `GET`, `HEAD`, `POST`, `PUT`, or `MAIL` for a mail.
    var method: String
    /// The address, without secrets, as everywhere in a recording.
    var url: String
    /// The hash of a request's body, or of a mail's recipients.
    var bodyHash: String?

    var status: Int?
    /// The address of the answer, if redirects led to another one.
    var finalURL: String?
    var redirects: [HTTPResponse.Redirect]?
    /// The headers, as `Name: value`.
    var headers: [String]?
    /// The name of the file with the decompressed body.
    var body: String?

    var failure: HTTPError.Reason?
    var receipt: SMTPReceipt?
    var mailFailure: SMTPError.Reason?

    /// The key by which a replay finds the exchange.
    var key: String { [method, url, bodyHash ?? ""].joined(separator: " ") }

    init(_ request: HTTPRequest, _ redaction: Redaction) {
        method = request.method.rawValue
        url = redaction.key(request.url)
        bodyHash = request.body.isEmpty ? nil : StableHash.digits(request.body)
    }

    init(_ message: SMTPMessage) {
        method = "MAIL"
        url = message.server.withoutUserInfo
        bodyHash = StableHash.digits(message.recipients.joined(separator: " ").utf8)
    }

    mutating func record(_ response: HTTPResponse, _ redaction: Redaction) {
        status = response.status
        let answered = redaction.url(response.url)
        finalURL = answered == url ? nil : answered
        redirects =
            response.redirects.isEmpty
            ? nil
            : response.redirects.map {
                HTTPResponse.Redirect(status: $0.status, url: redaction.url($0.url))
            }
        headers = response.headers.map(redaction.header).map { "\($0.name): \($0.value)" }
    }

    func response(body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: status ?? 200,
            headers: (headers ?? []).map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return HTTPHeader(parts.first ?? "", parts.count > 1 ? parts[1] : "")
            },
            body: body, url: finalURL ?? url, redirects: redirects ?? [])
    }
}

/// The folder of a recording. It may come from an unknown person.
package enum RecordingFolder {
    /// The bytes of a plain file in the folder itself; nil for anything else, such as a path or a link that leads out
    /// of it, and for a file of more than `limit` bytes.
    package static func contents(of name: String, in folder: String, upTo limit: Int) -> [UInt8]? {
        guard let file = file(name, in: folder), file.size <= limit else { return nil }
        // The size may be wrong: files of some file systems grow while they are read.
        return (try? file.handle.readAll(upTo: limit)).flatMap { $0 }.map(Array.init)
    }

    /// The size of a plain file in the folder itself.
    static func size(of name: String, in folder: String) -> Int? { file(name, in: folder)?.size }

    private static func file(_ name: String, in folder: String) -> (handle: FileHandle, size: Int)? {
        guard !name.isEmpty, !name.contains("/"), !name.utf8.contains(0) else { return nil }
        // Opened without blocking, because reading a named pipe may never end.
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        return FilePieces(handle).map { (handle, $0.count) }
    }
}

/// A folder of recorded answers, which are used instead of the network. The same requests get the same answers in the
/// same order. After the last answer for an address, this answer is given again.
actor Recording {
    private let folder: String
    private let maxBody: Int
    private var exchanges: [String: [RecordedExchange]] = [:]

    /// The bytes of one exchange without its body, and of all of them together.
    private static let longestExchange = 1 << 20
    private static let longestExchanges = 64 << 20

    /// - Parameter maxBody: the bytes of one body, if its request has no limit of its own.
    init(folder: String, maxBody: Int) throws(HTTPError) {
        self.folder = folder
        self.maxBody = maxBody
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
            guard names.reduce(0, { $0 + (RecordingFolder.size(of: $1, in: folder) ?? 0) }) <= Self.longestExchanges
            else { throw HTTPError(url: folder, .recording("it has more than \(Self.longestExchanges >> 20) MiB")) }
            for name in names.sorted() {
                var exchange = try Self.read(name, in: folder)
                // An older version may have hidden fewer parameters.
                exchange.url = SecretParameters.hide(in: exchange.url)
                exchanges[exchange.key, default: []].append(exchange)
            }
        } catch let error as HTTPError {
            throw error
        } catch {
            throw HTTPError(url: folder, .recording("the folder cannot be read"))
        }
    }

    func answer(to request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let redaction = Redaction(request)
        let exchange = try next(RecordedExchange(request, redaction))
        if let failure = exchange.failure { throw HTTPError(url: exchange.finalURL ?? exchange.url, failure) }
        var body: [UInt8] = []
        if let name = exchange.body {
            let limit = request.limits?.maxBody ?? maxBody
            guard let size = RecordingFolder.size(of: name, in: folder) else {
                throw HTTPError(url: "\(folder)/\(name)", .recording("the body is not a file of its folder"))
            }
            guard size <= limit, let bytes = RecordingFolder.contents(of: name, in: folder, upTo: limit) else {
                throw HTTPError(url: exchange.finalURL ?? exchange.url, .bodyTooLarge(limit: limit))
            }
            body = bytes
        }
        return exchange.response(body: body)
    }

    func answer(to message: SMTPMessage) throws(SMTPError) -> SMTPReceipt {
        let exchange: RecordedExchange
        do {
            exchange = try next(RecordedExchange(message))
        } catch {
            throw SMTPError(server: error.url, .transport(error.reason))
        }
        if let receipt = exchange.receipt { return receipt }
        throw SMTPError(server: exchange.url, exchange.mailFailure ?? .transport(.notRecorded(in: folder)))
    }

    private func next(_ wanted: RecordedExchange) throws(HTTPError) -> RecordedExchange {
        guard var recorded = exchanges[wanted.key], let first = recorded.first else {
            throw HTTPError(url: wanted.url, .notRecorded(in: folder))
        }
        if recorded.count > 1 {
            recorded.removeFirst()
            exchanges[wanted.key] = recorded
        }
        return first
    }

    private static func read(_ name: String, in folder: String) throws(HTTPError) -> RecordedExchange {
        let bytes = RecordingFolder.contents(of: name, in: folder, upTo: longestExchange)
        guard let exchange = try? JSONDecoder.recording.decode(RecordedExchange.self, from: Data(bytes ?? [])) else {
            throw HTTPError(url: "\(folder)/\(name)", .recording("the file is not a recorded exchange"))
        }
        return exchange
    }
}

/// Writes the answers of the network into a folder that `Recording` can read.
actor Recorder {
    private let folder: String
    /// For each key, how often it was written in this run.
    private var counts: [String: Int] = [:]

    init(folder: String) throws(HTTPError) {
        self.folder = folder
        do {
            try PrivateFile.makeFolder(folder)
        } catch {
            throw HTTPError(url: folder, .recording("the folder cannot be created"))
        }
    }

    func record(_ result: Result<HTTPResponse, HTTPError>, of request: HTTPRequest) throws(HTTPError) {
        let redaction = Redaction(request)
        var exchange = RecordedExchange(request, redaction)
        var body: [UInt8]?
        switch result {
        case .success(let response):
            exchange.record(response, redaction)
            body = redaction.body(response.body)
        case .failure(let error):
            if case .cancelled = error.reason { return }
            exchange.failure = redaction.reason(error.reason)
            exchange.finalURL = error.url == exchange.url ? nil : redaction.url(error.url)
        }
        try write(exchange, body: body)
    }

    func record(_ result: Result<SMTPReceipt, SMTPError>, of message: SMTPMessage) throws(SMTPError) {
        var exchange = RecordedExchange(message)
        switch result {
        case .success(let receipt): exchange.receipt = receipt
        case .failure(let error): exchange.mailFailure = error.reason
        }
        do {
            try write(exchange, body: nil)
        } catch {
            throw SMTPError(server: error.url, .transport(error.reason))
        }
    }

    private func write(_ exchange: RecordedExchange, body: [UInt8]?) throws(HTTPError) {
        let stem = exchange.baseName
        let count = counts[stem, default: 0] + 1
        counts[stem] = count
        let name = "\(stem).\(String(repeating: "0", count: max(0, 3 - "\(count)".count)))\(count)"
        var exchange = exchange
        do {
            if count == 1 { try removeEarlierRun(of: stem) }
            if let body, !body.isEmpty {
                exchange.body = "\(name).body"
                try PrivateFile.write(Data(body), to: "\(folder)/\(name).body")
            }
            try PrivateFile.write(JSONEncoder.sorted(isIndented: true).encode(exchange), to: "\(folder)/\(name).json")
        } catch {
            throw HTTPError(url: "\(folder)/\(name).json", .recording("the file cannot be written"))
        }
    }

    /// Removes the answers of an earlier recording. A replay would otherwise mix them with those of this one.
    private func removeEarlierRun(of stem: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasPrefix("\(stem).") {
            try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }
}

extension RecordedExchange {
    /// The beginning of the file name, such as `get-example.org-feed.xml-1c2d3e4f5a6b7c8d`. It is readable and differs
    /// for each key.
    fileprivate var baseName: String {
        let hostAndPath = url.drop { $0 != ":" }.drop { ":/".contains($0) }.prefix { $0 != "?" }.prefix(60)
        let readable = "\(method.lowercased())-\(hostAndPath)".map { character in
            character.isASCII && (character.isLetter || character.isNumber || character == ".") ? character : "-"
        }
        return "\(String(readable))-\(StableHash.digits(key.utf8))"
    }
}

extension JSONDecoder {
    fileprivate static var recording: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
