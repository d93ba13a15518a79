import Files
import Foundation
import Platform
import Values

package struct StandardOutput: Destination {
    package static let name = "stdout"
    package static let initial = Self()
    package static let keys: [Key<Self>] = []
    package static let shared = Delivery.ofMail + [Delivery.format]
    package static let example = """
        #[[deliver]]
        #to = "stdout"
        #format = "markdown"                # markdown, html, text, json, eml, epub, ics, atom
        """

    package var usualName: String { Self.name }
    package var usualFormat: Format { .markdown }
    package var place: String? { "" }

    package func findings(as format: Format) -> [String] { [format.rawValue] }

    package func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
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
