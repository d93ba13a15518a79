import Files
import Foundation
import Languages
import Settings
import Values

extension Configuration {
    /// The commented file that `newsdigest init` writes. Its settings are the answers of the user and those that are
    /// used without a file; every other key is a comment.
    static func initialText(_ answers: FirstAnswers = .none) -> String {
        [beginning(answers), sources(answers.wishes), rest(answers)].joined(separator: "\n\n") + "\n"
    }

    /// Writes `initialText` to a new file. Only its owner may read the file, because keys may be added to it.
    ///
    /// - Throws: `RunError.unwritable` when the file exists already or cannot be written.
    package static func writeInitial(_ answers: FirstAnswers = .none, to path: String) throws {
        let folder = path.folderOfPath
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw RunError.unwritable("the folder '\(folder)' cannot be made: \(errorText(of: error))")
        }
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            let code = errno
            if code == EEXIST { throw existing(path) }
            throw RunError.unwritable("'\(path)' cannot be written: \(errorText(code))")
        }
        var code = writeAll(Array(initialText(answers).utf8), to: file)
        if code == nil, fsync(file) != 0 { code = errno }
        if close(file) != 0, code == nil { code = errno }
        guard let code else { return }
        // A part of the file would be taken for a configuration.
        unlink(path)
        throw RunError.unwritable("'\(path)' cannot be written: \(errorText(code))")
    }

    /// - Throws: `RunError.unwritable` when there is a file. This is checked before any question.
    package static func requireAbsent(_ path: String) throws {
        var status = stat()
        if lstat(path, &status) == 0 { throw existing(path) }
    }

    private static func existing(_ path: String) -> RunError {
        .unwritable("'\(path)' exists already and was not changed; 'newsdigest check' shows what it contains")
    }
}

extension Configuration {
    private static func beginning(_ answers: FirstAnswers) -> String {
        """
        # The configuration of newsdigest (TOML). docs/configuration.md describes every key.
        # After a change, run 'newsdigest check'.
        # A line that starts with '# ' is an explanation. A line that starts with '#' and a key is an example:
        # remove the '#' to use it.

        \(lines(with: ["language": ("", answers.language.inTOML), "timezone": ("", answers.timeZone.inTOML)]))

        [digest]
        \(DigestSettings.lines())
        """
    }

    /// The feeds come last, because they are the longest part.
    private static func sources(_ wishes: SourceWishes) -> String {
        let others = kindsOfSource.filter { $0.kind != .feeds }.map { $0.example(wishes) }
        return (others + [FeedList.example(wishes)]).joined(separator: "\n\n")
    }

    private static func rest(_ answers: FirstAnswers) -> String {
        """
        # Patterns: words or /regular expressions/ that rank stories higher (boost) or leave them out (mute).
        [interest]
        \(Interest.lines(with: ["boost": ("", answers.boost.inTOML), "mute": ("", "[]")]))

        # Your own sections.
        #[categories.city]
        \(OwnCategory.lines())

        [network]
        \(Network.lines())

        # Tell a monitoring service how each run ends (docs/monitoring.md).
        #[health]
        \(Health.lines(mark: "#"))

        # The numbers of the last run for Prometheus.
        #[metrics]
        \(MetricsTable.lines())

        # Filters: commands that read items as JSON lines and print the items to keep (docs/delivery.md).
        #[[filter]]
        \(Filter.lines(mark: "#"))

        # Summaries: a command that reads the chosen stories as JSON lines and prints a summary of each (docs/summaries.md).
        #[[summary]]
        \(Generator.lines(mark: "#"))

        # A language model with OpenAI's chat completions (docs/summaries.md): llama.cpp, Ollama, hosted services.
        #[model]
        \(Model.lines(mark: "#"))

        # Grouping by meaning: a command that reads items as JSON lines and prints a sentence vector of each
        # (docs/selection.md). Without it, words alone decide.
        #[grouping]
        \(GroupingTable.lines(mark: "#"))

        # The destinations of the digest (docs/delivery.md). Without a [[deliver]], the digest goes to standard output.
        \(answers.target.table)
        \(Delivery.kinds.map { $0.example }.joined(separator: "\n\n"))

        # Those who get no mail, one address on each line.
        #[unsubscribed]
        \(UnsubscribedTable.lines())

        # Many readers: a file, or a command's output, with one JSON object on each line (docs/readers.md).
        #[readers]
        \(ReaderList.Table.lines())

        # A profile: the configuration of one more person, with any of the tables above except [readers].
        # Its tables add to the tables above. Its lists, such as [[feeds]], replace the lists above.
        # 'newsdigest --profile anna' runs it; 'newsdigest --all-profiles' runs all profiles.
        #[profiles.anna]
        #name = "Anna"
        #language = "ru"
        #[profiles.anna.digest]
        #max_items = 10
        """
    }
}
