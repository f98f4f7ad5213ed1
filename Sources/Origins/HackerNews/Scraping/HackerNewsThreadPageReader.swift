import Fetching
import Foundation
import News
import URLs

/// Reads a thread's page beside the official API, which does not tell how comments are voted or folded, and which gives
/// the order of replies one comment at a time.
struct HackerNewsThreadPageReader: Sendable {
    let scraper: HackerNewsScraper
    let crawlDelay: CrawlDelay

    struct ThreadPage: Sendable {
        /// With parents, in the site's order.
        var comments: [FetchedComment]
        /// No further pages.
        var isWhole: Bool
        var labels: StoryLabels?
    }

    /// Nil if the site wants a pause, does not answer, or its page is doubtful: a thread does without.
    /// - Parameter expected: comments, as the API counts them.
    func page(of id: Int, expected: Int) async -> ThreadPage? {
        let (host, now) = (scraper.host, scraper.now())
        guard let address = scraper.endpoints.page(of: id), crawlDelay.admits(host, at: now) else { return nil }
        do {
            // A refusal of this page must not silence the site's lists, which come from the API.
            let html = try await scraper.fetchPage(address.text, spacing: .zero, backoffStatuses: [])
            let thread = try scraper.mapper.thread(html, host: host)
            let comments = scraper.mapper.nestedComments(thread.comments)
            let isWhole = thread.moreLink == nil
            let doubt = thread.validator.doubt(
                requiring: HackerNewsScraper.threadParts, found: comments.count, expected: isWhole ? expected : nil)
            return doubt == nil
                ? ThreadPage(comments: comments, isWhole: isWhole, labels: thread.story?.labels) : nil
        } catch {
            switch error {
            case .refused, .busy: crawlDelay.recordRefusal(by: host, at: now)
            case .notThere, .gone, .signInNeeded, .keyNeeded, .unreadable, .unreachable, .notAllowed: break
            }
            return nil
        }
    }
}
