import Fetching
import Foundation
import News
import URLs

/// A reader of thread pages that supplements the official API. The API does not show which comments are faded or
/// collapsed, and gives the order of replies one comment at a time.
struct HackerNewsThreadPageReader: Sendable {
    let scraper: HackerNewsScraper
    let crawlDelay: CrawlDelay

    struct ThreadPage: Sendable {
        /// The comments with their parents, in the site's order.
        var comments: [FetchedComment]
        /// True if there are no further pages.
        var isWhole: Bool
        var labels: StoryLabels?
    }

    /// Fetches the first page of a thread; returns nil if the site's pause is not over, the request fails or the page
    /// is doubtful, since the page is optional.
    /// - Parameter expected: the number of comments that the API states.
    func page(of id: Int, expected: Int) async -> ThreadPage? {
        let (host, now) = (scraper.host, scraper.now())
        guard let address = scraper.endpoints.page(of: id), crawlDelay.admits(host, at: now) else { return nil }
        do {
            // A refusal of this page must not stop requests for the site's lists, which come from the API.
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
