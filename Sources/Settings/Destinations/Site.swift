import Addresses
import Files
import Foundation
import Values

/// A folder of static pages (`SiteFolder`).
struct Site: Destination {
    static let name = "site"
    static let initial = Self(path: "")
    static let keys: [Key<Self>] = [
        Key("path", \.path, .path.required).example(#""~/news""#),
        Key("base_url", \.baseURL, .webAddress(or: "the address of the folder alone"))
            .example(#""https://example.org/news/"     # if it is on the web"#),
        Key("keep", \.keep, .kept).example(#""3650d""#, note: "for ever without it"),
    ]
    static let shared: [Key<Delivery>] = []
    static let example = """
        #[[deliver]]
        #to = "site"                        # a folder of pages with all digests and a search
        \(lines())
        """

    var path: String
    /// The address of the folder on the web.
    var baseURL: String?
    /// For how long digests are kept there, in seconds; nil for ever.
    var keep: TimeInterval?

    var usualName: String { "site \(path)" }
    var usualFormat: Format { .html }
    var content: DestinationContent { .pages }
    var ownedPath: String? { path + (path.hasSuffix("/") ? "" : "/") + "index.html" }
    var online: OnlineAddress? { baseURL.map(OnlineAddress.init) }

    func findings(as format: Format) -> [String] { ["can be written"] }

    func filled(for profile: String, at time: Date, in zone: TimeZone) -> Self {
        var filled = self
        filled.path = OutputPath(written: path).named(for: profile)
        filled.baseURL = baseURL?.replacing(
            literal: OutputPath.profile, with: OutputPath.encodedName(for: profile))
        return filled
    }

    /// Fails if writing would fail: no folder, and none around it; no permission. Fails if it would replace pages that
    /// newsdigest did not write: those of a person or of another program.
    func check(size: Int) throws(DeliveryFailure) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { throw failure("is a file, and no folder") }
        let folder = exists ? path : pathWithoutEndSlash.folderOfPath
        guard exists || FileManager.default.fileExists(atPath: folder) else {
            throw failure("cannot be made: the folder '\(folder)' does not exist")
        }
        if access(folder, W_OK | X_OK) != 0 { throw failure("cannot be written: \(errorText(errno))") }
        guard exists, let page = SiteFolder(path: pathWithoutEndSlash).foreignFile else { return }
        throw failure("has '\(page)', which newsdigest did not write; name a new folder, or move the file away")
    }

    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        let bytes = parcel.bytes
        try await blocking { () throws(DeliveryFailure) in try write(bytes) }
    }

    private func write(_ bytes: [UInt8]) throws(DeliveryFailure) {
        try check(size: bytes.count)
        do {
            let page = try JSONDecoder().decode(DigestPage.self, from: Data(bytes))
            var folder = SiteFolder(path: pathWithoutEndSlash, baseURL: baseURL, keep: keep)
            try folder.add(page)
        } catch let fault as SiteFolder.Fault {
            throw DeliveryFailure("'\(fault.file)' \(fault.reason)", retry: .nextRun)
        } catch {
            throw failure("cannot be written: the stored digest cannot be read")
        }
    }

    private var pathWithoutEndSlash: String { path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

    private func failure(_ what: String) -> DeliveryFailure {
        DeliveryFailure("'\(path)' \(what)", retry: .nextRun)
    }
}
