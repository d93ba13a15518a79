import Addresses
import Texts

extension String {
    /// The title, with a name before it if it says nothing alone: the project's before a version (`Quay v2.4.1`), the
    /// feed's before a day or the number of an episode (`Harbour Radio Episode 12`).
    /// - Parameters:
    ///   - feed: the feed's own title.
    ///   - url: the address of the article.
    package func withName(of feed: String, at url: String) -> String {
        let isVersion = isBareVersion
        guard isVersion || isBareDay || isBareEpisode else { return self }
        let bare = feed.withoutWordsOfReleases
        let name = bare.isEmpty ? feed : bare
        return "\(isVersion ? projectInAddress(url) ?? name : name) \(self)"
    }
}

extension String {
    /// Whether it is only a day, a date or a number: `Monday`, `21 November 2026`, `42`.
    fileprivate var isBareDay: Bool {
        guard utf8.count <= 60 else { return false }
        if isPartOfDate { return true }
        let words = FoldedText.words(of: self)
        return words.count == 1 && words[0].count > 3 && words[0].isDayOfWeek
    }

    /// Whether it is only the number of an episode, an issue or a part: `Episode 12`, `S02E03`, `Season 2, Part 1`.
    fileprivate var isBareEpisode: Bool {
        guard utf8.count <= 60, utf8.contains(where: \.isDigit) else { return false }
        return FoldedText.words(of: self).allSatisfy { word in
            word.allSatisfy(\.isNumber) || Self.wordsOfEpisodes.contains(word)
                || word.utf8.last?.isDigit == true && word.wholeMatch(of: /(?:s[0-9]{1,3})?(?:e|ep)[0-9]{1,5}/) != nil
        }
    }

    private static let wordsOfEpisodes = Set(
        FoldedText.words(
            of: """
                episode ep issue edition number no part pt chapter volume vol season show week day
                эпизод выпуск серия номер часть глава том сезон неделя день випуск серія частина
                folge ausgabe nummer nr teil kapitel band staffel woche tag
                épisode numéro partie chapitre saison semaine jour
                episodio número parte capítulo temporada semana día episódio edição numero puntata stagione
                bölüm sayı kısım sezon odcinek część numer aflevering
                """))
}

extension String {
    /// Whether it is only a version: `v3`, `2.4.1`, `Version 1.0.0-rc.2`. Days such as `21.11.2026` count, too.
    fileprivate var isBareVersion: Bool {
        guard utf8.count <= 40 else { return false }
        let (number, isMarked) = versionNumber
        let words = number.lowercased().split(separator: " ")
        guard let first = words.first, first.first?.isNumber == true, words.count <= 2 else { return false }
        let parts = first.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        return (isMarked || parts.count > 1 && first.contains("."))
            && parts.allSatisfy { $0.stage.isEmpty || Self.stages.contains($0.stage) }
            && words.dropFirst().allSatisfy { $0.stage.utf8.count > 1 && Self.stages.contains($0.stage) }
    }

    /// The version without the word before it.
    private var versionNumber: (number: Substring, isMarked: Bool) {
        for mark in ["version ", "release ", "release-", "v. ", "v.", "v "] where lowercased().hasPrefix(mark) {
            return (dropFirst(mark.count), true)
        }
        return first.map("vV".contains) == true ? (dropFirst(), true) : (self[...], false)
    }

    /// The words for the stages of a version.
    private static let stages: Set<Substring> = [
        "alpha", "beta", "rc", "pre", "preview", "dev", "snapshot", "nightly", "final", "stable", "lts", "release",
        "hotfix", "patch", "post", "build", "a", "b", "c", "m", "p", "r", "v",
    ]

    /// The project in the address of a page about this version: the last part of the path before the version that has
    /// letters and is no common word, as in `/owner/quay/releases/tag/v2.4.1` and `/project/quay/2.4.1/`.
    fileprivate func projectInAddress(_ url: String) -> String? {
        guard let path = CanonicalURL(url)?.clean.split(separator: "/").dropFirst(2),
            let version = path.last(where: { $0.contains(where: \.isNumber) }),
            version.lowercased().contains(versionNumber.number.lowercased())
        else { return nil }
        let before = path.prefix { $0 != version }
        guard 2...6 ~= before.count, let name = before.last(where: { !Self.wordsOfPaths.contains($0.lowercased()) }),
            name.contains(where: \.isLetter), name.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) })
        else { return nil }
        return String(name)
    }

    private static let wordsOfPaths: Set<String> = [
        "-", "tag", "tags", "release", "releases", "version", "versions", "download", "downloads",
    ]

    /// The title of a feed without what says that it lists releases: `Release notes from Quay`.
    fileprivate var withoutWordsOfReleases: String {
        replacing(
            /^(?:release notes|releases|tags|recent updates|pypi recent updates) (?:from|for|of)[ ]/.ignoresCase(),
            with: ""
        )
        .replacing(/[ :·–-]+(?:release notes|releases|tags|changelog|updates)$/.ignoresCase(), with: "")
    }
}

extension Substring {
    /// The letters after the digits at its beginning, without brackets: `beta` in `2beta1` and `(beta)`.
    fileprivate var stage: Substring { drop { $0.isNumber || $0 == "(" }.prefix { $0.isLetter } }
}
