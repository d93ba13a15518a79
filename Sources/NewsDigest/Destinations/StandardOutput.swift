import Files
import Foundation
import Values

struct StandardOutput: Destination {
    static let name = "stdout"
    static let keys = DeliverKey.ofMail.union(["format"])
    static let example = """
        #[[deliver]]
        #to = "stdout"
        #format = "markdown"                # markdown, html, text, json, eml, epub
        """

    init() {}

    init(_ table: ConfigurationTable<DeliverKey>, home: String) {}

    var usualName: String { Self.name }
    var usualFormat: Format { .markdown }
    var place: String? { "" }

    func findings(as format: Format) -> [String] { [format.rawValue] }

    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        let (page, environment) = (parcel.page, deliverer.environment)
        let bytes = page.map { Array($0.text.utf8) } ?? parcel.bytes
        let output = OpenOutput(descriptor: STDOUT_FILENO, patience: deliverer.patience)
        try await blocking { () throws(DeliveryFailure) in
            if page?.isShownByPager(environment) == true { return }
            try Self.write(bytes, to: output)
        }
    }

    static func write(_ bytes: [UInt8], to output: OpenOutput) throws(DeliveryFailure) {
        do throws(OpenOutput.Fault) {
            try output.write(bytes)
        } catch .system(let code) {
            throw DeliveryFailure("standard output cannot be written: \(errorText(code))", retry: .nextRun)
        } catch {
            throw DeliveryFailure("standard output was closed before all of it was read", retry: .nextRun)
        }
    }
}
