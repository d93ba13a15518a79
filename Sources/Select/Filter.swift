import Addresses
import Foundation
import Platform
import Settings
import Values

extension Configuration.Filter {
    /// Gives the items to the command as JSON Lines and reads back the items that it prints. They keep their order.
    ///
    /// An item is the JSON of `Item` with its `id` and its `section`. The command keeps an item if it prints a line with
    /// that `id`. It may change `title`, `summary`, `category` and `image`; everything else does not change.
    ///
    /// - Parameters:
    ///   - names: the sections that the command may name in any of their forms.
    ///   - unsorted: the ids of the sources without a category. The `category` of their items is `general`, as in earlier
    ///     versions, also if their section is `other`.
    /// - Throws: a `Failure` that names the filter. Then nothing of the output is used.
    func apply(
        to items: [Candidate], names: SectionNames, unsorted: Set<String>
    ) async throws(Failure) -> [Candidate] {
        guard !items.isEmpty else { return items }
        func category(_ item: Candidate) -> String {
            Category(item.item.category).names(hasNoCategory: unsorted.contains(item.item.sourceID))[0]
        }
        let input = items.map { Line(item: $0, category: category($0)) }.jsonLines
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
        return items.compactMap { item in
            edits[item.id].map { $0.applied(to: item, category: category(item), names: names) }
        }
    }
}

/// The items after all filters. A filter that fails is skipped and named, and the others continue.
package func filtered(
    _ items: [Candidate], by filters: [Configuration.Filter], names: SectionNames, unsorted: Set<String> = []
) async -> (items: [Candidate], failures: [Failure]) {
    var items = items
    var failures: [Failure] = []
    for filter in filters {
        do {
            items = try await filter.apply(to: items, names: names, unsorted: unsorted)
        } catch {
            failures.append(error)
        }
    }
    return (items, failures)
}

extension Configuration.Filter {
    private struct Line: Encodable {
        var item: Candidate
        var category: String

        private enum Key: CodingKey { case id, section }

        func encode(to encoder: any Encoder) throws {
            var shown = item.item.forPrograms
            shown.category = category
            try shown.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(item.id, forKey: .id)
            try container.encode(item.item.category, forKey: .section)
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

        /// - Parameter old: the category that the command got.
        func applied(to candidate: Candidate, category old: String, names: SectionNames) -> Candidate {
            var stored = candidate.stored
            if let title, !title.allSatisfy(\.isWhitespace) { stored.item.title = title.bounded(Bounds.title) }
            if let summary, summary != stored.item.summary {
                stored.item.summary = summary.bounded(Bounds.summary)
                // The HTML does not belong to the new summary.
                stored.item.html = nil
            }
            if let category = newCategory(old, names), category != stored.item.category {
                stored.item.category = category
                // The source's own categories would lead to another section.
                stored.item.tags = []
            }
            if let image, image != stored.item.image { stored.item.image = Bounds.image(WebAddress.absolute(image)) }
            return Candidate(stored)
        }

        /// A known section in any of its forms, or a section that only the command names. Nil if it stays the same.
        private func newCategory(_ old: String, _ names: SectionNames) -> String? {
            guard let category, category != old, !category.allSatisfy(\.isWhitespace) else { return nil }
            let name = names.section(named: category)?.name ?? category.bounded(Bounds.name)
            return name == old ? nil : name
        }
    }
}
