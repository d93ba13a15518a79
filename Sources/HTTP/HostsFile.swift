import Foundation

/// The machine's own list of hosts (hosts(5)). The user decides what it contains, not a server.
struct HostsFile: Sendable, Equatable {
    private var names: [String: [String]] = [:]

    static let system = HostsFile(contentsOf: "/etc/hosts")

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            for name in words.dropFirst() { names[name.lowercased(), default: []].append(words[0]) }
        }
    }

    init(contentsOf path: String) {
        self.init((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    }

    func addresses(of host: String) -> [IPAddress] { names[host, default: []].compactMap(IPAddress.init) }
}
