import Files
import Foundation
import Platform
import Texts

/// Why a secret could not be read. The description is one line and never contains the secret.
package struct SecretError: Error, Equatable, CustomStringConvertible {
    package var description: String

    package init(description: String) { self.description = description }
}

extension SecretReference {
    /// Reads the secret: the first line of a file or of a command's output. From then on, no message shows it.
    package func resolve(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws(SecretError) -> Secret {
        switch self {
        case .literal(let secret):
            return secret
        case .environment(let name):
            guard let value = environment[name] else {
                throw SecretError(description: "the environment variable \(name) is not set")
            }
            return try firstLine(of: Array(value.utf8), from: "the environment variable \(name)")
        case .file(let path):
            return try firstLine(of: try Self.bytes(of: path), from: "the file '\(path)'")
        case .command(let arguments):
            let output: [UInt8]
            do {
                output = try await Command(
                    arguments: arguments, environment: environment.forCommands, timeout: 60, outputLimit: 65536,
                    usesTerminal: true
                ).run([])
            } catch {
                throw SecretError(description: "\(error)")
            }
            return try firstLine(of: output, from: "the output of '\(commandName(arguments))'")
        }
    }

    private static func bytes(of path: String) throws(SecretError) -> [UInt8] {
        let bytes: Data?
        do {
            bytes = try FileHandle.read(path, upTo: 65536)
        } catch {
            let exists = FileManager.default.fileExists(atPath: path)
            let reason = exists ? "cannot be read: \(errorText(of: error))" : "does not exist"
            throw SecretError(description: "the file '\(path)' \(reason)")
        }
        guard let bytes else { throw SecretError(description: "the file '\(path)' is longer than 64 KiB") }
        return Array(bytes)
    }

    /// What the user should know about a secret that can be read; nil if there is nothing.
    package var warning: String? {
        guard case .file(let path) = self,
            let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int,
            mode & 0o077 != 0
        else { return nil }
        return "the file '\(path)' can be read by others; run: chmod 600 '\(path)'"
    }

    private func firstLine(of bytes: [UInt8], from origin: String) throws(SecretError) -> Secret {
        let text = String(decoding: bytes, as: UTF8.self)
        let line = (text.split(whereSeparator: \.isNewline).first ?? "").trimmingCharacters(in: .whitespaces)
        guard !line.isEmpty else { throw SecretError(description: "\(origin) is empty") }
        guard !line.hasControls else {
            throw SecretError(description: "\(origin) has a control character in it")
        }
        Redactor.current?.learn(line)
        return Secret(line)
    }
}
