import Foundation
import Texts

/// The language of a text by its most common words and by the letters that no other one has.
struct WrittenLanguage {
    /// Two letters.
    let code: String

    /// Nil if the text does not tell.
    /// - Parameter expected: the language that a few words of another one do not change.
    init?(_ text: String, expected: String? = nil) {
        let words = text.lowercased().split { !$0.isLetter }
        var counts = Self.marks.mapValues { marks in
            words.count { marks.words.contains($0) || $0.contains { marks.letters.contains($0) } }
        }
        if let expected { counts[expected, default: 0] += 3 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard sorted[0].value > sorted[1].value else { return nil }
        code = sorted[0].key
    }

    private static let marks: [String: (words: Set<Substring>, letters: Set<Character>)] = [
        "de": ("der die das und den mit von dem ein eine im nach wurde auf sich ist für bei zu nicht am", "ß"),
        "en": ("the of and to for with was that by from on at has have will after its his an as they be", ""),
        "es": ("el los las y una con por para se un al del su tras es más como sus ha lo", "ñ"),
        "fr": ("le les des du et dans une pour sur est au qui aux un ont été sont plus avec selon", "èêœù"),
        "it": ("il di che e per della una gli nel sono del è ha con alla dopo più i un anche", ""),
        "pt": ("o os as do da dos das em uma com não e um no na ao mais foi são após", "ãõ"),
        "ru": ("и в на не что по из за от был года с о для после это его как", "ыэъё"),
        "tr": ("ve bir bu için ile kadar göre iki sonra olan oldu en gibi yeni dedi kişi yüzde daha çok", "ığş"),
        "uk": ("і та на що з у від до за був про після як", "іїєґ"),
    ].mapValues { (Set($0.0.split(separator: " ")), Set($0.1)) }
}
