import Foundation
import Gather
import Settings
import State
import Values

extension Editor {
    /// The digest with the articles of its stories' pages, where the configuration wants them. A page that was asked in
    /// an earlier run is not asked again.
    func withArticles(_ digest: Digest) async throws -> Digest {
        let wanted = plan.pages(of: digest)
        // A preview prints no more than titles.
        guard !wanted.isEmpty, !plan.isPreview else { return digest }
        let subjects = wanted.map(\.subject)
        let pages = try await context.questions.inTurn { try await self.pages(of: subjects) }
        let found = pages.values.count { $0.article != nil }
        report(
            .detail(
                "select '\(plan.profile.profileName)': \(found) of \(subjects.count.counted("page")) gave an article"))
        var digest = digest
        for (section, story, subject, use) in wanted {
            guard let article = pages[subject.id]?.article else { continue }
            digest.sections[section].stories[story].article = article
            digest.sections[section].stories[story].showsArticle = use == .shown
            if subject.item.isSavedPage, !article.title.isEmpty {
                digest.sections[section].stories[story].item.title = article.title
            }
            if let summary = subject.item.completedSummary(by: article) {
                digest.sections[section].stories[story].item.summary = summary
            }
        }
        return digest
    }

    /// What is known of the pages, after as many as allowed were asked.
    private func pages(of subjects: [PageFetcher.Subject]) async throws -> [String: AskedPage] {
        var pages = try state.pages(ofItems: subjects.map(\.id))
        let unknown = subjects.filter { pages[$0.id]?.mayBeAsked(at: now) ?? true }
        let asked = Array(unknown.prefix(await context.questions.granted(pages: unknown.count)))
        guard !asked.isEmpty else { return pages }
        for (id, page) in try await context.watchdog.pausing({ try await ask(asked) }) { pages[id] = page }
        return pages
    }

    /// Asks the pages, those of one host one after the other, and stores each answer at once. Nothing is asked after
    /// ``PageFetcher/longestAsking``.
    private func ask(_ subjects: [PageFetcher.Subject]) async throws -> [(String, AskedPage)] {
        let fetcher = PageFetcher(client: context.client, now: now)
        let hosts = Dictionary(grouping: subjects, by: \.url.origin)
        return try await withThrowingTaskGroup(of: [(String, AskedPage)]?.self) { group in
            for subjects in hosts.values {
                group.addTask { try await ask(subjects, ofOneHost: fetcher) }
            }
            group.addTask {
                try? await Task.sleep(for: PageFetcher.longestAsking)
                return nil
            }
            var answers: [(String, AskedPage)] = []
            var left = hosts.count
            while left > 0, let answer = try await group.next() {
                guard let answer else {
                    group.cancelAll()
                    continue
                }
                answers += answer
                left -= 1
            }
            group.cancelAll()
            return answers
        }
    }

    private func ask(
        _ subjects: [PageFetcher.Subject], ofOneHost fetcher: PageFetcher
    ) async throws -> [(String, AskedPage)] {
        var answers: [(String, AskedPage)] = []
        for subject in subjects {
            guard !Task.isCancelled else { break }
            let result = await fetcher.ask(subject) { await robots(of: $0, for: subject, fetcher) }
            // What the end of the time broke off was no answer.
            guard !Task.isCancelled else { break }
            let page = AskedPage(asked: now, result: result)
            try state.keep(page, ofItem: subject.id)
            answers.append((subject.id, page))
        }
        return answers
    }

    /// The rules of a host, which are kept for a day (RFC 9309, section 2.4). A state that does not keep them allows
    /// nothing.
    private func robots(
        of origin: String, for subject: PageFetcher.Subject, _ fetcher: PageFetcher
    ) async -> RobotsRules {
        do {
            if let known = try state.robots(of: origin), (0..<86_400).contains(now.timeIntervalSince(known.asked)) {
                return RobotsRules(known.rules)
            }
            let rules = await fetcher.robots(of: origin, for: subject)
            if !Task.isCancelled { try state.keepRobots(of: origin, rules.text, asked: now) }
            return rules
        } catch {
            return .closed
        }
    }
}

extension Plan {
    /// The stories whose pages the configuration wants: their places, and what is done with the articles.
    fileprivate func pages(
        of digest: Digest
    ) -> [(section: Int, story: Int, subject: PageFetcher.Subject, use: Configuration.FullText)] {
        guard profile.wantsFullTexts else { return [] }
        let feeds = Dictionary(profile.feeds.map { ($0.sourceID, $0) }) { first, _ in first }
        return digest.sections.enumerated().flatMap { section, content in
            content.stories.enumerated().compactMap { index, story in
                let feed = feeds[story.item.sourceID]
                let use = profile.fullText(of: feed, in: content.category)
                guard use != .off,
                    let subject = PageFetcher.Subject(
                        id: story.id, item: story.item, address: story.url, feed: feed?.url)
                else { return nil }
                return (section, index, subject, use)
            }
        }
    }
}
