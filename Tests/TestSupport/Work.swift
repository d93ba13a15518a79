import CWork

/// How the work of code grows with its input. A test of a limit says so, where a clock would fail on a busy machine.
///
///     let growth = Work.growth(of: { String(repeating: "<a>", count: $0) }) { _ = HTMLText.plain($0) }
///     #expect(growth.isLinear, "\(growth)")
///
/// Work is the number of instructions of the thread that runs the test. Where the machine counts none, as most virtual
/// ones, it is the processor time of that thread: then the least growth of several attempts counts, since the noise of
/// a busy machine comes and goes, and what grows with the square of the input grows 256 times in all of them.
public enum Work {
    /// What the work at each size was: that of the first input, and of one 16 times as long.
    public struct Growth: CustomStringConvertible {
        public var first: Double
        public var longer: Double

        /// How many times the work of the first input that of the longer was.
        public var ratio: Double { longer / first }

        /// Whether it grows no faster than the input, but for what sorting and caches add.
        public var isLinear: Bool { ratio <= Work.bound }

        public var description: String { "\(Work.factor) times the input took \(ratio.rounded()) times the work" }
    }

    /// - Parameters:
    ///   - make: an input whose length is proportional to its argument.
    ///   - first: the argument of the first input; the other is 16 times as large. The sizes have to be large enough for
    ///     what does not grow with the input to be small.
    ///   - run: what is done with an input. Only its work on the calling thread counts.
    public static func growth<Input>(
        of make: (_ count: Int) -> Input, from first: Int = 16_384, _ run: (Input) -> Void
    ) -> Growth {
        // What is set up once is not part of the growth.
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

    /// Sizes between the two would cost as much again and say nothing more.
    private static func measured<Input>(_ make: (Int) -> Input, _ first: Int, _ run: (Input) -> Void) -> Growth {
        let (short, long) = (make(first), make(first * factor))
        return Growth(first: count { run(short) }, longer: count { run(long) })
    }

    private static let factor = 16
    /// Halfway, as factors go, between the 16 of what is linear and the 256 of what is quadratic.
    private static let bound = 64.0
    private static let mostAttempts = 4
}
