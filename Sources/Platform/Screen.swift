import Foundation
import Synchronization

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

/// The program that shows a long page to the person at the terminal, such as `less`.
///
/// The page is in a file without a name, so the program has all of it from the start, whatever it reads. While the
/// person reads, this process ends its work. At its end it waits for the person (`finish`).
package enum Pager {
    private struct Reading {
        var program: pid_t
        var page: String
    }

    private static let reading = Mutex<Reading?>(nil)

    /// Hands the page to the pager, as soon as the person has left the page before.
    /// - Parameters:
    ///   - command: a command line for the shell.
    ///   - environment: that of the command.
    /// - Returns: false if it cannot be started.
    static func show(_ page: String, with command: String, environment: [String: String]) -> Bool {
        if let missed = finish() { try? FileHandle.standardOutput.write(contentsOf: Data(missed.utf8)) }
        guard isFound(command, environment), let file = try? openUnnamedFile(with: Array(page.utf8)) else {
            return false
        }
        defer { close(file) }
        var environment = environment
        // Without -R, less shows the escape sequences as text.
        environment["LESS"] = "-R " + (environment["LESS"] ?? "-FX")
        guard let program = start(command, reading: file, environment) else { return false }
        // Control-C is for the pager.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        reading.withLock { $0 = Reading(program: program, page: page) }
        return true
    }

    /// Waits until the person has left the pager.
    /// - Returns: the page, if the shell could not start the pager.
    package static func finish() -> String? {
        guard let last = reading.withLock({ $0.take() }) else { return nil }
        var status: Int32 = 0
        while waitpid(last.program, &status, 0) < 0, errno == EINTR {}
        // The shell's statuses for a program that cannot be executed and for one that does not exist.
        let hasExited = status & 0x7F == 0
        return hasExited && [126, 127].contains(status >> 8 & 0xFF) ? last.page : nil
    }
}

extension ScreenPage {
    /// Hands the page to its pager.
    /// - Returns: false if it has none, or one that cannot be started.
    package func isShownByPager(_ environment: [String: String]) -> Bool {
        pager.map { Pager.show(text, with: $0, environment: environment) } ?? false
    }
}

extension Pager {
    /// Whether the shell will find the program, as far as its name shows that without the shell.
    private static func isFound(_ command: String, _ environment: [String: String]) -> Bool {
        let program = command.prefix { $0 != " " && $0 != "\t" }
        guard program.utf8.allSatisfy({ isalnum(Int32($0)) != 0 || "/._-+".utf8.contains($0) }) else { return true }
        if program.contains("/") { return access(String(program), X_OK) == 0 }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// - Returns: nil if it cannot be started.
    private static func start(_ command: String, reading file: Int32, _ environment: [String: String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process ignores SIGPIPE, and the program would inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = Self.copies(["/bin/sh", "-c", command])
        let variables = Self.copies(environment.map { "\($0)=\($1)" })
        defer { for text in arguments + variables { free(text) } }
        var program: pid_t = 0
        return posix_spawn(&program, "/bin/sh", &actions, &attributes, arguments, variables) == 0 ? program : nil
    }

    /// The texts as C has them, with a null pointer after them.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var copies: [UnsafeMutablePointer<CChar>?] = []
        for text in texts { copies.append(strdup(text)) }
        return copies + [nil]
    }
}
