import Foundation
import Texts

extension statvfs {
    /// Bytes. Some network file systems say more than there can be.
    package var free: UInt64 { UInt64(f_bavail).multipliedClamping(by: UInt64(f_frsize)) }
}
