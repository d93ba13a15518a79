import FeedParser
import Texts

/// What a program speaks at once: the beginning of a digest, or a story.
struct Passage: Sendable, Equatable {
    /// The id of the story; empty for the beginning.
    var story = ""
    var title: String
    var url: String?
    /// Its language; nil if it is that of the digest.
    var language: String?
    /// Paragraphs, each of which ends with a mark.
    var text: String

    fileprivate init(_ story: DigestPage.Story? = nil, title: String, paragraphs: [String]) {
        (self.story, self.title, url, language) = (story?.id ?? "", title, story?.url.nonEmpty, story?.language)
        text =
            paragraphs.map(\.cleanLine).filter { !$0.isEmpty }.map { paragraph in
                paragraph.last!.isPunctuation ? paragraph : paragraph + "."
            }.joined(separator: "\n\n") + "\n"
    }
}

extension DigestPage {
    /// The beginning, then each story. The first one of a section has the section's title before it.
    var passages: [Passage] {
        let name = recapTitle ?? title
        let stories = sections.flatMap { section in
            section.stories.enumerated().map { index, story in
                let heading = index == 0 && sections.count > 1 ? [section.title] : []
                return Passage(
                    story, title: story.title, paragraphs: heading + [story.title, story.source, story.summary])
            }
        }
        return [Passage(title: name, paragraphs: [name, date])] + stories
    }

    /// The notes of an episode as HTML: the stories that were spoken, with their times, then the others.
    /// - Parameter times: when each story begins, in seconds, by the ids of the stories.
    func notes(_ times: [String: Double]) -> String {
        let stories = sections.flatMap(\.stories)
        let lists = [stories.filter { times[$0.id] != nil }, stories.filter { times[$0.id] == nil }]
        return "<p>\(HTMLText.escape(summaryLine))</p>\n" + intro
            + lists.filter { !$0.isEmpty }.map { stories in
                let lines = stories.map { story in
                    let time = times[story.id].map { Self.clock($0) + " " } ?? ""
                    let title = HTMLText.escape(story.title)
                    let link = story.url.isEmpty ? title : "<a href=\"\(HTMLText.escape(story.url))\">\(title)</a>"
                    return "<li>\(time)\(link) · \(HTMLText.escape(story.source))</li>\n"
                }
                return "<ul>\n\(lines.joined())</ul>\n"
            }.joined()
    }

    /// `7:05`
    private static func clock(_ seconds: Double) -> String {
        let (minutes, rest) = Int(seconds).quotientAndRemainder(dividingBy: 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }
}
