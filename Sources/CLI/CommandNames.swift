import ArgumentParser
import NewsDigest
import Texts
import Values

/// Checks the words of the command line that name commands. Without this check, ArgumentParser treats an unknown word
/// as an argument of the default command. And for `help` with an unknown word, it shows the general help.
enum CommandNames {
    /// - Returns: the arguments, the command first; `help forget` becomes `help history forget`.
    /// - Throws: `RunError.usage`, with the nearest command, for an unknown word where a command is expected.
    static func checked(_ arguments: [String], of root: any ParsableCommand.Type) throws(RunError) -> [String] {
        let arguments = try commandFirst(arguments, of: root)
        guard arguments.first == "help" else {
            _ = try path(arguments[...], below: root)
            return arguments
        }
        let words = arguments.dropFirst().prefix { !$0.hasPrefix("-") }
        if words.count == 1, let word = words.first, word != "help", find(word, below: root) == nil {
            return ["help"] + (try deeper(word, below: root))
        }
        return ["help"] + (words.first == "help" ? [] : try path(words, below: root))
    }

    /// The command that `checked` arguments name, with the arguments that are its own. If the words name none, it is the
    /// default command.
    static func leaf(
        of arguments: [String], below parent: any ParsableCommand.Type
    ) -> (command: any ParsableCommand.Type, arguments: [String]) {
        if let word = arguments.first, let command = find(word, below: parent) {
            return leaf(of: Array(arguments.dropFirst()), below: command)
        }
        guard let command = parent.configuration.defaultSubcommand else { return (parent, arguments) }
        return leaf(of: arguments, below: command)
    }

    /// Options that most commands have. They may stand before the command: `--config FILE history`.
    private static let options = ["--config", "--state", "--now", "--profile"]
    private static let flags = ["-v", "--verbose", "-q", "--quiet"]

    private static func commandFirst(
        _ arguments: [String], of root: any ParsableCommand.Type
    ) throws(RunError) -> [String] {
        var rest = arguments[...]
        while let word = rest.first, word.hasPrefix("-") {
            let isWhole = flags.contains(word) || options.contains { word.hasPrefix($0 + "=") }
            guard isWhole || options.contains(word) else { return arguments }
            rest = rest.dropFirst(isWhole ? 1 : 2)
        }
        guard let word = rest.first, find(word, below: root) != nil else { return arguments }
        let path = try path(rest, below: root)
        return path + arguments[..<rest.startIndex] + rest.dropFirst(path.count)
    }

    /// The commands that the first words name. Each is a command of the one before.
    private static func path(
        _ words: ArraySlice<String>, below parent: any ParsableCommand.Type
    ) throws(RunError) -> [String] {
        guard let word = words.first, !word.hasPrefix("-"), !parent.configuration.subcommands.isEmpty else { return [] }
        guard let command = find(word, below: parent) else {
            throw .usage("there is no command '\(word)'; \(allowedValues(for: word, among: names(below: parent)))")
        }
        return [word] + (try path(words.dropFirst(), below: command))
    }

    /// The path of a subcommand that is named without its parent.
    private static func deeper(_ word: String, below root: any ParsableCommand.Type) throws(RunError) -> [String] {
        let parents = root.configuration.subcommands.filter { find(word, below: $0) != nil }.map { $0._commandName }
        guard let parent = parents.first else { return try path([word], below: root) }
        guard parents.count == 1 else {
            let each = parents.map { "help \($0) \(word)" }.joined(separator: ", ")
            throw .usage("several commands have a '\(word)': \(each)")
        }
        return [parent, word]
    }

    private static func find(_ name: String, below parent: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
        parent.configuration.subcommands.first { $0._commandName == name }
    }

    private static func names(below parent: any ParsableCommand.Type) -> [String] {
        parent.configuration.subcommands.map { $0._commandName }
    }
}
