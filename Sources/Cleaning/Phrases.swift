/// The lines of the files in the folder `Phrases` by the heading in square brackets above them. There is a file for each
/// language.
enum Phrases {
    static func lines(under heading: String) -> [String] { sections[heading] ?? [] }

    static func table(_ heading: String) -> PhraseTable { PhraseTable(lines(under: heading)) }

    /// The words of lines that only list words.
    static func words(_ heading: String) -> Set<String> {
        Set(lines(under: heading).flatMap { $0.split(separator: "|").map(String.init) })
    }

    private static let sections: [String: [String]] = {
        var (sections, heading) = ([String: [String]](), "")
        for file in files {
            for line in String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init) {
                if line.hasPrefix("[") {
                    heading = String(line.dropFirst().dropLast())
                } else {
                    sections[heading, default: []].append(line)
                }
            }
        }
        return sections
    }()

    private static let files = [
        PackageResources.en_txt, PackageResources.de_txt, PackageResources.es_txt, PackageResources.fr_txt,
        PackageResources.it_txt, PackageResources.pt_txt, PackageResources.ru_txt, PackageResources.tr_txt,
        PackageResources.zh_txt, PackageResources.other_txt, PackageResources.datelines_txt,
    ]
}
