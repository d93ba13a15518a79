// libFuzzer's driver for what needs more than FeedParser: `FUZZ_TARGET` is Configuration or Addresses.
import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ argc: UnsafeMutablePointer<CInt>,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
switch ProcessInfo.processInfo.environment["FUZZ_TARGET"] {
case "Configuration":
    exit(
        runFuzzer(&count, &arguments) { start, count in
            testConfiguration(UnsafeBufferPointer(start: start, count: count))
            return 0
        })
case "Addresses":
    exit(
        runFuzzer(&count, &arguments) { start, count in
            testAddresses(UnsafeBufferPointer(start: start, count: count))
            return 0
        })
default: fatalError("FUZZ_TARGET is neither Configuration nor Addresses; start it by fuzz/run.sh")
}
