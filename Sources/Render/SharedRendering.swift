import Foundation
import Texts
import Values

/// A digest, rendered once for all readers who get the same stories in the same look and format.
package struct SharedRendering: Sendable {
    private enum Block: Sendable {
        /// The header fields of a mail, which are made for each recipient.
        case fields(MailFields)
        case text(PlaceholderText)
        case base64(PlaceholderText)
        /// Bytes that are no text. They are of one reader.
        case data(Data)
    }

    private var blocks: [Block] = []
    private var shared = SharedText.empty

    /// - Parameters:
    ///   - digest: the digest of any of the readers.
    ///   - options: the options of any of them. Readers with and without a name, or with and without an address for
    ///     unsubscribing, need different renderings.
    package init(_ digest: Digest, as format: Format, _ options: RenderOptions) {
        var (digest, options) = (digest, options)
        if format == .eml { options.mail = options.mail ?? MailHeader() }
        if options.templates.showsValuesPlainly, ![.epub, .atom, .atomDigests, .ics].contains(format) {
            digest = digest.withPlaceholders
            options.mail = options.mail?.withPlaceholders
        }
        var bytes = Data()
        switch format {
        case .markdown:
            add(PlaceholderText(digest.page(as: .markdown, options), escape: .markdown, into: &bytes))
        case .text:
            add(PlaceholderText(digest.page(as: .text, options), escape: .none, isWrapped: true, into: &bytes))
        case .html: add(PlaceholderText(digest.page(as: .html, options), escape: .html, into: &bytes))
        case .json:
            let json = Page(String(decoding: digest.json(options), as: UTF8.self))
            add(PlaceholderText(json, escape: .json, into: &bytes))
        case .eml: add(MailMessage(digest, options), into: &bytes)
        case .atom, .atomDigests: blocks.append(.data(Data(digest.atom(as: format, options).utf8)))
        case .ics: blocks.append(.data(Data(digest.calendar(options).utf8)))
        case .epub: blocks.append(.data(Data(EPUB(digest, options).bytes)))
        }
        shared = SharedText(bytes)
    }

    /// The digest of one reader.
    ///
    /// - Parameters:
    ///   - digest: only its id, its profile and its name are used.
    ///   - header: the fields of the mail; nil for other formats.
    package func filled(for digest: Digest, _ header: MailHeader?) -> Composition {
        let values = PersonalValues(digest, header)
        let pieces = blocks.flatMap { block -> [Composition.Piece] in
            switch block {
            case .fields(let fields): [.own(Data(fields.text(for: digest, header ?? MailHeader(), values).utf8))]
            case .text(let text): text.filled(with: values)
            case .base64(let text): [.base64(text.filled(with: values))]
            case .data(let data): [.own(data)]
            }
        }
        return Composition(pieces, of: shared)
    }

    private mutating func add(_ text: PlaceholderText) { blocks.append(.text(text)) }

    private mutating func add(_ message: MailMessage, into bytes: inout Data) {
        blocks.append(.fields(message.fields))
        for part in message.body {
            switch part {
            case .plain(let text): add(PlaceholderText(Page(text), escape: .none, into: &bytes))
            case .encoded(let page, let escape, let isWrapped, let encoding):
                let text = PlaceholderText(
                    page, escape: escape, isWrapped: isWrapped, encoding: encoding, into: &bytes)
                blocks.append(encoding == .base64 ? .base64(text) : .text(text))
            }
        }
    }
}
