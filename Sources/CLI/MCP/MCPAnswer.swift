import Foundation

/// What a tool gives: a JSON text or a text for people, and what a limit took away.
struct MCPAnswer {
    var text: String
    var notice: String?

    /// In bytes. What is longer is cut.
    private static let longest = 1 << 18

    /// The result of `tools/call`. A notice is a text of its own, and stands in the structured content, too.
    func result(_ output: MCPTools.Tool.Output) -> [String: Any] {
        var (text, notices) = (text, [notice].compactMap(\.self))
        var content = output == .text ? nil : try? JSONSerialization.jsonObject(with: Data(text.utf8))
        // JSON is in the answer twice.
        let longest = content == nil ? Self.longest : Self.longest / 2
        if text.utf8.count > longest {
            var room = longest
            let fitting = Self.fitted(content ?? text, to: &room)
            if content != nil { content = fitting }
            text = fitting as? String ?? String(decoding: Self.json(fitting), as: UTF8.self)
            notices.append("the answer had more than \(Self.longest) bytes, so long texts and the end of lists are cut")
        }
        var result: [String: Any] = [
            "content": ([text] + notices).map { ["type": "text", "text": $0] }, "isError": false,
        ]
        if var structured = content as? [String: Any] ?? content.map({ ["items": $0] }) {
            if !notices.isEmpty { structured["notice"] = notices.joined(separator: "; ") }
            result["structuredContent"] = structured
        }
        return result
    }

    /// The value with the beginnings of its longest texts and lists, so that they have about `room` bytes. The fields of
    /// an object share it: what short ones leave is for the longer ones. An entry of a list is kept whole, unless it is
    /// the first.
    private static func fitted(_ value: Any, to room: inout Int) -> Any {
        let size = json(value).count
        guard size > room else {
            room -= size
            return value
        }
        switch value {
        case let text as String:
            defer { room = 0 }
            let end = text.utf8.index(text.startIndex, offsetBy: room, limitedBy: text.endIndex)
            return String(text[..<(end ?? text.endIndex)])
        case let list as [Any]:
            var kept: [Any] = []
            for entry in list {
                if !kept.isEmpty, json(entry).count > room { break }
                kept.append(fitted(entry, to: &room))
            }
            return kept
        case let object as [String: Any]:
            let fields = object.map { (name: $0, value: $1, size: json($1).count) }.sorted { $0.size < $1.size }
            var kept: [String: Any] = [:]
            for (index, field) in fields.enumerated() {
                let share = room / (fields.count - index)
                var rest = share
                kept[field.name] = fitted(field.value, to: &rest)
                room -= share - rest
            }
            return kept
        default: return value
        }
    }

    static func json(_ value: Any) -> Data {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
        return (try? JSONSerialization.data(withJSONObject: value, options: options)) ?? Data()
    }
}
