import Files
import Foundation

/// Writes the digest to standard output or to another descriptor.
struct StandardOutputDelivery {
    var output = OpenOutput(descriptor: STDOUT_FILENO)

    func write(_ bytes: [UInt8]) throws(DeliveryFailure) {
        do throws(OpenOutput.Fault) {
            try output.write(bytes)
        } catch .system(let code) {
            throw DeliveryFailure("standard output cannot be written: \(errorText(code))", retry: .nextRun)
        } catch {
            throw DeliveryFailure("standard output was closed before all of it was read", retry: .nextRun)
        }
    }
}
