/// What stands before a full stop.
extension BidirectionalCollection<Unicode.Scalar> {
    /// Whether a full stop after this text ends a sentence, and not an abbreviation or a German ordinal number.
    /// - Parameter rest: the text after the full stop and a space.
    func endsSentence(before rest: some Collection<Unicode.Scalar>) -> Bool {
        // A small letter continues a sentence.
        if rest.first?.properties.isLowercase == true, !rest.starts(with: "http".unicodeScalars) { return false }
        let isBeforeNumber = rest.first?.properties.numericType != nil
        let digits = suffix(3).reversed().prefix { ("0"..."9").contains($0) }
        if 1...2 ~= digits.count, isBeforeNumber || Abbreviations.areAfterOrdinal(rest) { return false }
        // A capital letter alone is an initial, a letter after a full stop is the end of "U.S." or "e.g.", and a letter
        // before a number is an abbreviation, as in "c. 1935".
        let end = Array(suffix(Abbreviations.longest + 1).reversed())
        let letters = end.prefix { $0.properties.isAlphabetic }
        if letters.count == 1, letters[0].properties.isUppercase || isBeforeNumber || end.dropFirst().first == "." {
            return false
        }
        return !Abbreviations.all.contains(String(scalars: letters.reversed()))
    }
}

private enum Abbreviations {
    /// Abbreviations that a capital letter or a number may follow.
    static let all: Set<String> = [
        "Mr", "Mrs", "Ms", "Dr", "St", "Prof", "Gen", "Sen", "Rep", "Gov", "Lt", "Col", "Sgt", "No", "vs", "Jr", "Mio",
        "Mrd", "Nr", "Vol", "Fig", "Bd", "Abb", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sept", "Sep", "Oct",
        "Nov", "Dec", "Inc", "Corp", "Ltd", "Bros", "incl", "ca", "bzw", "Sr", "Sra", "Hr", "Mme", "Rev", "Hon", "Capt",
        "Maj", "Adm", "Mt", "Ft", "Dipl", "Ing", "Sn", "Exp", "vol", "pp", "им", "ул", "проф", "св",
    ]
    /// The greatest number of their letters.
    static let longest = 4

    /// Whether a text begins with what follows a day, as in "14. Januar", or the number of a century.
    static func areAfterOrdinal(_ rest: some Collection<Unicode.Scalar>) -> Bool {
        afterOrdinals.contains { rest.starts(with: $0.unicodeScalars) }
    }

    private static let afterOrdinals = [
        "Januar", "Jänner", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
        "November", "Dezember", "Jahrhundert",
    ]
}
