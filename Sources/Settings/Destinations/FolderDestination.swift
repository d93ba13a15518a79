import Files
import Foundation
import Values

/// A folder that newsdigest fills, on the web or not.
protocol FolderDestination: Destination {
    associatedtype Folder: OwnFolder
    var path: String { get set }
    /// The address of the folder on the web.
    var baseURL: String? { get set }
    var folder: Folder { get }
}

extension FolderDestination {
    var usualName: String { "\(Self.name) \(path)" }
    var usualFormat: Format { .html }
    var content: DestinationContent { .pages }
    static var noteOfOld: String { "this digest is older than 'keep', so the next new one removes it there" }

    func findings(as format: Format) -> [String] { ["can be written"] }

    func filled(for profile: String, at time: Date, in zone: TimeZone) -> Self {
        var filled = self
        filled.path = OutputPath(written: path).named(for: profile)
        filled.baseURL = baseURL?.replacing(
            literal: OutputPath.profile, with: OutputPath.encodedName(for: profile))
        return filled
    }

    func check(size: Int) throws(DeliveryFailure) {
        do throws(FolderFault) {
            try folder.check()
        } catch {
            throw DeliveryFailure(error)
        }
    }
}

extension OwnFolder {
    /// Does work with the files of the folder, which may block.
    func filled<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws(DeliveryFailure) -> Result {
        try await blocking { () throws(DeliveryFailure) in
            do {
                return try work()
            } catch let fault as FolderFault {
                throw DeliveryFailure(fault)
            } catch {
                throw DeliveryFailure("'\(path)' cannot be written: \(errorText(of: error))", retry: .nextRun)
            }
        }
    }
}

extension DeliveryFailure {
    fileprivate init(_ fault: FolderFault) {
        self.init("'\(fault.file)' \(fault.reason)", retry: .nextRun)
    }
}

extension Parcel {
    /// The digest for a folder, as it was stored.
    var digestPage: DigestPage {
        get throws(DeliveryFailure) {
            if let page = try? JSONDecoder().decode(DigestPage.self, from: Data(bytes)) { return page }
            throw DeliveryFailure("the stored digest cannot be read", retry: .nextRun)
        }
    }
}
