import Foundation
import Texts

extension statvfs {
    /// The free bytes. Some network file systems report more than is possible.
    package var free: UInt64 { UInt64(f_bavail).multipliedClamping(by: UInt64(f_frsize)) }
}
