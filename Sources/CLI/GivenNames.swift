import Foundation
import Values

/// The names that the user gives: the arguments, the folders of the environment, and the working folder.
///
/// Swift reads bytes that are not UTF-8 as U+FFFD. So such a name would lead to another file or folder.
enum GivenNames {
    private static let variables = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "NEWSDIGEST_STATE", "TMPDIR"]

    /// - Throws: `RunError.usage` for a name that is not UTF-8.
    static func check() throws(RunError) {
        let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        for case let argument? in arguments.dropFirst() {
            try check(argument, "the argument", "write it in UTF-8, or rename the file that it names")
        }
        for variable in variables {
            guard let value = getenv(variable) else { continue }
            try check(value, "the variable \(variable)", "rename the folder, or set \(variable) to another one")
        }
        guard let folder = getcwd(nil, 0) else { return }
        defer { free(folder) }
        try check(folder, "the working folder", "start newsdigest in another one")
    }

    private static func check(_ name: UnsafePointer<CChar>, _ what: String, _ step: String) throws(RunError) {
        if String(validatingCString: name) == nil {
            throw .usage("\(what), '\(String(cString: name))', is not valid UTF-8; \(step)")
        }
    }
}
