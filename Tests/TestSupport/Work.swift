import CWork

/// How the work of code grows with its input. A test of a limit says so, where a clock would fail on a busy machine.
///
///     let growth = Work.growth(of: { String(repeating: "<a>", count: $0) }) { _ = HTMLText.plain($0) }
///     #expect(growth.isLinear, "\(growth)")
///
/// Work is the number of instructions of the thread that runs the test. If the machine does not count instructions, as
/// most virtual machines do not, it is the processor time of that thread. Then the least growth of several attempts
/// counts: the noise of a busy machine varies, but quadratic work grows 256 times in all attempts.
public enum Work {
    /// The work for the first input, and for an input that is 16 times as long.
    public struct Growth: CustomStringConvertible {
        public var first: Double
        public var longer: Double

        /// The work for the longer input, divided by the work for the first.
        public var ratio: Double { longer / first }

        /// Whether the work grows in proportion to the input, apart from the cost of sorting and caches.
        public var isLinear: Bool { ratio <= Work.bound }

        public var description: String { "\(Work.factor) times the input took \(ratio.rounded()) times the work" }
    }

    /// - Parameters:
    ///   - make: makes an input whose length is proportional to its argument.
    ///   - first: the argument for the first input; the other is 16 times as large. The inputs must be so large that
    ///     constant costs are small.
    ///   - run: works with an input. Only its work on the calling thread counts.
    public static func growth<Input>(
        of make: (_ count: Int) -> Input, from first: Int = 16_384, _ run: (Input) -> Void
    ) -> Growth {
        // Work that is done only once does not belong to the growth.
        run(make(first))
        var least = measured(make, first, run)
        var attempts = 1
        while !least.isLinear, attempts < mostAttempts {
            let growth = measured(make, first, run)
            if growth.ratio < least.ratio { least = growth }
            attempts += 1
        }
        return least
    }

    /// The processor time of `run` on the calling thread, in seconds. Other programs do not make it longer.
    public static func seconds(_ run: () -> Void) -> Double {
        let start = work_thread_time()
        run()
        return Double(work_thread_time() - start) / 1e9
    }

    /// The work of `run` on the calling thread.
    public static func count(_ run: () -> Void) -> Double {
        let counter = work_counter_open()
        guard counter >= 0 else {
            let start = work_thread_time()
            run()
            return Double(max(1, work_thread_time() - start))
        }
        defer { work_counter_close(counter) }
        run()
        return Double(max(1, work_counter_read(counter)))
    }

    /// Measures two sizes. Sizes between them would cost as much and tell nothing more.
    private static func measured<Input>(_ make: (Int) -> Input, _ first: Int, _ run: (Input) -> Void) -> Growth {
        let (short, long) = (make(first), make(first * factor))
        return Growth(first: count { run(short) }, longer: count { run(long) })
    }

    private static let factor = 16
    /// The middle, as a factor, between 16 for linear work and 256 for quadratic work.
    private static let bound = 64.0
    private static let mostAttempts = 4
}
