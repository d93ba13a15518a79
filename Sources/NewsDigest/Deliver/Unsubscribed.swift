import Files
import Foundation
import Texts
import Values

/// The addresses of those who unsubscribed: a file with one on each line (`[unsubscribed] file`).
///
/// The file is read again when it has changed, so that an address that is added during a run gets no more mail. If
/// there is no such file, nobody has unsubscribed yet. A file that cannot be read is an error: nobody who unsubscribed
/// must get a mail.
final class Unsubscribed: @unchecked Sendable {
    private let path: String
    private let lock = NSLock()
    private var stamp: FileStamp?
    private var addresses: Set<String> = []

    init(path: String) {
        self.path = path
    }

    var count: Int {
        get throws(DeliveryFailure) { try current().count }
    }

    /// - Parameter recipient: an address with or without a name. Upper and lower case are the same.
    func contains(_ recipient: String) throws(DeliveryFailure) -> Bool {
        try current().contains(Mailbox.address(in: recipient).lowercased())
    }
}

extension Unsubscribed {
    private static let longestFile = 256 << 20

    private func current() throws(DeliveryFailure) -> Set<String> {
        let result = lock.withLock {
            Result { () throws(DeliveryFailure) in
                let now = FileStamp(path)
                if now == nil, errno != ENOENT { throw unreadable }
                if now != stamp {
                    addresses = now == nil ? [] : try read()
                    stamp = now
                }
                return addresses
            }
        }
        return try result.get()
    }

    private var unreadable: DeliveryFailure {
        DeliveryFailure("the list of those who unsubscribed, '\(path)', cannot be read", retry: .nextRun)
    }

    private func read() throws(DeliveryFailure) -> Set<String> {
        guard let bytes = try? FileHandle.read(path, upTo: Self.longestFile) else { throw unreadable }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        return Set(lines.map { Mailbox.address(in: $0.trimmingCharacters(in: .whitespaces)).lowercased() })
    }
}
