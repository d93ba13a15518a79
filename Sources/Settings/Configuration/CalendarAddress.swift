import Texts

/// The address of a calendar. It is a secret as a whole.
package enum CalendarAddress {
    /// The address to request: `webcal:` is `https:` for programs that subscribe to calendars.
    package static func requested(_ text: String) -> String {
        let scheme = ["webcal:", "webcals:"].first(where: text.lowercased().hasPrefix)
        return scheme.map { "https:" + text.dropFirst($0.count) } ?? text
    }

    /// What is wrong with it; nil if nothing is. It may have a user name and a password.
    package static func fault(in text: String) -> String? {
        urlFault(requested(text).withoutUserInfo, schemes: ["https", "http", "file"])
    }
}

extension Configuration.Calendar {
    /// Whether the configuration itself names a file. Its path is no secret: to hide its parts would hide other paths.
    var isFile: Bool {
        if case .literal(let text) = url { text.reveal().lowercased().hasPrefix("file:") } else { false }
    }
}
