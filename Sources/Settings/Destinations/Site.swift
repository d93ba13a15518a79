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

    func check(size: Int) throws(DeliveryFailure) { try folder.checkForDelivery() }

    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        try folder.checkForDelivery()
        let (page, folder) = (try parcel.digestPage, folder)
        try await folder.filled {
            var folder = folder
            try folder.add(page)
        }
    }

    private var folder: SiteFolder {
        SiteFolder(path: path.withoutEndSlash, baseURL: baseURL, keep: keep)
    }
}
