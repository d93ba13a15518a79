import CCurl
import Foundation
import InFlight

/// The only thread that runs libcurl's multi interface. It queues, starts, limits and ends transfers.
///
/// A task adds a transfer and waits for it without blocking a thread. If libcurl reports an error, the caller reads its
/// code from the transfer. If the loop itself ends a transfer, it returns the reason.
///
/// It is `Sendable`, because other threads use only what `lock` guards and what never changes.
final class TransferLoop: @unchecked Sendable {
    typealias Completion = Result<Transfer, HTTPError.Reason>

    private enum Order {
        case start(Transfer)
        case cancel(Transfer)
        /// Looks for transfers that may start now.
        case goOn
        case stop
    }

    private let multi: UnsafeMutableRawPointer
    private let retryPause: Duration
    private let timeLimit: Duration?

    /// Guards `inbox` and `isStopped`. Everything after them is used by the thread only.
    private let lock = NSLock()
    private var inbox: [Order] = []
    private var isStopped = false

    private lazy var unread = UnreadBodies { [weak self] in self?.post(.goOn) }
    private var queue: HostQueue
    private var waiting: [HostQueue.ID: Transfer] = [:]
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    private var stoppedHosts: [String: RetryAfter?] = [:]
    /// The hosts and ports that were not found or not reached, and why.
    private var unreachable: [String: HTTPError.Reason] = [:]
    /// Transfers that did not connect, and the times of their retries. They stay in `running`.
    private var resting: [UnsafeMutableRawPointer: ContinuousClock.Instant] = [:]
    private var lastID = 0
    /// No transfer starts before this time.
    private var quietUntil = ContinuousClock.now
    /// When the first transfer arrived.
    private var began: ContinuousClock.Instant?

    init(
        maxParallel: Int, perHostGap: Duration, retryPause: Duration, deadline: Duration?
    ) throws(HTTPError.Reason) {
        Self.startLibcurl
        guard let multi = curl_multi_init() else { throw .network("out of memory") }
        self.multi = multi
        self.retryPause = retryPause
        timeLimit = deadline
        queue = HostQueue(maxParallel: maxParallel, gap: perHostGap)
        let thread = Thread { self.run() }
        thread.name = "newsdigest transfers"
        thread.start()
    }

    /// Waits until the transfer has ended, successfully or not.
    func perform(_ transfer: Transfer) async -> Completion {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.continuation = continuation
                post(.start(transfer))
            }
        } onCancel: {
            post(.cancel(transfer))
        }
    }

    /// Ends the thread. Transfers that still run are cancelled.
    func stop() {
        post(.stop)
    }

    private static let quietTime = Duration.milliseconds(100)

    private static let startLibcurl: Void = {
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
    }()
}

// MARK: - Orders from other threads

extension TransferLoop {
    private func post(_ order: Order) {
        lock.withLock {
            guard !isStopped else { return }
            inbox.append(order)
            if case .stop = order { isStopped = true }
            curl_multi_wakeup(multi)
        }
    }

    private func takeOrders() -> [Order] {
        lock.withLock {
            defer { inbox = [] }
            return inbox
        }
    }
}

// MARK: - The thread

extension TransferLoop {
    private func run() {
        // A server that closes the connection must not end the process by SIGPIPE. Only this thread blocks the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        withUTF8Locale(serve)
    }

    private func serve() {
        while true {
            for order in takeOrders() {
                switch order {
                case .start(let transfer): enqueue(transfer)
                case .cancel(let transfer): cancel(transfer)
                case .goOn: break
                case .stop: return shutDown()
                }
            }
            startReady()
            startRested()
            var count: Int32 = 0
            InFlight.during(.transferring) { _ = curl_multi_perform(multi, &count) }
            collectFinished()
            // This is last, so that data that arrived while the machine was busy are read before.
            expire()
            curl_multi_poll(multi, nil, 0, Int32(pause.milliseconds), nil)
        }
    }

    private func enqueue(_ transfer: Transfer) {
        began = began ?? .now
        if transfer.isCancelled { return hand(transfer, .failure(.cancelled)) }
        if transfer.isPaced, let retryAfter = stoppedHosts[transfer.queue] {
            return hand(transfer, .failure(.hostStopped(retryAfter)))
        }
        if transfer.isPaced, let reason = unreachable[transfer.endpoint] {
            return hand(transfer, .failure(reason))
        }
        lastID += 1
        waiting[lastID] = transfer
        queue.add(lastID, host: transfer.queue, turn: transfer.turn)
    }

    private func startReady() {
        while !unread.areMany, quietUntil <= .now, let id = queue.next(now: .now),
            let transfer = waiting.removeValue(forKey: id)
        {
            guard transfer.open(), let handle = transfer.handle else {
                queue.finished(host: transfer.queue, now: .now)
                hand(transfer, .failure(.network("out of memory")))
                continue
            }
            transfer.started = .now
            transfer.began = transfer.began ?? transfer.started
            running[handle] = transfer
            curl_multi_add_handle(multi, handle)
        }
    }

