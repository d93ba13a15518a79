import Foundation

extension Deliverer {
    /// The longest pause before another attempt. If a receiver asks for a longer one, the next run tries again.
    static let longestWait: TimeInterval = 60

    /// Delivers a digest. After a temporary failure it tries again, as often as the delivery allows.
    ///
    /// - Parameter took: see `Parcel.took`.
    /// - Returns: see `Parcel.notes`.
    package func deliver(
        _ parcel: Parcel, took: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) async throws(DeliveryFailure) -> [String] {
        var parcel = parcel
        parcel.took = took
        var attempt = 1
        while true {
            do throws(DeliveryFailure) {
                if !parcel.isOurs() { throw .elsewhere }
                try await parcel.delivery.destination.deliver(&parcel, by: self)
                return parcel.notes
            } catch {
                guard attempt < parcel.delivery.attempts, let seconds = Self.wait(after: error, attempt) else {
                    if let server = error.mailServer { await pool.giveUp(server, error) }
                    throw error
                }
                try await wait(seconds)
                attempt += 1
            }
        }
    }

    /// Seconds until the next attempt: 2, 6, 18 …, each multiplied by a random factor from 0.5 to 1.5.
    private static func wait(after failure: DeliveryFailure, _ attempt: Int) -> TimeInterval? {
        switch failure.retry {
        case .nextRun: nil
        case .soon: min(longestWait, 2 * pow(3, Double(attempt - 1))) * .random(in: 0.5...1.5)
        case .after(let seconds): seconds <= longestWait ? seconds + .random(in: 0...0.5) : nil
        }
    }
}
