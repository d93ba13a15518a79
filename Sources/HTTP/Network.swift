import CCurl
import Foundation
import InFlight

/// Sends real requests: checks them, retries them and follows their redirects.
final class Network: Sendable {
    let configuration: HTTPClient.Configuration
    let loop: TransferLoop
    let mailConnections = MailConnections()

    init(_ configuration: HTTPClient.Configuration) throws(HTTPError) {
        self.configuration = configuration
        do {
            loop = try TransferLoop(
                maxParallel: configuration.maxParallel, perHostGap: configuration.perHostGap,
                retryPause: configuration.retryPause, deadline: configuration.deadline)
        } catch {
            throw HTTPError(url: "libcurl", error)
        }
    }

    deinit {
        loop.stop()
    }

    func send(
        _ request: HTTPRequest, _ objection: (String) async -> String?
    ) async throws(HTTPError) -> HTTPResponse {
        let redaction = Redaction(request)
        var hop = try Hop(request, configuration: configuration, permit: permit(for: request))
        var redirects: [HTTPResponse.Redirect] = []
        while true {
            let transfer = try await finish(&hop, redaction)
            var response = HTTPResponse(transfer, url: hop.address.url, redirects: redirects)
            guard let target = transfer.redirectTarget, request.method.isSafe else {
                if request.method.isSafe { try decompress(&response, of: hop, redaction) }
                return response
            }
            guard redirects.count < hop.limits.maxRedirects else {
                throw HTTPError(url: redaction.url(request.url), .tooManyRedirects(limit: hop.limits.maxRedirects))
            }
            let last = hop
            hop = try hop.redirected(to: target, after: transfer, network: configuration.network, redaction)
            if let objection = await objection(hop.address.url) {
                throw HTTPError(
                    url: redaction.url(last.address.url),
                    .refusedRedirect(to: redaction.url(hop.address.url), objection))
            }
            redirects.append(HTTPResponse.Redirect(status: response.status, url: hop.address.url))
        }
    }
}

extension Network {
    private func permit(for request: HTTPRequest) -> AddressPermit {
        AddressPermit(request, hosts: .system, privateHosts: configuration.network.privateHosts)
    }

    /// The transfer of one hop, retried after a transient failure.
    private func finish(_ hop: inout Hop, _ redaction: Redaction) async throws(HTTPError) -> Transfer {
        var retriesLeft = hop.request.method.isSafe ? configuration.retries : 0
        while true {
            let transfer = hop.transfer(configuration)
            let outcome = await perform(transfer, of: hop.request)
            hop.began = transfer.began
            if hop.decodes, hop.request.method == .get, outcome.isWrongEncoding {
                // For example `Content-Encoding: utf-8`, or `gzip` for bytes that are not compressed.
                hop.decodes = false
                continue
            }
            guard retriesLeft > 0, isWorthARetry(outcome) else {
                return try outcome.mapError { reason in
                    HTTPError(
                        url: redaction.url(hop.address.url), redaction.reason(reason),
                        wasSent: transfer.hasSent(hop.request))
                }.get()
            }
            retriesLeft -= 1
            await pauseBeforeRetry()
        }
    }

    /// Undoes the compression that libcurl left.
    private func decompress(
        _ response: inout HTTPResponse, of hop: Hop, _ redaction: Redaction
    ) throws(HTTPError) {
        do throws(HTTPError.Reason) {
            let encoding = hop.decodes ? nil : response.headers["Content-Encoding"]
            let source = hop.request.source ?? ""
            response.body = try InFlight.during(.reading, of: source, source: source) { () throws(HTTPError.Reason) in
                try CompressedBody.plain(response.body, encoding: encoding, upTo: hop.limits.maxBody)
            }
        } catch {
            throw HTTPError(url: redaction.url(response.url), error)
        }
    }

    /// A transfer that got an answer, whatever its status.
    private func perform(
        _ transfer: Transfer, of request: HTTPRequest
    ) async -> Result<Transfer, HTTPError.Reason> {
        let outcome = await loop.perform(transfer).flatMap { transfer in
            transfer.problem.map(Result.failure) ?? .success(transfer)
        }
        // The receiver has accepted the message, even if the rest of its answer is lost.
        return !request.method.isSafe && (200..<300).contains(transfer.status) ? .success(transfer) : outcome
    }

    /// Whether a retry is useful. After a timeout it is not: the server had enough time, and the run has other sources.
    /// The loop itself retries a host that was not reached.
    private func isWorthARetry(_ outcome: Result<Transfer, HTTPError.Reason>) -> Bool {
        switch outcome {
        case .success(let transfer):
            [502, 503, 504].contains(transfer.status) && transfer.headers.fields["Retry-After"] == nil
        case .failure(.interrupted): true
        case .failure: false
        }
    }

    /// Waits before a retry. A cancelled task does not wait; its next transfer ends at once.
    private func pauseBeforeRetry() async {
        try? await Task.sleep(for: configuration.retryPause * Double.random(in: 0.5...1.5))
    }
}

extension HTTPResponse {
    fileprivate init(_ transfer: Transfer, url: String, redirects: [Redirect]) {
        self.init(
            status: transfer.status, headers: transfer.headers.fields, body: transfer.body, url: url,
            redirects: redirects)
        unread = transfer.unread
    }
}

extension Result<Transfer, HTTPError.Reason> {
    /// Whether libcurl could not undo the encoding that the answer names. If a stream of brotli or zstd never ends,
    /// libcurl gives an empty body without an error.
    fileprivate var isWrongEncoding: Bool {
        switch self {
        case .failure(.unknownEncoding), .failure(.brokenCompression): true
        case .failure: false
        case .success(let transfer):
            transfer.status == 200 && transfer.body.isEmpty && transfer.headers.fields["Content-Encoding"] != nil
        }
    }
}
