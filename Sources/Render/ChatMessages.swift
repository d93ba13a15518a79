import Addresses
import Files
import Foundation
import Languages
import Settings
import Texts
import Values

/// A digest as messages for a chat or push service. Each message is within the service's documented limits.
///
/// The messages are stored and sent as JSON Lines. One line is the body of one request, so a retry sends exactly the
/// same bytes.
struct ChatMessages {
    private let digest: DigestView
    private let service: any ChatService
    private let webhook: Webhook
    /// The address of the digest's page.
    private let online: String?

    init(
        _ digest: Digest, for service: any ChatService, _ webhook: Webhook, online: OnlineAddress? = nil
    ) {
        self.online = online?.page(of: digest)
        self.digest = DigestView(digest, RenderOptions()) { _ in nil }
        self.service = service
        self.webhook = webhook
    }

    var jsonLines: [UInt8] {
        let messages = self.messages
        let lines = messages.enumerated().map { body(of: $1, number: $0 + 1, of: messages.count) }
        return Array(lines.joined(separator: Data([0x0A])))
    }
}

extension ChatMessages {
    /// A piece of text.
    private struct Piece {
        /// The text without markup, and the address of its link.
        var plain: String
        var markup: String
        /// The length as the service counts it.
        var length: Int

        static func + (first: Self, second: Self) -> Self {
            Self(
                plain: first.plain + second.plain, markup: first.markup + second.markup,
                length: first.length + second.length)
        }
    }

    /// A section, or the part of it that fits.
    private struct Block {
        var pieces: [Piece]

        var length: Int { pieces.reduce(0) { $0 + $1.length + 1 } }
        var plain: String { pieces.map(\.plain).joined(separator: "\n") }
        var markup: String { pieces.map(\.markup).joined(separator: "\n") }
    }

    private var limits: ChatLimits { service.limits }

    /// The blocks in order. Each message contains as many as fit.
    private var messages: [[Block]] {
        var messages: [[Block]] = []
        var message: [Block] = []
        for block in blocks {
            let length = message.reduce(0) { $0 + $1.length + 1 }
            if length + block.length > limits.message || message.count == limits.blocks {
                messages.append(message)
                message = []
            }
            message.append(block)
        }
        return messages + [message]
    }

    private var blocks: [Block] {
        let opening = filled(opening, under: nil)
        // The first message shows news, too.
        let room = limits.message - opening.reduce(0) { $0 + $1.length + 1 }
        return opening
            + digest.sections.enumerated().flatMap { index, section in
                filled(section.stories.map(piece), under: bold(section.title), in: index == 0 ? room : .max)
            } + filled(closing, under: nil)
    }

    /// The pieces, distributed over as many blocks as they need. Each block begins with the heading.
    /// - Parameter room: the greatest length of the first block, if a piece fits in it.
    private func filled(_ pieces: [Piece], under heading: Piece?, in room: Int = .max) -> [Block] {
        var blocks: [Block] = []
        let shortest = Block(pieces: [heading, pieces.first].compactMap { $0 }).length
        for piece in pieces {
            let limit = blocks.count == 1 && shortest <= room ? min(room, limits.block) : limits.block
            if let last = blocks.last, last.length + piece.length + 1 <= limit {
                blocks[blocks.count - 1].pieces.append(piece)
            } else {
                blocks.append(Block(pieces: [heading, piece].compactMap { $0 }))
            }
        }
        return blocks
    }

    private var opening: [Piece] {
        (service.showsTitle ? [] : [bold(digest.title)])
            + [digest.greeting, digest.date, digest.summaryLine, digest.period].compactMap { $0.map(plain) } + intro
            + page
    }

    /// The link to the digest's page, where the message itself does not open it.
    private var page: [Piece] {
        guard let online, !service.opensPage else { return [] }
        return linked(fitting(digest.words.online), to: online).map { [$0] } ?? []
    }

    /// The intro may be cut. The note that a program wrote it is never left out.
    private var intro: [Piece] { digest.intro.map { [plain($0), plain("(\(digest.words.generatedIntro))")] } ?? [] }

    private var closing: [Piece] {
        (digest.failures.map(\.line)
            + [digest.recovered, digest.leftOver, digest.leftOut, digest.belowScore].compactMap { $0 }).map(plain)
    }

    private func piece(_ story: DigestView.StoryView) -> Piece {
        var details = [story.source]
        if story.hasAlso {
            let names = story.alsoNames.map(\.publisher).joined(separator: ", ")
            let others = story.alsoOthers.map { " +\($0.number)" } ?? ""
            details.append("\(digest.words.alsoIn) \(names)\(others)")
        }
        if story.hasParts { details.append("\(digest.words.parts)\(digest.words.colonSpace): \(story.partsCount)") }
        if story.isTitleGenerated { details += [story.generated].compactMap(\.self) }
        if let event = story.event {
            let price = event.isFree ? digest.words.free : event.price
            details += [event.when, event.place, event.address, price, event.age].compactMap { $0 }
        }
        let after = plain(" — " + details.joined(separator: " · "))
        let title = fitting(story.title)
        return story.url.flatMap { linked(title, to: $0, bullet: "• ", before: after) } ?? plain("• " + title) + after
    }

    private func plain(_ text: String) -> Piece {
        let text = fitting(text)
        return piece(text, markup: service.escaped(text))
    }

    private func bold(_ text: String) -> Piece {
        let text = fitting(text)
        return piece(text, markup: service.bold(service.escaped(text)))
    }

    /// The text as a link, or with the address on its own line. Nil if the address is too long for a block together with
    /// the text; then the text stays without it.
    private func linked(_ text: String, to url: String, bullet: String = "", before after: Piece? = nil) -> Piece? {
        let link = service.link(text, to: url)
        var linked = link.map { piece(bullet + text, markup: bullet + $0) } ?? plain(bullet + text)
        if let after { linked = linked + after }
        if link != nil {
            linked.plain += "\n" + url
        } else {
            linked = linked + piece("\n" + url, markup: "\n" + service.address(url))
        }
        return linked.length < limits.block * 3 / 4 ? linked : nil
    }

    private func piece(_ visible: String, markup: String) -> Piece {
        Piece(plain: visible, markup: markup, length: service.length(visible: visible, markup: markup))
    }

    /// The text, cut to the limit of a part, so that a heading and an entry always fit together. A single character
    /// can be long.
    private func fitting(_ text: String) -> String {
        // Every service counts at least one for each scalar.
        var room = limits.text
        var fitting = text.clipped(to: room)
        while length(of: fitting) > limits.text, room > 0 {
            room -= max(1, room / 16)
            fitting = text.clipped(to: room)
        }
        return fitting
    }

    private func length(of text: String) -> Int {
        service.length(visible: text, markup: service.escaped(text))
    }

    private func body(of blocks: [Block], number: Int, of count: Int) -> Data {
        let title = fitting(digest.title) + (count > 1 ? " (\(number)/\(count))" : "")
        let encoder = JSONEncoder.sorted()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let message = ChatMessage(
            title: title, blocks: blocks.map(\.markup), plain: blocks.map(\.plain).joined(separator: "\n\n"),
            isFirst: number == 1, page: online)
        return (try? encoder.encode(service.body(message, to: webhook))) ?? Data()
    }
}
