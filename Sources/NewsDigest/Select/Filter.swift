import Addresses
import Foundation
import Values

extension Configuration.Filter {
    /// Gives the items to the command as JSON Lines and reads back the items that it prints. They keep their order.
    ///
    /// An item is the JSON of `Item` with its `id`. The command keeps an item if it prints a line with that `id`. It
    /// may change `title`, `summary`, `category` and `image`; everything else does not change.
    ///
    /// - Parameter names: the sections that the command may name in any of their forms.
    /// - Throws: a `Failure` that names the filter. Then nothing of the output is used.
    func apply(to items: [StoredItem], names: SectionNames) async throws(Failure) -> [StoredItem] {
        guard !items.isEmpty else { return items }
        let input = items.map(Line.init).jsonLines
        // The limit has room for new summaries of all items.
        let command = Command(arguments: self.command, timeout: timeout, outputLimit: 2 * input.count + 1 << 20)
        let output: [UInt8]
        do {
            output = try await command.run(input)
        } catch {
            throw Failure(.select, name, "the filter was skipped: \(error)")
        }
        let printed = PrintedLines<Edit>(output, about: Set(items.map(\.id)))
        if let mistakes = printed.mistakes.text { throw Failure(.select, name, "the filter was skipped: \(mistakes)") }
        let edits = Dictionary(printed.lines.map { ($0.id, $0) }) { $1 }
        return items.compactMap { item in edits[item.id].map { $0.applied(to: item, names: names) } }
    }
}

/// The items after all filters. A filter that fails is skipped and named, and the others continue.
func filtered(
    _ items: [StoredItem], by filters: [Configuration.Filter], names: SectionNames
) async -> (items: [StoredItem], failures: [Failure]) {
    var items = items
    var failures: [Failure] = []
    for filter in filters {
        do {
            items = try await filter.apply(to: items, names: names)
        } catch {
            failures.append(error)
        }
    }
    return (items, failures)
}

extension Configuration.Filter {
    private struct Line: Encodable {
        var item: StoredItem

        private enum Key: CodingKey { case id }

        func encode(to encoder: any Encoder) throws {
            try item.item.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(item.id, forKey: .id)
        }
    }

    /// The fields of an item that the command may print.
    private struct Edit: PrintedLine {
        static let needed = "an 'id'"

        var id: String
        var title: String?
        var summary: String?
        var category: String?
        var image: String?

        func applied(to stored: StoredItem, names: SectionNames) -> StoredItem {
            var stored = stored
            if let title, !title.allSatisfy(\.isWhitespace) { stored.item.title = title.bounded(Bounds.title) }
            if let summary, summary != stored.item.summary {
                stored.item.summary = summary.bounded(Bounds.summary)
                // The HTML does not belong to the new summary.
                stored.item.html = nil
            }
            if let category = newCategory(of: stored, names: names) {
                stored.item.category = category
                // The source's own categories would lead to another section.
                stored.item.tags = []
            }
            if let image, image != stored.item.image { stored.item.image = Bounds.image(WebAddress.absolute(image)) }
            return stored
        }

        /// A known section in any of its forms, or a section that only the command names. Nil if it stays the same.
        private func newCategory(of stored: StoredItem, names: SectionNames) -> String? {
            let old = stored.item.category
            guard let category, category != old, !category.allSatisfy(\.isWhitespace) else { return nil }
            let name = names.section(named: category)?.name ?? category.bounded(Bounds.name)
            return name == old ? nil : name
        }
    }
}
