import FeedParser
import Foundation
import HTTP
import Values

extension FeedSource {
    package func check(on visit: Visit) async -> SourceCheck {
        if path == nil, command == nil { return await visit.check(self) }
        return SourceCheck(await visit.ask(self, record: SourceRecord()))
    }
}

extension Visit {
    /// The request has no validators, so that the answer is complete.
    fileprivate func check(_ source: FeedSource) async -> SourceCheck {
        let request = HTTPRequest(source, record: SourceRecord(), now: now)
        let response: HTTPResponse
        do {
            response = try await client.send(request)
        } catch {
            let failure = Failure(.gather, source.name, "\(error)")
            return SourceCheck(sourceID: source.id, name: source.name, failure: failure, findings: [])
        }
        let gathered = Gathered(answer: response, to: request, from: source, now: now)
        var check = SourceCheck(gathered)
        guard gathered.failure == nil else { return check }
        check.findings += response.findings(isLimited: gathered.record.timeToLive != nil, now: now)
        check.findings += gathered.record.findings
        return check
    }
}

extension HTTPResponse {
    /// What the headers of a feed's answer allow and what they offer.
    /// - Parameter isLimited: whether the feed itself says how often it may be requested.
    fileprivate func findings(isLimited: Bool, now: Date) -> [String] {
        var findings: [String] = []
        if let permanentURL { findings.append("has moved for good to \(permanentURL); change it in the configuration") }
        let validators = ["ETag", "Last-Modified"].filter { headers[$0] != nil }
        findings.append(
            validators.isEmpty
                ? "sends no validators, so each request transfers all of it (\(body.count) bytes)"
                : "sends \(validators.joined(separator: " and ")), so a repeated request costs little")
        switch Freshness(headers, now: now).lifetime {
        case .none where isLimited: break
        case .none: findings.append("does not say how often it may be requested; each run requests it once")
        case .some(0): findings.append("may be requested in every run")
        case .some(let seconds):
            findings.append("may be requested again after \(SourceRecord.duration(seconds))")
        }
        return findings
    }
}

extension SourceRecord {
    /// What the feed itself says about when to request it.
    fileprivate var findings: [String] {
        var findings: [String] = []
        if let timeToLive { findings.append("says that it changes at most every \(timeToLive) minutes (ttl)") }
        if !skipHours.isEmpty {
            let hours = skipHours.sorted().map(String.init).joined(separator: ", ")
            findings.append("asks for no requests in the hours \(hours) GMT (skipHours)")
        }
        if !skipDays.isEmpty { findings.append("asks for no requests on \(skipDays.joined(separator: ", "))") }
        if let itemsADay { findings.append(Self.sentence(onItemsADay: itemsADay)) }
        return findings
    }

    /// - Parameter rate: the number of items a day in the last 7 days.
    private static func sentence(onItemsADay rate: Double) -> String {
        if rate == 0 { return "has published nothing in the last 7 days" }
        if rate < 1 { return "publishes \(Int((rate * 7).rounded()).counted("item")) a week" }
        return String(format: "publishes %.1f items a day", rate)
    }
}
