import Foundation

/// The memory of this process in MB (10⁶ bytes): `VmRSS` of proc(5).
public func residentMegabytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let words = status.firstRange(of: "VmRSS:").map { status[$0.upperBound...].split { " \t\n".contains($0) } }
    guard let kibibytes = words?.first.flatMap({ Int($0) }) else { throw POSIXError(.ENOSYS) }
    return kibibytes * 1024 / 1_000_000
}
