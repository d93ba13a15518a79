import Foundation
import Settings
import Values

extension Run {
    /// Sends a test message to each destination of the readers: a digest without stories that says what it is. Nothing
    /// is stored. A file keeps what it contains, so it is only checked.
    ///
    /// - Returns: a sentence for each destination that took the message, and the failures of the others.
    /// - Throws: like `Plan`.
    package func sendTest() async throws -> (findings: [String], failures: [Failure]) {
        var findings: [String] = []
        var failures: [Failure] = []
        for reader in readers {
            let plan = try await Plan(reader, run: self)
            for delivery in plan.deliveries {
                do throws(DeliveryFailure) {
                    findings += try await sendTest(to: delivery, of: plan)
                } catch {
                    findings += error.notes.map { "'\(delivery.name)': \($0)" }
                    failures.append(Failure(.deliver, delivery.name, error.reason))
                }
            }
        }
        return (findings, failures)
    }

    private func sendTest(to delivery: Delivery, of plan: Plan) async throws(DeliveryFailure) -> [String] {
        var digest = plan.digest("test \(now.timeIntervalSince1970)", sections: [], at: now)
        // An intro would be marked as written by a machine.
        digest.title = "Test message from newsdigest: this destination works"
        let delivery = plan.filled(delivery, for: digest)
        var renderer = Renderer(plan: plan)
        renderer.hasPage = false
        let rendering = renderer.rendered(digest, for: delivery)
        if delivery.destination.ownedPath != nil {
            try delivery.destination.check(size: Self.usualSize)
            return ["'\(delivery.name)' can be written; a file gets no test message"]
        }
        let notes = try await plan.deliverer.deliver(Parcel(digest, rendering, to: delivery))
        return notes.map { "'\(delivery.name)': \($0)" } + ["'\(delivery.name)' took a test message"]
    }

    /// The size in bytes with which a file is checked.
    private static let usualSize = 100_000
}
