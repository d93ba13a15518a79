import Files
import Foundation
import Platform
import Values

/// A file for one digest, or one that also has what earlier digests showed.
package struct FileDestination: Destination {
    package static let name = "file"
    package static let initial = Self(path: "")
    package static let keys: [Key<Self>] = [
        Key("path", \.path, .path.required).example(#""~/digest.html""#, note: "the ending decides the format"),
        Key("keep", \.keep, .kept),
    ]
    package static let shared = Delivery.ofMail + [Delivery.format]
    package static let example = """
        #[[deliver]]
        #to = "file"
        \(lines())
        """

    package var path: String
    package var keep: TimeInterval?

    package var usualName: String { Delivery.name(ofFile: path) }
    package var usualFormat: Format { Format(path: path) ?? .html }
    package var ownedPath: String? { path }
    package var place: String? { path }
    package var mistakes: [String] { OutputPath(written: path).mistakes }

    package func findings(as format: Format) -> [String] { ["can be written", format.rawValue] }

    package func filled(for profile: String, at time: Date, in zone: TimeZone) -> Self {
        Self(path: OutputPath(written: path).filled(for: profile, at: time, in: zone), keep: keep)
    }

    package func check(size: Int) throws(DeliveryFailure) { try FileDelivery(path: path).check(size: size) }

    package func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        let (bytes, timeout, patience) = (parcel.bytes, parcel.delivery.timeout, deliverer.patience)
        try await blocking { () throws(DeliveryFailure) in
            try FileDelivery(path: path, timeout: timeout, patience: patience).write(bytes)
        }
    }

    package func finish(_ table: ConfigurationTable) throws {
        let format = try table.value("format", .choice) ?? usualFormat
        guard keep == nil || [.atom, .atomDigests].contains(format) else {
            throw table.error("keep", "is for the formats atom and atom-digests, whose file has earlier digests too")
        }
    }
}

/// Writes the digest to a file, as a whole or not at all (`FileReplacement`). A pipe, a device or an open descriptor
/// (`/dev/stdout`) is not replaced; the digest is written to it.
package struct FileDelivery {
    /// The file that gets the bytes. If the path is a symbolic link, the link stays, and its target is replaced.
    let path: String
    private let folder: String
    /// The file that exists now, if any.
    private let existing: stat?
    /// The descriptor for `/dev/stdout` and similar paths, which are not names of files.
    private let descriptor: Int32?
    /// How long a pipe may have no reader, or a reader that reads nothing.
    private let timeout: TimeInterval
    /// See `OpenOutput.patience`.
    private let patience: TimeInterval

    package init(path: String, timeout: TimeInterval = 60, patience: TimeInterval = 60) throws(DeliveryFailure) {
        guard let target = followingLinks(path) else {
            throw DeliveryFailure("'\(path)' cannot be written: \(errorText(ELOOP))", retry: .nextRun)
        }
        self.path = target
        folder = target.folderOfPath
        var status = stat()
        existing = stat(self.path, &status) == 0 ? status : nil
        descriptor = openDescriptor(named: self.path)
        self.timeout = timeout
        self.patience = patience
    }

    /// Fails if writing would fail: no folder, no permission, no space.
    package func check(size: Int) throws(DeliveryFailure) {
        if let existing, existing.st_mode & S_IFMT == S_IFDIR { throw failure("is a folder", code: nil) }
        if path.hasSuffix("/") { throw failure("is the name of a folder; add the name of a file", code: nil) }
        guard !isWrittenInPlace else { return try checkInPlace() }
        guard FileManager.default.fileExists(atPath: folder) else {
            throw failure("cannot be written: the folder '\(folder)' does not exist", code: nil)
        }
        if access(folder, W_OK | X_OK) != 0 {
            throw failure("cannot be written: in the folder '\(folder)'", code: errno)
        }
        var space = statvfs()
        if statvfs(folder, &space) == 0, space.free < UInt64(size) {
            throw failure("cannot be written", code: ENOSPC)
        }
    }

    package func write(_ bytes: [UInt8]) throws(DeliveryFailure) {
        try check(size: bytes.count)
        if isWrittenInPlace { return try writeInPlace(bytes) }
        do {
            try FileReplacement(of: path).write(bytes)
        } catch {
            throw failure(error.step == .rename ? "cannot be replaced" : "cannot be written", code: error.code)
        }
    }
}

