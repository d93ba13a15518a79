import Settings

extension Run {
    /// Begins to monitor the run.
    package func monitor(as configuration: Configuration) async -> RunMonitor {
        await RunMonitor(statistics, began: now, as: configuration, environment: environment) { [report] event in
            switch event {
            case .notice(let text): report(.notice(text))
            case .detail(let text): report(.detail(text))
            case .ended(let run): report(.ended(run))
            }
        }
    }
}
