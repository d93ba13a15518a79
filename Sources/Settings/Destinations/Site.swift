import Foundation

/// A folder of static pages (`SiteFolder`).
struct Site: FolderDestination {
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
    var baseURL: String?
    /// For how long digests are kept there, in seconds; nil for ever.
    var keep: TimeInterval?

    var ownedPath: String? { path.withoutEndSlash + "/index.html" }
    var online: OnlineAddress? { baseURL.map(OnlineAddress.init) }

    func deliver(_ parcel: inout Parcel, by deliverer: Deliverer) async throws(DeliveryFailure) {
        try check(size: parcel.bytes.count)
        let (page, folder) = (try parcel.digestPage, folder)
        let isOld = try await folder.filled {
            var folder = folder
            try folder.add(page)
            return try folder.isOld(page.created)
        }
        if isOld { parcel.notes.append(Self.noteOfOld) }
    }

    var folder: SiteFolder {
        SiteFolder(path: path.withoutEndSlash, baseURL: baseURL, keep: keep)
    }
}
