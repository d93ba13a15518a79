import Foundation

/// The terminal on which a person reads standard output.
package struct Screen: Sendable, Equatable {
    /// In columns and rows.
    package var width = 80
    package var height = 24
    /// Whether it opens links (OSC 8).
    package var knowsLinks = false
    /// Whether it shows bold text.
    package var hasStyles = true
    /// The command line of the program that shows what is longer than the screen (`PAGER`).
    package var pager: String?

    /// The usual terminal.
    init() {}

    /// Nil if the descriptor is no terminal.
    package init?(
        descriptor: Int32 = STDOUT_FILENO, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        _ = ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row), environment: environment)
    }

    /// - Parameters:
    ///   - columns: the terminal's; 0 if it is not known.
    ///   - rows: the same.
    init(columns: Int, rows: Int, environment: [String: String]) {
        func number(_ name: String) -> Int? { environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
        width = max(Self.leastWidth, columns > 0 ? columns : number("COLUMNS") ?? width)
        height = rows > 0 ? rows : number("LINES") ?? height
        let kind = environment["TERM"] ?? "dumb"
        // https://no-color.org
        hasStyles = kind != "dumb" && environment["NO_COLOR"]?.isEmpty ?? true
        knowsLinks = kind != "dumb" && Self.knowsLinks(kind, environment)
        let program = environment["PAGER"]?.trimmingCharacters(in: .whitespaces) ?? ""
        pager = program.isEmpty || program == "cat" ? nil : program
    }

    /// Narrower lines would hold hardly a word.
    private static let leastWidth = 10

    /// Whether a terminal of this kind opens links, by the variables with which terminals tell their names
    /// (https://github.com/Alhadis/OSC8-Adoption). `FORCE_HYPERLINK` decides, if it is set.
    private static func knowsLinks(_ kind: String, _ environment: [String: String]) -> Bool {
        if let forced = environment["FORCE_HYPERLINK"] { return forced != "0" }
        // These draw the screen themselves, and the terminal around them is not known.
        if kind.hasPrefix("screen") || kind.hasPrefix("tmux") { return false }
        if ["xterm-kitty", "xterm-ghostty", "alacritty", "contour", "foot", "wezterm"].contains(where: kind.hasPrefix) {
            return true
        }
        if ["WT_SESSION", "KONSOLE_VERSION", "DOMTERM"].contains(where: { environment[$0] != nil }) { return true }
        // VTE 0.50 was the first.
        if let version = environment["VTE_VERSION"].flatMap({ Int($0) }) { return version >= 5000 }
        return ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].contains(environment["TERM_PROGRAM"])
    }
}

/// What a terminal is to show.
package struct ScreenPage: Sendable, Equatable {
    package var text: String
    /// The pager, if the page is longer than the screen.
    package var pager: String?

    package init(text: String, pager: String? = nil) { (self.text, self.pager) = (text, pager) }
}
