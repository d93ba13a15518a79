/// Writes headlines of an invented world. Some stories are told twice in different words.
package struct Newsroom {
    package struct News: Sendable {
        package var title: String
        package var summary: String
        package var url: String
        package var source: String
        /// Hours after the first headline; nil if unknown.
        package var hour: Double?

        package init(title: String, summary: String = "", url: String = "", source: String = "", hour: Double? = 0) {
            self.title = title
            self.summary = summary
            self.url = url
            self.source = source
            self.hour = hour
        }
    }

    private let random: SeededGenerator

    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    private static let people = [
        "mayor", "striker", "minister", "пилот", "учёный", "chef", "banker", "министр", "актриса", "pilot",
    ]
    private static let deeds = [
        "opens", "closes", "wins", "открыл", "loses", "купил", "sells", "построил", "paints", "loses again",
    ]
    private static let things = [
        "the old bridge", "a golden cup", "новый музей", "the night train", "паром", "three factories", "a lost letter",
        "ледовый дворец", "the harbour", "восемь трамваев",
    ]
    private static let places = ["in Elsom", "in Brenn", "в Варнии", "near Port Olm", "под Ларкином", "across Varnia"]

    package func news(_ count: Int) -> [News] {
        var random = random
        return (0..<count).map { index in
            let words = [Self.people, Self.deeds, Self.things, Self.places].map { $0.randomElement(using: &random)! }
            var title = words.joined(separator: " ")
            switch Int.random(in: 0..<5, using: &random) {
            case 0: title = title.uppercased()
            case 1: title += " on day \(Int.random(in: 1...9, using: &random))"
            case 2: title = "\(words[2]): \(words[0]) \(words[1]) it \(words[3])"
            default: break
            }
            return News(
                title: title, summary: Bool.random(using: &random) ? "" : words.reversed().joined(separator: ", "),
                url: Int.random(in: 0..<3, using: &random) == 0 ? "https://p\(index % 40).example.org/\(index)" : "",
                source: "Publisher \(index % 40)", hour: Bool.random(using: &random) ? Double(index % 200) / 3 : nil)
        }
    }
}
