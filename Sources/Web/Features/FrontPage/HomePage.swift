import Library
import Markup
import News

/// The front page; without subscriptions the first-run page.
struct HomePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard scope.edition.usesFolders else { return try await editionPage(of: scope.edition, for: scope) }
        try await scope.dependencies.frontPageCache.recordVisit(scope)
        let (front, status) = try await scope.dependencies.frontPageCache.frontPage(scope) {
            () async throws(LibraryError) in
            // Before the stories, so that those that come in between are announced and not missed.
            let status = try await scope.library.refreshing.status(for: scope.reader)
            return (try await scope.library.stories.frontPage(for: scope.reader), status)
        }
        guard front.hasSubscriptions else { return FirstRunView(scope: scope).page() }
        return FrontPageView(scope: scope, front: front, status: status).page()
    }

    /// Shows stored stories and refreshes stale ones.
    private func editionPage(of edition: Edition, for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        try await RefreshOnView(scope: scope).refreshIfStale(.within(edition.id, .everything))
        let (front, status) = try await scope.dependencies.frontPageCache.frontPage(scope) {
            () async throws(LibraryError) in
            let status = try await scope.library.refreshing.status(for: scope.reader, of: edition.id)
            let front = try await scope.library.stories.frontPage(
                for: scope.reader, of: edition.id, rowsPerSection: edition.options.rowsPerSection,
                featuredCount: scope.listLayout == .grid ? FrontPageView.maxFeatured : 0)
            return (front, status)
        }
        return FrontPageView(scope: scope, front: front, status: status).page()
    }
}
