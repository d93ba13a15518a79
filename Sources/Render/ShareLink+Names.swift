import Languages
import Texts
import Values

extension ShareLink {
    /// The name of the service as people know it.
    package func name(in language: Language) -> String {
        if let name = language.shareNames[self] { return name }
        return switch self {
        case .link: language.words.copyLink
        case .telegram: "Telegram"
        case .whatsapp: "WhatsApp"
        case .x: "X"
        case .vk: "VK"
        case .facebook: "Facebook"
        case .email: language.words.email
        }
    }
}

extension Story {
    /// A link for each service; none for an event without an address.
    package func shareLinks(_ services: [ShareLink]) -> [String] {
        url.isEmpty ? [] : services.map { $0.address(title: title, url: url) }
    }
}
