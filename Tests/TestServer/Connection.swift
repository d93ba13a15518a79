import Foundation

/// One accepted connection.
final class Connection {
    private let descriptor: Int32
    /// Bytes that were read but not used yet: the start of the next request.
    private var pending: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Nil when the client has left.
    func readRequest() -> Request? {
        guard let head = read(until: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ").map(String.init)
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        var request = Request(
            method: words[0], path: target[0], query: target.count > 1 ? target[1] : "", headers: headers, body: [],
            time: 0)
        guard let body = read(count: request.header("Content-Length").flatMap(Int.init) ?? 0) else { return nil }
        request.body = body
        request.time = ProcessInfo.processInfo.systemUptime
        return request
    }

    /// False if the connection cannot be used any more.
    func perform(_ steps: ArraySlice<Reply.Step>, isHead: Bool) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes): guard send(isHead ? Self.headOnly(bytes) : bytes) else { return false }
            case .pause(let seconds): guard wait(seconds) else { return false }
            case .endless(let bytes): while send(bytes) {}
            case .silence: while wait(60) {}
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return false
            }
        }
        return true
    }

    private static func headOnly(_ bytes: [UInt8]) -> [UInt8] {
        bytes.firstRange(of: Array("\r\n\r\n".utf8)).map { Array(bytes[..<$0.upperBound]) } ?? bytes
    }

    private func read(until mark: [UInt8]) -> [UInt8]? {
        while true {
            if let range = pending.firstRange(of: mark) {
                defer { pending.removeSubrange(..<range.upperBound) }
                return Array(pending[..<range.lowerBound])
            }
            guard readMore() else { return nil }
        }
    }

    private func read(count: Int) -> [UInt8]? {
        while pending.count < count { guard readMore() else { return nil } }
        defer { pending.removeFirst(count) }
        return Array(pending.prefix(count))
    }

    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16384)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        pending += buffer[..<count]
        return true
    }

    private func send(_ bytes: [UInt8]) -> Bool { sendAll(bytes, to: descriptor) }

    /// Waits. Ends early with false if the client leaves or the server stops.
    private func wait(_ seconds: Double) -> Bool {
        let end = ProcessInfo.processInfo.systemUptime + seconds
        while true {
            let left = end - ProcessInfo.processInfo.systemUptime
            guard left > 0 else { return true }
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, Int32(min(left, 60) * 1000) + 1) > 0 else { continue }
            guard readMore() else { return false }
        }
    }
}
