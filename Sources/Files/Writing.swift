import Foundation

/// Writes all bytes. Returns the error number if that fails.
///
/// - Parameter stall: the longest time for which a non-blocking descriptor may accept no byte; nil for no limit.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32, stall: TimeInterval? = nil) -> Int32? {
    writeAll(bytes[...], to: descriptor, stall: stall)
}

func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, stall: TimeInterval? = nil) -> Int32? {
    var rest = bytes
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&ready, 1, stall.map { Int32(clamping: Int($0 * 1000)) } ?? -1) == 0 { return ETIMEDOUT }
        } else if errno != EINTR {
            return errno
        }
    }
    return nil
}

/// The text of an error number, such as `No space left on device`.
package func errorText(_ code: Int32) -> String { String(cString: strerror(code)) }

/// What the system says about an error of a file or folder. Foundation's own sentences differ between platforms, and
/// name no cause for several errors.
package func errorText(of error: any Error) -> String {
    switch error {
    case let error as POSIXError: return errorText(error.code.rawValue)
    case let error as FileReplacement.Fault: return errorText(error.code)
    case let error as UnusableKind: return error.description
    case let error as CocoaError:
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? POSIXError { return errorText(cause.code.rawValue) }
        switch error.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: return errorText(ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: return errorText(EACCES)
        case .fileWriteFileExists: return errorText(EEXIST)
        case .fileWriteOutOfSpace: return errorText(ENOSPC)
        case .fileWriteVolumeReadOnly: return errorText(EROFS)
        default: return error.localizedDescription
        }
    default: return error.localizedDescription
    }
}
