import FeedParser
import Texts
import Values

extension Subscriptions {
    /// - Throws: `RunError.unusableInput` for a file that is no list, or is cut.
    init(opml file: ReaderFile) throws {
        do {
            let list = try OPML(parsing: file.bytes)
            if let fault = MarkupFault(in: file.bytes) {
                throw RunError.unusableInput(
                    "\(file.path), line \(fault.line): \(fault.reason), so the file is cut or broken and nothing was "
                        + "imported; export it again or correct this line")
            }
            feeds = list.feeds.map { outline in
                // Thunderbird puts each feed into a folder of its own.
                let folder = outline.folders.first == outline.title ? nil : outline.folders.first
                return Feed(url: outline.url, name: outline.title, folder: folder)
            }
        } catch FeedError.notAFeed {
            throw RunError.unusableInput("\(file.path): this is not an OPML file")
        } catch let error as FeedError {
            throw RunError.unusableInput("\(file.path): \(error)")
        }
    }
}
