/// The text as one word of a shell's command line, quoted where a shell would take something in it for more.
package func shellWord(_ text: String) -> String {
    let isPlain =
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-=+@:,%".contains($0)) }
    return isPlain ? text : quoted(text)
}

/// The text in quotes, whatever is in it.
package func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
