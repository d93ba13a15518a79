import Values

/// Writes a text to a file that the command line names, as a whole or not at all.
/// - Parameter state: the name of the state.
/// - Throws: `RunError.configuration` for a file that newsdigest needs; `RunError.output`.
package func writeText(_ text: String, to path: String, beside configuration: Configuration, state: String) throws {
    if let objection = NeededFiles(of: configuration, state: state).objection(to: path) {
        throw RunError.configuration(file: configuration.shownFile, line: nil, reason: objection)
    }
    do throws(DeliveryFailure) {
        try FileDelivery(path: path).write(Array(text.utf8))
    } catch {
        throw RunError.output(Failure(.deliver, "file \(path)", error.reason))
    }
}