    private func collectFinished() {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = running[message.pointee.easy_handle] else {
                continue
            }
            transfer.code = message.pointee.data.result
            if restsBeforeRetry(transfer) { continue }
            end(transfer, .success(transfer))
        }
    }

    /// Whether a transfer whose host was not reached waits for a retry. The other transfers of its host wait too.
    private func restsBeforeRetry(_ transfer: Transfer) -> Bool {
        guard transfer.connectRetries > 0, let handle = transfer.handle, let problem = transfer.problem,
            problem.isUnreachable, problem.isWorthAnotherTry
        else { return false }
        transfer.connectRetries -= 1
        curl_multi_remove_handle(multi, handle)
        resting[handle] = .now.advanced(by: retryPause * Double.random(in: 0.5...1.5))
        queue.rests()
        return true
    }

    private func startRested() {
        for (handle, moment) in resting where moment <= .now {
            resting[handle] = nil
            queue.resumes()
            running[handle]?.rewind()
            curl_multi_add_handle(multi, handle)
        }
    }

    private func cancel(_ transfer: Transfer) {
        transfer.isCancelled = true
        // The orders to cancel the others arrive one by one. None of them must start meanwhile.
        quietUntil = .now + Self.quietTime
        fail(transfer, .cancelled)
    }

    /// Ends transfers that received nothing for too long, and all transfers once the deadline has passed.
    private func expire() {
        let now = ContinuousClock.now
        if let deadline, now >= deadline {
            let all = Array(waiting.values) + Array(running.values)
            for transfer in all where transfer.messageEnd == nil {
                fail(transfer, hadTime(transfer) ? .deadline : .outOfTime)
            }
        }
        for transfer in Array(running.values) {
            if let silentSince = transfer.lastActivity, now >= silentSince.advanced(by: transfer.silence) {
                fail(transfer, .timeout(.idle, seconds: transfer.silence.inSeconds))
            }
        }
    }

    private var deadline: ContinuousClock.Instant? { began.flatMap { began in timeLimit.map(began.advanced) } }

    /// Whether the deadline left enough time for the transfer's request: at least half of the whole time. Otherwise the
    /// next run sends it as one of the first.
    private func hadTime(_ transfer: Transfer) -> Bool {
        guard let began, let timeLimit, let start = transfer.began else { return false }
        return start <= began.advanced(by: timeLimit / 2)
    }

    /// The time until the next event that no socket reports.
    private var pause: Duration {
        let now = ContinuousClock.now
        var moments = running.values.compactMap { transfer in
            transfer.lastActivity?.advanced(by: transfer.silence)
        }
        moments += resting.values
        if let deadline, deadline > now, !(waiting.isEmpty && running.isEmpty) { moments.append(deadline) }
        if !unread.areMany, let gapEnds = queue.wakeAt(now: now) { moments.append(max(gapEnds, quietUntil)) }
        guard let next = moments.min() else { return .seconds(60) }
        return min(max(.milliseconds(1), now.duration(to: next) + .milliseconds(1)), .seconds(60))
    }

    private func fail(_ transfer: Transfer, _ reason: HTTPError.Reason) {
        if let handle = transfer.handle {
            guard running[handle] != nil else { return }
            end(transfer, .failure(reason))
        } else if let (id, _) = waiting.first(where: { $1 === transfer }) {
            waiting[id] = nil
            queue.remove(id, host: transfer.queue)
            hand(transfer, .failure(reason))
        }
    }

    private func end(_ transfer: Transfer, _ outcome: Completion) {
        if let handle = transfer.handle {
            running[handle] = nil
            if resting.removeValue(forKey: handle) != nil { queue.resumes() }
            // If a mail is not sent as a whole, libcurl would end it here, and wait until the server accepts the part.
            if transfer.isMail { newsdigest_setopt_list(handle, CURLOPT_MAIL_RCPT, nil) }
            curl_multi_remove_handle(multi, handle)
        }
        if transfer.isReadAtOnce { transfer.unread = UnreadBody(of: transfer.body.count, in: unread) }
        queue.finished(host: transfer.queue, now: .now, hasGap: transfer.hasGap)
        if transfer.isPaced, transfer.number(CURLINFO_RESPONSE_CODE) == 429 {
            stopHost(transfer.queue, transfer.headers.fields["Retry-After"].flatMap(RetryAfter.init))
        }
        if transfer.isPaced, case .success = outcome, let problem = transfer.problem, problem.isUnreachable {
            giveUp(transfer.endpoint, problem)
        }
        hand(transfer, outcome)
    }

    /// Ends all queued GETs and HEADs to a host that was not reached, with the same reason. One attempt is enough to
    /// know it.
    private func giveUp(_ endpoint: String, _ reason: HTTPError.Reason) {
        unreachable[endpoint] = reason
        for transfer in Array(waiting.values) where transfer.endpoint == endpoint && transfer.isPaced {
            fail(transfer, reason)
        }
    }

    private func stopHost(_ host: String, _ retryAfter: RetryAfter?) {
        stoppedHosts[host] = .some(retryAfter)
        for transfer in Array(waiting.values) where transfer.queue == host && transfer.isPaced {
            fail(transfer, .hostStopped(retryAfter))
        }
    }

    private func hand(_ transfer: Transfer, _ outcome: Completion) {
        transfer.continuation?.resume(returning: outcome)
        transfer.continuation = nil
    }

    private func shutDown() {
        for transfer in Array(waiting.values) + Array(running.values) { fail(transfer, .cancelled) }
        curl_multi_cleanup(multi)
    }
}
