import Fetching
import Foundation
import Markup
import News
import URLs

/// A search for a sent comment on its site: on the newest page of the thread, then in the whole thread.
///
/// A comment awaiting approval is visible only at the address in `RemoteLocation.page` of the response to it, and for
/// ten minutes; `RemoteItem.page` may be that address.
struct WordPressSentCommentFinder: Sendable {
    let fetcher: Fetcher
    let restAvailability: RESTAvailabilityCache
    let now: @Sendable () -> Date

    func find(_ comment: NewComment) async throws(SourceError) -> RemoteActionOutcome? {
        guard let story = WordPressFormSearch.page(of: comment.target) else { return nil }
        var pages = [story]
        if let seen = comment.target.page?.withoutFragment, seen != story { pages.insert(seen, at: 0) }
        var isWholeThread = false
        for address in pages {
            let page = try await WordPressFormPage.fetch(address, by: fetcher)
            let thread = page.thread(of: story)
            guard case .comments(let comments) = thread.outcome else {
                isWholeThread = if case .none = thread.outcome { !thread.isCut } else { false }
                continue
            }
            if let found = Self.outcome(of: comment, in: comments) { return found }
            isWholeThread = thread.otherPages.isEmpty && !thread.isCut
        }
        return isWholeThread ? nil : try await findInWholeThread(comment, story)
    }

    private func findInWholeThread(
        _ comment: NewComment, _ story: WebAddress
    ) async throws(SourceError) -> RemoteActionOutcome? {
        let loader = WordPressThreadLoader(fetcher: fetcher, restAvailability: restAvailability, now: now)
        let request = DiscussionRequest(storyKey: comment.target.storyKey, link: story, reason: .manual)
        return Self.outcome(of: comment, in: try await loader.thread(for: request).comments ?? [])
    }

    // MARK: Recognising it

    private static func outcome(of comment: NewComment, in comments: [FetchedComment]) -> RemoteActionOutcome? {
        let text = recognisable(PlainText.of(html: CommentMarkup.wordPress.preview(comment.text).text))
        let found = comments.last { other in
            // Themes with few levels show deep replies beside the comments that they answer, without a parent.
            guard other.parentKey == nil || other.parentKey == comment.target.commentKey else { return false }
            return comment.isSigned(by: other.author ?? "") != false && recognisable(other.text) == text
        }
        guard let found else { return nil }
        let location = RemoteLocation(key: found.key, page: found.link)
        return found.moderationState == .pending ? .pending(location) : .accepted(location)
    }

    /// Returns the letters and digits for comparison, since WordPress rewrites quotation marks, dashes and emoticons.
    private static func recognisable(_ text: String) -> String {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).filter { word in
            !((word.hasPrefix(":") || word.hasPrefix(";") || word.hasPrefix("8")) && word.count <= 3)
        }
        let whole = words.joined()
        let kept = whole.filter { $0.isLetter || $0.isNumber }
        return kept.isEmpty ? whole : kept
    }
}
