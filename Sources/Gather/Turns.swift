import Synchronization

/// Lets only some tasks do their work at the same time. The others wait for their turn in the order of their arrival.
final class Turns: Sendable {
    private struct Line {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let line: Mutex<Line>

    init(atOnce count: Int) {
        line = Mutex(Line(free: count))
    }

    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = line.withLock { line in
                guard line.free > 0 else {
                    line.waiting.append(continuation)
                    return false
                }
                line.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func leave() {
        let next = line.withLock { line in
            guard line.waiting.isEmpty else { return line.waiting.removeFirst() as CheckedContinuation? }
            line.free += 1
            return nil
        }
        next?.resume()
    }
}
