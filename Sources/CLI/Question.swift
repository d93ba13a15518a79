import Foundation
import Values

/// Asks a person at the terminal whether to do something that cannot be undone.
/// - Parameters:
///   - deed: what is done, such as `remove 3 saved items`.
///   - effect: the same as a sentence, for the error without a terminal.
/// - Throws: `RunError.usage` without a terminal.
func isConfirmed(_ deed: String, _ effect: String) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
        throw RunError.usage("\(effect); without a terminal, confirm this with --yes")
    }
    putError(Data("\(deed.prefix(1).uppercased())\(deed.dropFirst())? [y/N] ".utf8))
    return ["y", "yes"].contains(readLine()?.trimmingCharacters(in: .whitespaces).lowercased() ?? "")
}
