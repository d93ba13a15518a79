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
    /// The title and a link for each service, separated by tabs.
    package func shareLine(_ services: [ShareLink]) -> String {
        ([title.cleanLine] + services.map { $0.address(title: title, url: url) }).joined(separator: "\t")
    }
}
