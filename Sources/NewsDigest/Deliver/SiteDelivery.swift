import Files
import Foundation

/// Writes a digest into a folder of pages (`SiteFolder`).
struct SiteDelivery {
    var site: Site

    /// Fails if writing would fail: no folder, and none around it; no permission.
    func check() throws(DeliveryFailure) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: site.path, isDirectory: &isFolder)
        if exists, !isFolder.boolValue { throw failure("is a file, and no folder") }
        let folder = exists ? site.path : site.path.withoutEndSlash.folderOfPath
        guard exists || FileManager.default.fileExists(atPath: folder) else {
            throw failure("cannot be made: the folder '\(folder)' does not exist")
        }
        if access(folder, W_OK | X_OK) != 0 { throw failure("cannot be written: \(errorText(errno))") }
    }

    func write(_ bytes: [UInt8]) throws(DeliveryFailure) {
        try check()
        do {
            let issue = try JSONDecoder().decode(SiteIssue.self, from: Data(bytes))
            var folder = SiteFolder(path: site.path.withoutEndSlash, baseURL: site.baseURL, keep: site.keep)
            try folder.add(issue)
        } catch let fault as SiteFolder.Fault {
            throw DeliveryFailure("'\(fault.file)' \(fault.reason)", retry: .nextRun)
        } catch {
            throw failure("cannot be written: the stored digest cannot be read")
        }
    }

    private func failure(_ what: String) -> DeliveryFailure {
        DeliveryFailure("'\(site.path)' \(what)", retry: .nextRun)
    }
}

extension String {
    fileprivate var withoutEndSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
