/// The text as one word of a shell command. It is quoted if a shell would treat any of its characters specially.
package func shellWord(_ text: String) -> String {
    let isPlain =
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-=+@:,%".contains($0)) }
    return isPlain ? text : quoted(text)
}

/// The text in quotes, whatever it contains.
package func quoted(_ text: String) -> String { "'" + text.replacing(literal: "'", with: "'\\''") + "'" }
