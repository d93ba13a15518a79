/// The address of a picture in HTML. Many pages load their pictures late: then `src` is missing or a placeholder, and
/// attributes such as `data-src` have the picture. There is no standard for their names.
struct HTMLPicture {
    /// The addresses of the picture, the best first.
    let addresses: [String]

    /// - Parameter sources: the `source` elements of the `picture` around it.
    init(_ attributes: [HTMLAttribute], sources: [[HTMLAttribute]] = []) {
        let late = attributes.filter { $0.name != "src" && $0.name != "srcset" }
        let usable = sources.filter { !Self.isModern($0) }
        let sets = [late, attributes] + usable
        addresses =
            Self.ranked(sets.flatMap(Self.candidates)) + late.filter(Self.hasAddress).map(\.value)
            + attributes.filter { $0.name == "src" }.map(\.value)
            + Self.ranked(sources.filter(Self.isModern).flatMap(Self.candidates))
    }

    /// Whether the name of a file says that it stands for a picture that comes later, or counts readers or advertises.
    static func isPlaceholder(_ address: String) -> Bool {
        let page = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let path = String(Substring(page)).lowercased()
        if path[...].firstRange(ofLiteral: "placeholder") != nil || isTracker(path) { return true }
        let file = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8[$0...].dropFirst() } ?? path.utf8[...]
        let stem = file.lastIndex(of: UInt8(ascii: ".")).map { file[..<$0] } ?? file
        let words = stem.split { !$0.isLetter && !$0.isDigit }.map { String(Substring($0)) }
        return words.contains(where: signs.contains) && words.allSatisfy { signs.contains($0) || isFiller($0) }
    }
}

/// The width of a picture in pixels. The greater of two is the one with which the picture is seen better.
package struct PictureWidth: Comparable {
    /// A wider picture is larger than a screen shows in a column of text.
    static let widest = 1600

    private let pixels: Int

    package init(_ pixels: Int) { self.pixels = pixels }

    /// Whether it is that of an icon or of the picture of a person, which tells nothing.
    package var isIcon: Bool { pixels <= 64 }

    /// Whether a picture that does not tell its width is probably wider.
    package var isSmall: Bool { pixels < 150 }

    /// Small ones, then those that are too wide, then those that fit.
    private var rank: (Int, Int) {
        isSmall ? (0, pixels) : pixels > Self.widest ? (1, -pixels) : (2, pixels)
    }

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}

extension HTMLPicture {
    private struct Candidate {
        var address: String
        /// Estimated if only the density is known.
        var width: PictureWidth
    }

    private static func ranked(_ candidates: [Candidate]) -> [String] {
        candidates.sorted { $0.width > $1.width }.map(\.address)
    }

    /// The pictures of `srcset`, and of attributes such as `data-lazy-srcset` (HTML, section 4.8.4.2.1).
    private static func candidates(_ attributes: [HTMLAttribute]) -> [Candidate] {
        attributes.filter { $0.name.utf8.suffix(6).elementsEqual("srcset".utf8) }.flatMap { candidates($0.value) }
    }

    private static func candidates(_ set: String) -> [Candidate] {
        var candidates: [Candidate] = []
        var rest = set.utf8[...]
        while candidates.count < mostCandidates {
            rest = rest.drop { $0.isSpace || $0 == UInt8(ascii: ",") }
            var address = rest.prefix { !$0.isSpace }
            guard !address.isEmpty else { break }
            rest = rest[address.endIndex...]
            var size = rest.prefix(0)
            if address.last == UInt8(ascii: ",") {
                while address.last == UInt8(ascii: ",") { address.removeLast() }
            } else {
                size = rest.prefix { $0 != UInt8(ascii: ",") }
                rest = rest[size.endIndex...]
            }
            candidates.append(
                Candidate(address: String(Substring(address)), width: PictureWidth(width(String(Substring(size))))))
        }
        return candidates
    }

    /// The width of `640w`. A density such as `2x` is taken as that of a picture that is half as wide as the widest.
    private static func width(_ size: String) -> Int {
        let size = size.trimmingSpaces
        guard let number = Double(size.dropLast()), (0...100_000).contains(number) else {
            return PictureWidth.widest / 2
        }
        return Int(size.hasSuffix("x") ? number * Double(PictureWidth.widest / 2) : number)
    }

    private static let mostCandidates = 100

    /// Whether the attribute has the address of a picture that is loaded late, such as `data-src` and `data-lazy-src`.
    private static func hasAddress(_ attribute: HTMLAttribute) -> Bool {
        let name = attribute.name
        let isLate = name.utf8.starts(with: "data-".utf8) || name.utf8.starts(with: "lazy".utf8)
        guard isLate, lateNames.contains(where: name.hasSuffix) else { return false }
        return !attribute.value.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "<") }
    }

    private static let lateNames = ["src", "-original", "-lazy", "-lazyload", "-echo", "-original-url"]

    /// Whether a `source` has a format that many mail programs do not show.
    private static func isModern(_ attributes: [HTMLAttribute]) -> Bool {
        attributes.contains { attribute in
            let value = attribute.value.lowercased()
            return attribute.name == "type" && ["image/webp", "image/avif", "image/jxl"].contains(value)
                || attribute.name.hasSuffix("srcset") && (value.contains(".webp") || value.contains(".avif"))
        }
    }

    /// Words in the names of placeholders, such as `blank.gif` and `spacer-1x1.png`.
    private static let signs: Set = [
        "blank", "spacer", "transparent", "trans", "1x1", "1px", "lazy", "lazyload", "loading", "loader", "dummy",
        "empty", "clear",
    ]
    /// Words that may stand beside them.
    private static let fillers: Set = [
        "img", "image", "picture", "pic", "photo", "gif", "bg", "white", "grey", "gray", "black", "default", "small",
        "thumb", "pixel", "icon", "x", "w", "h", "px",
    ]

    private static func isTracker(_ path: String) -> Bool {
        trackers.contains { path[...].firstRange(ofLiteral: $0) != nil }
    }

    /// Parts of the addresses of counters, advertisements and buttons that services add to the texts of feeds.
    private static let trackers = [
        "/~ff/", "/~f/", "/~a/", "/~4/", "doubleclick.net/", "feeds.wordpress.com/1.0/", "stats.wordpress.com/b.gif",
        "pixel.wp.com/", "feedsportal.com/", "/img.phdo", "/rss-pixel", "/display-ad/", "/piwik.php", "/matomo.php",
    ]

    private static func isFiller(_ word: String) -> Bool {
        fillers.contains(word) || word.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "x") }
    }
}
