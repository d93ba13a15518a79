import Foundation
import TestServer
import Testing

@testable import HTTP

@Suite struct PolitenessTests {
    @Test func `requests to one host go one at a time with a gap`() async throws {
        let server = try TestServer { _ in .ok("").after(0.03) }
        let client = try HTTPClient.test(maxParallel: 10, gap: .milliseconds(80))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<5 { group.addTask { _ = try await client.get(server.url("/\(number)")) } }
            try await group.waitForAll()
        }
        let times = server.requests.map(\.time)
        #expect(server.mostParallel[""] == 1)
        for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier >= 0.105) }
    }

    @Test func `when all requests are cancelled, none of those that wait begins`() async throws {
        let server = try TestServer { _ in .ok("").after(5) }
        let client = try HTTPClient.test(maxParallel: 10, gap: .zero)
        let requests = Task {
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<200 { group.addTask { _ = try? await client.get(server.url("/\(number)")) } }
            }
        }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        requests.cancel()
        await requests.value
        // A request that began would have arrived by now.
        try await Task.sleep(for: .milliseconds(300))
        #expect(server.requests.count == 1)
    }

    @Test func `no request starts while many bodies are unread`() async throws {
        let body = [UInt8](repeating: 0x61, count: 4_500_000)
        let server = try TestServer { _ in .answer(200, [], body: body) }
        let client = try HTTPClient.test()
        @Sendable func get(_ number: Int) async throws -> HTTPResponse {
            var request = HTTPRequest(url: server.url("/\(number)"), configuredURL: server.url("/"))
            request.source = "source 1"
            return try await client.send(request)
        }
        var unread: [HTTPResponse] = []
        for number in 1...4 { unread.append(try await get(number)) }
        async let next = get(5).status
        try await Task.sleep(for: .milliseconds(200))
        #expect(server.requests.count == 4 && unread.count == 4)
        unread = []
        #expect(try await next == 200)
    }

    @Test func `hosts go in parallel up to the bound`() async throws {
        let server = try TestServer { _ in .ok("").after(0.3) }
        let client = try HTTPClient.test(maxParallel: 4)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask { _ = try await client.get("http://h\(number % 8).localhost:\(server.port)/\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 16)
        #expect(server.mostParallel[""] == 4)
        #expect(server.mostParallel.filter { $0.key != "" }.values.allSatisfy { $0 == 1 })
    }

    @Test func `a 429 stops its host for the rest of the run and no other`() async throws {
        let server = try TestServer { _ in .status(429, [("Retry-After", "120")]).after(0.1) }
        let other = try TestServer(["/": .ok("")])
        let client = try HTTPClient.test()
        let results = await withTaskGroup(of: (Int?, HTTPError?).self) { group in
            for number in 0..<4 {
                group.addTask {
                    do {
                        return (try await client.get(server.url("/\(number)")).status, nil)
                    } catch {
                        return (nil, error as? HTTPError)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0.0 == 429 }.count == 1)
        #expect(results.filter { $0.1?.reason == .hostStopped(.seconds(120)) }.count == 3)
        #expect(server.requests.count == 1)
        let later = await client.failure(of: server.url("/later"))
        #expect(
            later?.description == "\(server.url("/later")) was not requested: the host answered 429 (retry after 120 s)"
        )
        #expect(try await client.get(other.url("/")).status == 200)
    }

    @Test func `a host that is not reached is tried once for all its requests`() async throws {
        // Refuses as long as it does not listen.
        let port = try ClosedPort()
        let client = try HTTPClient.test(retries: 1)
        let refused = HTTPError.Reason.network("connection refused")
        async let first = client.failure(of: "http://127.0.0.1:\(port.number)/1")
        async let second = client.failure(of: "http://127.0.0.1:\(port.number)/2")
        #expect(await [first?.reason, second?.reason] == [refused, refused])
        port.open()
        let third = await client.failure(of: "http://127.0.0.1:\(port.number)/3")
        #expect(third == HTTPError(url: "http://127.0.0.1:\(port.number)/3", refused))
        #expect(third?.unreachableHost == "127.0.0.1:\(port.number)")
        #expect(!port.wasCalled)
        // Another port is another server.
        let server = try TestServer(["/": .ok("well")])
        #expect(try await client.get(server.url("/")).text == "well")
    }

    @Test func `a host that is reached at the second try answers all its requests`() async throws {
        let port = try ClosedPort()
        let client = try HTTPClient.test(
            gap: HTTPClient.Configuration.usualHostGap, limits: HTTPLimits(idleTimeout: .seconds(1)), retries: 1,
            retryPause: .seconds(3))
        async let first = client.failure(of: "http://127.0.0.1:\(port.number)/1")
        async let second = client.failure(of: "http://127.0.0.1:\(port.number)/2")
        try await Task.sleep(for: .milliseconds(300))
        port.open()
        let silent = HTTPError.Reason.timeout(.idle, seconds: 1)
        #expect(await [first?.reason, second?.reason] == [silent, silent])
        #expect(port.wasCalled)
    }

    @Test func `a POST paces itself and a 429 to it stops nothing`() async throws {
        let server = try TestServer { $0.method == "POST" ? .status(429, [("Retry-After", "1")]) : .ok("") }
        let client = try HTTPClient.test()
        let post = HTTPRequest(.post, url: server.url("/hook"), configuredURL: server.url)
        #expect(try await client.send(post).retryAfter == .seconds(1))
        #expect(try await client.send(post).status == 429)
        #expect(try await client.get(server.url("/")).status == 200)
    }

    @Test(arguments: [502, 503, 504])
    func `a passing failure is tried once more`(status: Int) async throws {
        let server = try FlakyServer([.status(status)])
        #expect(try await HTTPClient.test(retries: 1).get(server.url).text == "well")
        let twice = try FlakyServer([.status(status), .status(status)])
        #expect(try await HTTPClient.test(retries: 1).get(twice.url).status == status)
        #expect(twice.requests == 2)
    }

    @Test func `a broken connection is tried once more`() async throws {
        for fault in [Reply.closed, .reset, .lying("<rss>", length: 100), .halfChunked("<rss>")] {
            let server = try FlakyServer([fault])
            #expect(try await HTTPClient.test(retries: 1).get(server.url).text == "well")
        }
    }

    @Test func `what another try does not mend is not tried again`() async throws {
        let limits = HTTPLimits(idleTimeout: .milliseconds(200))
        let faults: [Reply] = [
            .status(503, [("Retry-After", "60")]), .status(500), .status(404), .status(429), .silent,
            .garbage(Array("nonsense\r\n".utf8)),
        ]
        for fault in faults {
            let server = try FlakyServer([fault, fault])
            _ = try? await HTTPClient.test(limits: limits, retries: 1).get(server.url)
            #expect(server.requests == 1)
        }
        for method in [HTTPRequest.Method.post, .put] {
            let server = try FlakyServer([.status(503), .status(503)])
            let message = HTTPRequest(method, url: server.url, configuredURL: server.url)
            #expect(try await HTTPClient.test(retries: 1).send(message).status == 503)
            #expect(server.requests == 1)
        }
    }

    @Test func `the deadline ends what runs and what waits`() async throws {
        let server = try TestServer { _ in .silent }
        let client = try HTTPClient.test(deadline: .seconds(1), retries: 1)
        var reasons: [HTTPError.Reason?] = []
        let spent = await seconds {
            reasons = await withTaskGroup(of: HTTPError.Reason?.self) { group in
                for number in 0..<3 {
                    group.addTask { await client.failure(of: server.url("/\(number)"))?.reason }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
        }
        // The one that was sent had all the time. The others had none, for which their server is not to blame.
        #expect(reasons.count { $0 == .deadline } == 1)
        #expect(reasons.count { $0 == .outOfTime } == 2)
        #expect(spent < 20)
        #expect(server.requests.count <= 1)
        #expect(await client.failure(of: server.url("/after"))?.reason == .outOfTime)
    }

    @Test func `a request that began shortly before the deadline is not late`() async throws {
        let server = try TestServer { $0.path == "/first" ? .ok("").after(1.4) : .silent }
        let client = try HTTPClient.test(deadline: .seconds(2))
        _ = try await client.get(server.url("/first"))
        #expect(await client.failure(of: server.url("/second"))?.reason == .outOfTime)
    }

    @Test func `the deadline counts from the first request`() async throws {
        let server = try TestServer(["/": .ok("well")])
        let client = try HTTPClient.test(deadline: .seconds(2))
        try await Task.sleep(for: .seconds(2.2))
        #expect(try await client.get(server.url("/")).text == "well")
    }

    @Test func `cancelling a task ends its transfer, running or waiting, and frees the host`() async throws {
        let server = try TestServer { $0.path == "/" ? .ok("next") : .silent }
        let client = try HTTPClient.test()
        let running = Task { await client.failure(of: server.url("/slow")) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let waiting = Task { await client.failure(of: server.url("/waiting")) }
        try await Task.sleep(for: .milliseconds(50))
        let spent = await seconds {
            waiting.cancel()
            #expect(await waiting.value?.reason == .cancelled)
            running.cancel()
            #expect(await running.value?.reason == .cancelled)
        }
        #expect(spent < 20)
        #expect(try await client.get(server.url("/")).text == "next")
        #expect(server.paths == ["/slow", "/"])
        let late = Task { () -> HTTPError? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.failure(of: server.url("/late"))
        }
        #expect(await late.value?.reason == .cancelled)
    }

    @Test func `a client that goes away ends its thread and its connections`() async throws {
        let server = try TestServer(["/": .ok("")])
        for _ in 0..<20 { _ = try await HTTPClient.test().get(server.url("/")) }
        #expect(server.connections == 20)
        // The thread closes them as the last thing it does.
        for _ in 0..<500 where server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.openConnections == 0)
    }

    @Test func `many sources on many hosts take little more than their latency`() async throws {
        let server = try TestServer { _ in .ok("<rss/>").after(0.1) }
        let client = try HTTPClient.test(maxParallel: 10)
        let spent = try await seconds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        _ = try await client.get("http://h\(number % 40).localhost:\(server.port)/\(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
        // 200 × 0.1 s ÷ 10 is two seconds; the rest is for a busy machine. One after the other they take 20.
        #expect(spent < 12)
        #expect(server.mostParallel[""] == 10)
    }
}

@Suite struct HostQueueTests {
    private let start = ContinuousClock.now

    @Test func `the host with the most waiting goes first and hosts take turns`() {
        var queue = HostQueue(maxParallel: 2, gap: .seconds(1))
        queue.add(1, host: "a")
        for id in 2...4 { queue.add(id, host: "b") }
        queue.add(5, host: "c")
        #expect(queue.next(now: start) == 2)
        #expect(queue.next(now: start) == 1)
        #expect(queue.next(now: start) == nil)
        queue.finished(host: "b", now: start)
        #expect(queue.next(now: start) == 5)
        queue.finished(host: "a", now: start)
        #expect(queue.next(now: start) == nil)
        #expect(queue.wakeAt(now: start) == start + .seconds(1))
        #expect(queue.next(now: start + .seconds(1)) == 3)
    }

    @Test func `what was sent the longest ago goes first, also between hosts`() {
        var queue = HostQueue(maxParallel: 1, gap: .zero)
        func day(_ number: Double) -> HostQueue.Turn { .lastSent(Date(timeIntervalSince1970: 86_400 * number)) }
        for (id, turn) in [day(3), day(2), .neverSent, day(2)].enumerated() { queue.add(id, host: "a", turn: turn) }
        queue.add(9, host: "b", turn: day(1))
        queue.add(10, host: "a", turn: .goingOn)
        var order: [Int] = []
        while let id = queue.next(now: start) {
            order.append(id)
            queue.finished(host: id == 9 ? "b" : "a", now: start)
        }
        #expect(order == [10, 2, 9, 1, 3, 0])
    }

    @Test func `a request taken out is not started`() {
        var queue = HostQueue(maxParallel: 1, gap: .zero)
        queue.add(1, host: "a")
        queue.remove(1, host: "a")
        #expect(queue.next(now: start) == nil)
        #expect(queue.wakeAt(now: start) == nil)
    }
}

@Suite struct RetryAfterTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sat, 21 Nov 2026 08:00:00 GMT", 1_795_248_000),
        ("Sat, 21 Nov 2026 08:00:00 UTC", 1_795_248_000),
    ])
    func `dates of HTTP are read in their three forms`(text: String, seconds: Double) {
        #expect(HTTPDate.date(text) == Date(timeIntervalSince1970: seconds))
        #expect(RetryAfter(text) == .date(Date(timeIntervalSince1970: seconds)))
    }

    @Test(arguments: [
        "", "0", "-1", "soon", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 EST",
    ])
    func `a text that is not a date is nil`(text: String) {
        #expect(HTTPDate.date(text) == nil)
    }

    @Test func `seconds count from now`() {
        let now = Date(timeIntervalSince1970: 1_000_000)
        #expect(RetryAfter(" 120 ")?.date(from: now) == now.addingTimeInterval(120))
        #expect(RetryAfter("-5") == nil)
        #expect(RetryAfter("99999999999999999999") == .seconds(.max))
        #expect(RetryAfter("99999999999999999999")!.date(from: now) > now)
        #expect(Duration.seconds(Int64.max).milliseconds == .max)
        let recorded = HTTPError(url: "u", .timeout(.idle, seconds: 1e300))
        #expect(recorded.description == "u sent nothing for 1e+300 s")
    }
}

/// A port of this machine that refuses connections until it is opened, and then takes them without a word.
private final class ClosedPort: Sendable {
    private let socket: Int32
    let number: Int

    init() throws {
        socket = try openSocket(.ipv4)
        guard bindV4(socket) else { throw POSIXError(.EADDRNOTAVAIL) }
        number = portNumber(of: socket)
    }

    deinit { close(socket) }

    func open() { listen(socket, 5) }

    var wasCalled: Bool {
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1
    }
}

/// Answers with the given faults first, then well.
private final class FlakyServer: Sendable {
    private let server: TestServer

    init(_ faults: [Reply]) throws {
        let counter = Counter()
        server = try TestServer { _ in
            let number = counter.next()
            return number < faults.count ? faults[number] : .ok("well")
        }
    }

    var url: String { server.url("/") }
    var requests: Int { server.requests.count }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0

        func next() -> Int {
            lock.withLock {
                value += 1
                return value - 1
            }
        }
    }
}
