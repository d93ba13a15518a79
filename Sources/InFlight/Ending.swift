import CInFlight
import Foundation
import Synchronization

/// What must not outlive the process: folders with copies of the state, and programs that it has started.
///
/// If Ctrl-C, SIGTERM or SIGHUP ends the process, the folders are removed and the programs are killed first.
package enum Ending {
    private struct Leftovers {
        var folders: Set<String> = []
        /// As kill(2) has them: a negative number is a group of processes.
        var programs: Set<pid_t> = []
    }

    private static let leftovers = Mutex(Leftovers())

    /// Removes the folder if the process is ended from now on.
    package static func removes(folder: String) {
        _ = isWatching
        leftovers.withLock { _ = $0.folders.insert(folder) }
    }

    /// The folder is gone.
    package static func forget(folder: String) { leftovers.withLock { _ = $0.folders.remove(folder) } }

    /// Kills the program if the process is ended from now on.
    /// - Parameter program: as kill(2) has it: a negative number is a group of processes.
    package static func kills(_ program: pid_t) {
        _ = isWatching
        leftovers.withLock { _ = $0.programs.insert(program) }
    }

    /// The program has ended.
    package static func forget(_ program: pid_t) { leftovers.withLock { _ = $0.programs.remove(program) } }

    private static let isWatching: Bool = {
        let signals = newsdigest_endings()
        guard signals >= 0 else { return false }
        Thread.detachNewThread {
            var number: UInt8 = 0
            while read(signals, &number, 1) != 1 {}
            end(by: Int32(number))
        }
        return true
    }()

    private static func end(by number: Int32) {
        let left = leftovers.withLock { $0 }
        for program in left.programs { kill(program, SIGKILL) }
        for folder in left.folders { try? FileManager.default.removeItem(atPath: folder) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
    }
}
