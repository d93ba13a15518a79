import Files
import Foundation
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
}

extension FileDestination {
    package func finish(_ table: ConfigurationTable) throws {
        let format = try table.value("format", .choice) ?? usualFormat
        guard keep == nil || [.atom, .atomDigests].contains(format) else {
            throw table.error("keep", "is for the formats atom and atom-digests, whose file has earlier digests too")
        }
    }
}
