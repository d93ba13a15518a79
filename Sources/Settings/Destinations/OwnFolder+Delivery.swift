import Files
import Foundation

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

    func checkForDelivery() throws(DeliveryFailure) {
        do throws(FolderFault) {
            try check()
        } catch {
            throw DeliveryFailure(error)
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
