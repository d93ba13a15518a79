// libFuzzer's driver for the configuration, which needs more than one module.
import Foundation

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ argc: UnsafeMutablePointer<CInt>,
    _ argv: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
    runFuzzer(&count, &arguments) { start, count in
        testConfiguration(UnsafeBufferPointer(start: start, count: count))
        return 0
    })
