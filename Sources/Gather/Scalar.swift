import Foundation

/// A number, a text or a truth value.
enum Scalar: Decodable {
    case number(Double)
    case text(String)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    var number: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Double(text.trimmingCharacters(in: .whitespaces))
        case .flag(let flag): flag ? 1 : 0
        }
    }

    var text: String {
        switch self {
        case .number(let number): number == number.rounded() ? "\(Int64(clamping: number))" : "\(number)"
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        }
    }
}

extension Int64 {
    /// The nearest possible value; 0 for NaN.
    init(clamping number: Double) {
        if number.isNaN {
            self = 0
            return
        }
        self = number >= 9.2e18 ? .max : number <= -9.2e18 ? .min : Int64(number)
    }
}
