import Foundation

/// How important a story is: the sum of named parts.
package struct Score: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package var name: String
        package var value: Double

        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    package var parts: [Part]

    package init(_ parts: [Part]) {
        self.parts = parts.filter { $0.value != 0 }
    }

    package var total: Double { parts.reduce(0) { $0 + $1.value } }
}

extension Score: CustomStringConvertible {
    /// `2.31 = publishers 1.58 + fresh 0.48 + place 0.25`
    package var description: String {
        guard !parts.isEmpty else { return "0" }
        let terms = parts.map { "\($0.name) \($0.value.twoDecimals)" }
        return "\(total.twoDecimals) = \(terms.joined(separator: " + "))"
    }
}

extension Double {
    /// The number with two decimals, as `why` prints it: `0.41`.
    package var twoDecimals: String {
        formatted(.number.precision(.fractionLength(2)).locale(Self.posix))
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