extension FileDelivery {
    /// Whether the digest is written to the existing device, pipe or descriptor, and does not replace it.
    private var isWrittenInPlace: Bool {
        if descriptor != nil { return true }
        guard let existing else { return false }
        return existing.st_mode & S_IFMT != S_IFREG && existing.st_mode & S_IFMT != S_IFDIR
    }

    private var isPipe: Bool { existing.map { $0.st_mode & S_IFMT == S_IFIFO } ?? false }

    private func checkInPlace() throws(DeliveryFailure) {
        if let descriptor {
            if fcntl(descriptor, F_GETFD) < 0 { throw failure("cannot be written", code: errno) }
        } else if access(path, W_OK) != 0 {
            throw failure("cannot be written", code: errno)
        }
    }

    private func writeInPlace(_ bytes: [UInt8]) throws(DeliveryFailure) {
        if let descriptor { return try fill(OpenOutput(descriptor: descriptor, patience: patience), with: bytes) }
        let file = try isPipe ? openPipe() : open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("cannot be opened", code: errno) }
        defer { close(file) }
        try fill(OpenOutput(descriptor: file, patience: patience, stall: timeout), with: bytes)
    }

    private func fill(_ output: OpenOutput, with bytes: [UInt8]) throws(DeliveryFailure) {
        do throws(OpenOutput.Fault) {
            try output.write(bytes)
        } catch .system(ETIMEDOUT) where isPipe {
            throw failure("was opened, but nothing was read from it for \(timeout.inSeconds)", code: nil)
        } catch .system(let code) {
            throw failure("cannot be written", code: code)
        } catch {
            throw failure("was closed before all of it was read", code: nil)
        }
    }

    /// Opens a named pipe as soon as it has a reader. A normal open would wait for a reader for ever (fifo(7)).
    private func openPipe() throws(DeliveryFailure) -> Int32 {
        let end = ContinuousClock.now.advanced(by: .seconds(timeout))
        while true {
            let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if file >= 0 || errno != ENXIO { return file }
            guard ContinuousClock.now < end else {
                throw failure("was not opened for reading within \(timeout.inSeconds)", code: nil)
            }
            usleep(20_000)
        }
    }

    private func failure(_ what: String, code: Int32?) -> DeliveryFailure {
        let retry: DeliveryFailure.Retry = [EIO, EINTR, EAGAIN, EBUSY, ESTALE].contains(code) ? .soon : .nextRun
        return DeliveryFailure("'\(path)' \(what)" + (code.map { ": \(errorText($0))" } ?? ""), retry: retry)
    }
}

extension TimeInterval {
    /// The seconds as text, such as `60 s`.
    fileprivate var inSeconds: String { "\(formatted(.number.grouping(.never).locale(Locale(identifier: "en")))) s" }
}

/// Writes a text to a file that the command line names, as a whole or not at all.
/// - Parameter state: the name of the state.
/// - Throws: `RunError.configuration` for a file that newsdigest needs; `RunError.output`.
package func writeText(_ text: String, to path: String, beside configuration: Configuration, state: String) throws {
    if let objection = NeededFiles(of: configuration, state: state).objection(to: path) {
        throw RunError.configuration(file: configuration.shownFile, line: nil, reason: objection)
    }
    do throws(DeliveryFailure) {
        try FileDelivery(path: path).write(Array(text.utf8))
    } catch {
        throw RunError.output(Failure(.deliver, "file \(path)", error.reason))
    }
}
