import Foundation

/// A loopback HTTP/1.1 server for tests. It sends what a test tells it, also wrong answers.
///
/// It uses POSIX sockets and a thread for each connection, and logs all requests. It ends with `stop()` or when its
/// last reference is gone.
public final class TestServer: Sendable {
    public enum Family: Sendable {
        case ipv4
        case ipv6
    }

    public typealias Handler = @Sendable (Request) -> Reply

    public let port: Int
    private let family: Family
    private let listener: Listener
    private let log = RequestLog()

    /// The handler answers every request, on the thread of the connection.
    public init(on family: Family = .ipv4, handler: @escaping Handler) throws {
        self.family = family
        let log = log
        listener = try Listener(family) { descriptor in
            log.connected()
            Self.serve(Connection(descriptor), handler, log)
        }
        port = listener.port
    }

    /// Replies by path, without the query; 404 for others.
    public convenience init(on family: Family = .ipv4, _ routes: [String: Reply]) throws {
        try self.init(on: family) { routes[$0.path] ?? .status(404) }
    }

    deinit {
        listener.stop()
    }

    /// The server's address, such as `http://127.0.0.1:40123`.
    public var url: String { family == .ipv4 ? "http://127.0.0.1:\(port)" : "http://[::1]:\(port)" }

    public func url(_ path: String) -> String { url + path }

    /// The requests so far, in the order of their arrival.
    public var requests: [Request] { log.all }

    /// The paths of the requests so far.
    public var paths: [String] { requests.map(\.path) }

    /// The greatest number of requests that were answered at the same time, for each value of the `Host` header.
    public var mostParallel: [String: Int] { log.mostParallel }

    /// The number of connections that were accepted so far.
    public var connections: Int { log.connections }

    /// The number of connections that are open.
    public var openConnections: Int { listener.openConnections }

    /// Ends the server and its connections.
    public func stop() { listener.stop() }

    private static func serve(_ connection: Connection, _ handler: Handler, _ log: RequestLog) {
        while let request = connection.readRequest() {
            log.begin(request)
            let reply = handler(request)
            // The client may start its next request as soon as it has the last byte. So the log is finished before
            // that.
            let body = reply.steps.dropLast()
            var stays = connection.perform(body, isHead: request.method == "HEAD")
            log.end(request)
            stays = stays && connection.perform(reply.steps.suffix(1), isHead: request.method == "HEAD")
            guard stays, !reply.closes else { return }
        }
    }
}

/// A request as the server read it.
public struct Request: Sendable {
    public var method: String
    /// The path without the query.
    public var path: String
    /// The query without the question mark; empty when there is none.
    public var query: String
    /// The headers in the order of their arrival.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// When the request was complete, in seconds of the system's uptime.
    public var time: Double

    /// The first value of a header. The case of the name does not matter.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The decoded value of a query parameter.
    public func parameter(_ name: String) -> String? {
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts[0].removingPercentEncoding == name else { continue }
            return parts.count > 1 ? parts[1].replacingOccurrences(of: "+", with: " ").removingPercentEncoding : ""
        }
        return nil
    }
}
