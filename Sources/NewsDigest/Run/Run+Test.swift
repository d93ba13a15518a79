import Foundation
import Settings
import Texts
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
                    failures.append(Failure(.deliver, delivery.name, error.reason))
                }
            }
        }
        return (findings, failures)
    }

    private func sendTest(to delivery: Delivery, of plan: Plan) async throws(DeliveryFailure) -> [String] {
        let digest = Digest(test: plan.reader, now: now)
        let delivery = plan.filled(delivery, for: digest)
        let rendering = plan.rendered(digest, for: delivery, pictures: [:])
        if delivery.destination.ownedPath != nil {
            try delivery.destination.check(size: Delivery.usualSize)
            return ["'\(delivery.name)' can be written; a file gets no test message"]
        }
        let parcel = Parcel(
            delivery: delivery, digestID: digest.id, profile: plan.reader.profileName, title: digest.title,
            copies: rendering.copies)
        let notes = try await plan.deliverer.deliver(parcel)
        return notes.map { "'\(delivery.name)': \($0)" } + ["'\(delivery.name)' took a test message"]
    }
}

extension Delivery {
    /// The size in bytes with which a file is checked.
    fileprivate static let usualSize = 100_000
}

extension Digest {
    fileprivate init(test reader: Configuration, now: Date) {
        self.init(
            id: String(Identity.id(of: "test \(now.timeIntervalSince1970)").prefix(10)), profile: reader.profileName,
            title: "Test message from newsdigest", name: reader.name, created: now, language: reader.language,
            timeZone: reader.timeZone, sections: [])
        intro = "This destination works. The next digest comes here."
    }
}
