import ArgumentParser
import NewsDigest

struct MCPCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp", abstract: "Let an agent search and read, by the Model Context Protocol.",
        discussion: """
            It answers requests on standard input until its end. The tools only read, unless you add --write. A client \
            starts it; docs/agents.md says how.
            """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Also offer tools that save and like items, and add feeds.")
    var write = false

    func run() async throws { try await MCPServer(tools: MCPTools(common, writes: write)).run() }
}
