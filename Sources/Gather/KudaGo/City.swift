import Texts

/// A city with events on KudaGo.
package struct City: Sendable, Equatable {
    /// KudaGo's name for it (`location` under `[kudago]`).
    package var location: String
    package var name: String
    private var otherNames: [String]

    /// - Parameter text: the name in a language of the digest, or KudaGo's name. Nil for any other city.
    package init?(named text: String) {
        let wanted = FoldedText.bareWords(of: text)
        let found = Self.all.first { city in
            ([city.location, city.name] + city.otherNames).contains { FoldedText.bareWords(of: $0) == wanted }
        }
        guard let found else { return nil }
        self = found
    }

    /// The name of its time zone.
    package var zone: String { KudaGoSource.zone(ofCity: location).identifier }

    private init(_ location: String, _ name: String, _ otherNames: String...) {
        (self.location, self.name, self.otherNames) = (location, name, otherNames)
    }

    package static let all = [
        City("msk", "Moscow", "Москва", "Moskova", "Moskva"),
        City(
            "spb", "Saint Petersburg", "St. Petersburg", "St Petersburg", "Petersburg", "Санкт-Петербург", "Петербург",
            "Питер"),
        City("nsk", "Novosibirsk", "Новосибирск"),
        City("ekb", "Yekaterinburg", "Ekaterinburg", "Екатеринбург"),
        City("kzn", "Kazan", "Казань"),
        City("nnv", "Nizhny Novgorod", "Nizhniy Novgorod", "Нижний Новгород"),
        City("sochi", "Sochi", "Soçi", "Сочи"),
        City("krasnoyarsk", "Krasnoyarsk", "Красноярск"),
    ]
}
