import ArgumentParser
import Foundation
import Languages
import NewsDigest
import Platform
import Settings
import Texts
import Values

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a configuration file with comments, and show a first digest.",
        discussion: """
            On a terminal, it asks for the answers that you do not give as options, and then shows a first digest. In \
            a script it asks nothing: an option that you leave out has its default value, and only --digest makes a \
            first digest. It does not change an existing file.
            """)

    @Option(path: "Write to this file instead of the usual one.")
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The language of the digest: \(Language.codes.joined(separator: ", ")).", valueName: "code"),
        completion: .list(Language.codes))
    var language: String?

    @Option(
        help: ArgumentHelp(
            """
            Your city. For some cities, the digest contains the events of kudago.com. For any other city, stories that \
            contain its name come higher.
            """, valueName: "name"))
    var city: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("What you want to read: sections such as tech, science, and other words.", valueName: "name")
    )
    var interests: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Use these feeds, or those of these web pages, instead of the public feeds that init offers.",
            valueName: "url"))
    var feeds: [String] = []

    @Option(help: ArgumentHelp("Where the digest goes: stdout, a file, or your mail address.", valueName: "target"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "The mail server for --to, such as smtp.example.org:465. Without it, the program sendmail sends the mail.",
            valueName: "host"))
    var mailServer: String?

    @Flag(inversion: .prefixedNo, help: "Make a first digest at once.")
    var digest: Bool?

    @Option(path: "The state file for the first digest.")
    var state: String?

    @Option(
        help: ArgumentHelp("Use this as the current time: 2026-11-21T08:00:00Z.", valueName: "time"),
        transform: instant)
    var now: Date?

    func validate() throws {
        if let language, !Language.codes.contains(language) {
            throw ValidationError(
                "The value '\(language)' is invalid for '--language'; "
                    + allowedValues(for: language, among: Language.codes))
        }
    }

    func run() async throws {
        let path = config ?? Paths().configuration
        try Configuration.requireAbsent(path)
        let interview = Interview()
        var answers: FirstAnswers
        do {
            answers = try interview.isPossible ? asked(interview) : given()
        } catch is Interview.Stopped {
            throw RunError.usage("stopped; no file was written")
        }
        answers.environment = ProcessInfo.processInfo.environment
        let found = await findFeeds(&answers)
        if interview.isPossible { interview.say(["\(path) will say:"] + answers.summary.map { "  \($0)" }) }
        try Configuration.writeInitial(answers, to: path)
        try printOut(lines: ["wrote \(path)"] + found + remarks(on: answers))
        if case .mail(_, .some) = answers.target, interview.isPossible,
            interview.confirms("Send a test mail now?", otherwise: false)
        {
            _ = try await Run([try Configuration(path: path)], statePath: state ?? "", now: now ?? Date()).tellTest()
        }
        let isWanted = digest ?? (interview.isPossible && interview.confirms("Show a first digest now?"))
        var failure: (any Error)?
        do {
            if isWanted { try await showDigest(of: path, for: answers.target) }
        } catch {
            failure = error
        }
        try printOut(lines: [
            "next: edit it, then test it: newsdigest check\(ending) && newsdigest --dry-run\(ending)",
            "then let it run every day: newsdigest schedule\(ending)",
        ])
        if let failure { throw failure }
    }
}

extension InitCommand {
    /// What a command for the written file ends with.
    private var ending: String { config.map { " --config \(shellWord($0))" } ?? "" }

    private var wishes: [String] { interests.flatMap { $0.split(separator: ",").map(String.init) } }

    private func given() throws -> FirstAnswers {
        var answers = try FirstAnswers(language: language ?? "en", city: city, interests: wishes)
        if !feeds.isEmpty { try answers.use(feeds) }
        answers.target = try target(to ?? "", server: mailServer)
        if case .mail = answers.target { return answers }
        guard mailServer == nil else { throw RunError.usage("--mail-server needs a mail address in --to") }
        return answers
    }

