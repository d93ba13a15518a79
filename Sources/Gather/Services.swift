import FeedParser
import Foundation
import HTTP
import InFlight
import Values

/// Why a service gave nothing, or not all.
enum ServiceFault: Error {
    /// Its answer has this status, and perhaps the code and the message of an error.
    case refused(status: Int, code: String? = nil, message: String? = nil, RetryAfter?)
    /// The answer does not have the documented form.
    case unreadable(String)
    case transport(HTTPError)
    /// The request could not be counted in the state.
    case uncounted(String)

    var cause: FailureCause {
        switch self {
        case .refused(let status, _, _, _): .answered(status: status)
        case .unreadable: .unreadable
        case .transport(let error): error.cause
        case .uncounted: .other
        }
    }

    /// The pause that the answer asks for.
    func pause(from now: Date) -> Pause? {
        switch self {
        case .refused(let status, _, _, let after): Pause(status: status, after, from: now)
        case .transport(let error): Pause(error, from: now)
        case .unreadable, .uncounted: nil
        }
    }

    /// Whether the deadline of the run left no time for the request.
    var isOutOfTime: Bool { transport?.reason == .outOfTime }
    var unreachableHost: String? { transport?.unreachableHost }
    private var transport: HTTPError? { if case .transport(let error) = self { error } else { nil } }
}

extension Fetcher {
    func answer(to request: HTTPRequest) async throws(ServiceFault) -> HTTPResponse {
        do { return try await client.send(request) } catch { throw .transport(error) }
    }
}

extension HTTPResponse {
    /// The JSON of a service's answer; nil if it does not have the documented form.
    func json<Body: Decodable>(_ type: Body.Type = Body.self, ofSource id: String) -> Body? {
        InFlight.during(.reading, ofSource: id) {
            try? JSONDecoder().decode(Body.self, from: BoundedJSON.copy(of: body))
        }
    }

    /// What happened if there is no such JSON in it.
    var notItsJSON: String {
        "answered with something that is not its JSON (\(body.count) bytes, perhaps cut off)"
    }
}

extension Gathered {
    /// Records what ended the pages of a service.
    /// - Parameters:
    ///   - remembered: the reason that the record keeps.
    ///   - isEmpty: whether no page arrived before.
    mutating func fail(
        _ fault: ServiceFault, _ failure: Failure, remembered: String, pause: Pause?, isEmpty: Bool, now: Date
    ) {
        if fault.isOutOfTime {
            if isEmpty { status = .unasked } else { record.succeeded(at: now) }
            return
        }
        status = isEmpty ? .failed(failure) : .partial(failure)
        unreachableHost = fault.unreachableHost
        record.failed(remembered, fault.cause, at: now)
        if let pause { record.waits(pause) }
    }
}

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
