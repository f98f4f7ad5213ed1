import HTTPTypes
import Hummingbird
import Library
import Markup
import News

/// Stored comments are shown at once and script fetches missing or stale ones; without script the response waits.
struct CommentsPage {
    let id: StoryID

    /// - Throws: `.notThere` also if the source has no discussions.
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let service = scope.library.discussions
        if scope.intent.isUserNavigation { _ = try await service.recordVisit(id, for: scope.reader) }
        var details = try await service.thread(of: id, for: scope.reader)
        guard service.isSupported(by: details.source) else { throw .notThere }
        let mayFetch = scope.intent.allowsSideEffects
        if mayFetch, RequestCookies(of: scope.request)["zone"] == nil || scope.query["wait"] == "1" {
            if details.needsRefresh {
                _ = try await service.refresh(id, reason: .viewed)
            } else if details.isFetching, details.fetchedAt == nil {
                try await service.wait(for: id)
            }
            if scope.intent.isUserNavigation { _ = try await service.recordVisit(id, for: scope.reader) }
            details = try await service.thread(of: id, for: scope.reader)
        }
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        return ThreadView(
            scope: scope, details: details, list: list, mayFetch: mayFetch,
            hasProfiles: service.hasProfiles(of: details.source)
        ).page()
    }
}