    private func asked(_ interview: Interview) throws -> FirstAnswers {
        let usual = FirstAnswers.language(ofLocale: ProcessInfo.processInfo.environment)
        let language =
            try self.language
            ?? interview.choose(
                "Language of the digest (\(Language.codes.joined(separator: ", "))) [\(usual)]",
                among: Language.codes, otherwise: usual)
        let city = try self.city ?? interview.ask("Your city, for events and local news (Enter for none)")
        var answers = try interests(interview, language: language, city: city)
        if feeds.isEmpty { try choose(&answers, interview) } else { try answers.use(feeds) }
        answers.target = try to.map { try target($0, server: mailServer) } ?? target(interview)
        answers.target = try asked(interview, about: answers.target)
        return answers
    }

    private func interests(_ interview: Interview, language: String, city: String) throws -> FirstAnswers {
        guard wishes.isEmpty else { return try FirstAnswers(language: language, city: city, interests: wishes) }
        let sections = FirstAnswers.allSections.joined(separator: ", ")
        return try interview.repeating {
            let text = try interview.ask(
                "What interests you, with commas: \(sections), or other words (Enter for all)")
            return try FirstAnswers(
                language: language, city: city, interests: text.split(separator: ",").map(String.init))
        }
    }

    private func target(_ interview: Interview) throws -> FirstAnswers.Target {
        try interview.repeating {
            let text = try interview.ask(
                "Where should the digest go: a file such as ~/digest.html, or your mail address (Enter for this terminal)"
            )
            let found = try target(text, server: mailServer)
            guard case .mail(let address, nil) = found else { return found }
            let server = try interview.ask(
                "Your mail server, such as smtp.example.org (Enter for the program sendmail)")
            return try target(address, server: server)
        }
    }

    /// Asks how to reach the mail server, if there is one.
    private func asked(_ interview: Interview, about target: FirstAnswers.Target) throws -> FirstAnswers.Target {
        guard case .mail(let address, var server?) = target else { return target }
        let securities = FirstAnswers.Server.securities
        let usual = (server.port, server.security)
        server.security = try interview.choose(
            "Security: \(securities.joined(separator: ", ")) [\(usual.1)]", among: securities, otherwise: usual.1)
        let isUsual = usual.0 == FirstAnswers.Server.usualPort(of: usual.1)
        let port = isUsual ? FirstAnswers.Server.usualPort(of: server.security) ?? usual.0 : usual.0
        server.port = try interview.repeating {
            let text = try interview.ask("Port [\(port)]")
            guard let number = text.isEmpty ? port : Int(text), (1...65535).contains(number) else {
                throw RunError.usage("'\(text)' is not a port from 1 to 65535")
            }
            return number
        }
        // A password must not go over a connection without encryption.
        let name = server.security == "none" ? "-" : try interview.ask("Your user name there (- for none) [\(address)]")
        server.username = name == "-" ? nil : name.isEmpty ? address : name
        return .mail(address: address, server: server)
    }

    private func choose(_ answers: inout FirstAnswers, _ interview: Interview) throws {
        guard !answers.feeds.isEmpty else { return }
        let rows = answers.feeds.enumerated().map { ["\($0 + 1)", $1.name, $1.category, $1.url] }
        interview.say(table(rows))
        try interview.repeating {
            try answers.choose(
                interview.ask("Which of these feeds, such as 1 3 5, or addresses of your own (Enter for all of these)"))
        }
    }

    private func target(_ text: String, server: String?) throws -> FirstAnswers.Target {
        try FirstAnswers.Target(
            text, server: server, home: Paths().home, folder: FileManager.default.currentDirectoryPath)
    }

