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
        try? FileManager.default.createDirectory(
            atPath: path.folderOfPath, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
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

        #title = "Morning digest"           # the default is "News digest" in the language
        #name = "Anna"                      # "Good morning, Anna"
        #email = "anna@example.org"         # the recipient if a [[deliver]] has no recipients
        language = "\(answers.language)"                     # of headings and fixed words: \(FirstAnswers.languages.joined(separator: ", "))
        timezone = "\(answers.timeZone)"
        report = "lasting"                  # report failures that may pass only at the third time in a row; or "all"
        sources = \(SourceKind.allCases.map(\.rawValue).inTOML)
        #state = "state.sqlite"             # or "postgresql://user@host/database?schema=news", for several machines
        #round = "5m"                       # several machines: a reader served within this time gets no second digest

        [digest]
        #categories = ["technology", "science", "events"]   # only these sections, in this order; the default is all
        max_items = 40                      # the most stories; the others stay queued for the next digest
        max_per_section = 12
        min_score = 0.0                     # stories with a lower score stay out; 'newsdigest why' shows scores
        max_age = "48h"
        max_bytes = 100_000                 # of HTML; some mail programs cut longer mails
        theme = "auto"                      # auto, light, dark
        images = "remote"                   # remote, embed, none
        share = ["link", "telegram", "whatsapp", "email"]   # also x, vk, facebook
        growth = 3                          # send a story again when this many more publishers have it; or "never", "always"
        leftovers = "compete"               # stories that did not fit compete with new ones; or "lead", "drop"
        also = "names"                      # five other articles of a story, and their number; or all: "titles"
        even_if_empty = false               # deliver a digest even if nothing is new
        keep_digests = "400d"               # for how long the sent bytes are kept
        full_text = false                   # ask the page of each chosen story for its article; "show": not in the digest
        keep_texts = "90d"                  # for how long these articles are kept
        general_first = true                # rank important news above sport, celebrities and offers
        #templates = "templates"            # your own folder; 'newsdigest templates DIR' writes the built-in ones
        #intro = { command = ["/usr/local/bin/introduce"] }   # writes the first paragraph; also max, timeout, as in [[summary]]
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
        boost = \(answers.boost.inTOML)
        mute = []
        #include = ["moscow"]               # only items that match one of these
        #exclude = ["title: quiz"]          # the same as mute
        #languages = ["en", "ru"]           # only articles in these languages

        # Your own sections.
        #[categories.city]
        #title = "The city"
        #from = ["Moscow", "Город"]         # the sources' own categories that belong to this section
        #aliases = ["town"]                 # other names that --category takes

        [network]
        connect_timeout = "10s"
        timeout = "20s"                     # for one request
        idle_timeout = "10s"                # without a single byte
        deadline = "5m"                     # for all requests together
        max_body = "5MiB"                   # of one answer, decompressed
        max_redirects = 5
        parallel = 16                       # the most requests at a time; one at a time to each host
        host_gap = "0.5s"                   # the pause between two requests to one host
        allow_http_downgrade = false        # follow a redirect from https to http
        #private_hosts = ["rss.home.example.org"]           # your hosts at private addresses (docs/network.md)
        #contact = "https://example.org/about"              # or mailto:…; sent to servers (User-Agent)
        #proxy = "http://proxy.example.org:3128"            # the default is https_proxy etc. in the environment

        # Tell a monitoring service how each run ends (docs/monitoring.md).
        #[health]
        #ping = "https://hc-ping.com/your-uuid"
        #ping_file = "~/.config/newsdigest/ping.address"
        #ping_command = ["pass", "show", "ping"]
        #start = "https://status.example.org/api/push/token?status=up&msg=started"
        #success = "https://status.example.org/api/push/token?status=up"
        #failure = "https://status.example.org/api/push/token?status=down"
        #method = "POST"                    # or GET

        # The numbers of the last run for Prometheus.
        #[metrics]
        #file = "/var/lib/prometheus/node-exporter/newsdigest.prom"

        # Filters: commands that read items as JSON lines and print the items to keep (docs/delivery.md).
        #[[filter]]
        #name = "summary"
        #command = ["/usr/local/bin/summarize"]
        #timeout = "30s"

        # Summaries: a command that reads the chosen stories as JSON lines and prints a summary of each (docs/summaries.md).
        #[[summary]]
        #name = "model"
        #command = ["/usr/local/bin/summarize"]
        #max = 40                           # the most stories of one run
        #timeout = "2m"                     # for all of them together

        # A language model with OpenAI's chat completions (docs/summaries.md): llama.cpp, Ollama, hosted services.
        #[model]
        #url = "http://127.0.0.1:11434/v1"
        #name = "llama3.1"
        #key_file = "~/.config/newsdigest/model.key"
        #summaries = true                   # of the chosen stories
        #intro = true                       # a few lines at the beginning
        #rate = true                        # the importance of the 60 best stories
        #translate = "en"                   # headlines and summaries of stories in other languages
        #embeddings = "nomic-embed-text"    # a model for sentence vectors, instead of [grouping] vectors
        #max_tokens_a_day = 200000          # 0: no limit
        #timeout = "60s"                    # of one request
        #retries = 1
        #max = 40                           # the most stories of one run
        #context = 8192                     # tokens of a request with its answer
        #parallel = 1                       # requests side by side

        # Grouping by meaning: a command that reads items as JSON lines and prints a sentence vector of each
        # (docs/selection.md). Without it, words alone decide.
        #[grouping]
        #vectors = ["/usr/local/bin/embed"]
        #max = 2000                         # the most items of one run
        #timeout = "2m"                     # for all of them together

        # The destinations of the digest (docs/delivery.md). Without a [[deliver]], the digest goes to standard output.
        \(answers.target.table)
        \(Delivery.kinds.map { $0.example }.joined(separator: "\n\n"))

        # Those who get no mail, one address on each line.
        #[unsubscribed]
        #file = "~/.config/newsdigest/unsubscribed.txt"

        # Many readers: a file, or a command's output, with one JSON object on each line (docs/readers.md).
        #[readers]
        #file = "~/.config/newsdigest/readers.jsonl"
        #command = ["/usr/local/bin/list-readers"]

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