    /// What the user should know about the answers.
    private func remarks(on answers: FirstAnswers) -> [String] {
        var remarks = answers.emptySections.map {
            "no feed is known for '\($0)'; 'newsdigest sources add URL' adds one"
        }
        if !answers.boost.isEmpty {
            remarks.append("stories with these words come higher: \(answers.boost.joined(separator: ", "))")
        }
        if case .mail(_, let server?) = answers.target, server.username != nil {
            let file = MailServer.passwordFile
            remarks.append(
                "write the password of the mail server into \(file) (chmod 600), and test it: newsdigest check "
                    + "--send\(ending)")
        }
        return remarks
    }

    /// Replaces the user's addresses of web pages by the first feed that each links to. An address that does not answer stays.
    /// - Returns: a sentence for each address that does not answer, or links to several feeds.
    private func findFeeds(_ answers: inout FirstAnswers) async -> [String] {
        let sources = Sources(Configuration(), statePath: "", now: now ?? Date())
        var sentences: [String] = []
        for index in answers.feeds.indices where answers.feeds[index].name.isEmpty {
            let address = answers.feeds[index].url
            do {
                let found = try await sources.find(address).feeds
                guard let first = found.first else { continue }
                answers.feeds[index].url = first.url
                if found.count > 1 {
                    sentences.append(
                        "\(address) links to \(found.count) feeds, and the first is used: \(first.url); "
                            + "'newsdigest sources add \(shellWord(address))' lists the others")
                }
            } catch {
                sentences.append("\(error); the address is written as you gave it")
            }
        }
        // Several pages may lead to one feed.
        var known: Set<String> = []
        answers.feeds.removeAll { !known.insert($0.url).inserted }
        return sentences
    }

    /// Makes a first digest. A mail is not sent yet: its digest is printed, and the next run sends it.
    private func showDigest(of path: String, for target: FirstAnswers.Target) async throws {
        let configuration = try Configuration(path: path)
        var options = Run.Options()
        options.screen = Screen()
        if case .mail = target { options.isDryRun = true }
        let console = Console()
        let outcome = try await Run(
            [configuration], options: options,
            statePath: Configuration.stateName(option: state, configuration: path), now: now ?? Date(),
            report: console.show
        ).perform()
        if case .file(let file) = target {
            try printOut(lines: ["wrote \(file)"])
            try printLinks(of: outcome.delivered)
        }
        try outcome.requireDelivered()
    }
}

/// Questions to a person at the terminal.
struct Interview {
    /// The person ended the input instead of answering.
    struct Stopped: Error {}

    /// Whether somebody can read the questions and answer them.
    var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    func say(_ lines: [String]) { putError(Data(lines.map { $0.cleanSentence + "\n" }.joined().utf8)) }

    /// - Returns: the answer without white space around it; empty for Enter alone.
    /// - Throws: `Stopped` at the end of the input.
    func ask(_ question: String) throws -> String {
        putError(Data("\(question): ".utf8))
        guard let line = readLine() else {
            putError(Data("\n".utf8))
            throw Stopped()
        }
        Redactor.current?.learn(passwordIn: line)
        return line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Asks until the answer is one of these words.
    func choose(_ question: String, among words: [String], otherwise: String) throws -> String {
        try repeating {
            let answer = try ask(question).lowercased()
            guard answer.isEmpty || words.contains(answer) else {
                throw RunError.usage(allowedValues(for: answer, among: words))
            }
            return answer.isEmpty ? otherwise : answer
        }
    }

    /// - Parameter otherwise: what Enter means.
    func confirms(_ question: String, otherwise: Bool = true) -> Bool {
        guard let answer = try? ask("\(question) \(otherwise ? "[Y/n]" : "[y/N]")").lowercased() else { return false }
        return answer.isEmpty ? otherwise : ["y", "yes"].contains(answer)
    }

    /// Repeats questions until their answers can be used. Says each time what is wrong.
    func repeating<Answer>(_ questions: () throws -> Answer) throws -> Answer {
        while true {
            do {
                return try questions()
            } catch RunError.usage(let reason) {
                say([reason])
            }
        }
    }
}
