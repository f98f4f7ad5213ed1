import Hummingbird
import Library
import Markup
import News

/// A linked page shown in the app (docs/decisions/0014). A stored copy is shown at once and script fetches a missing or
/// stale one; without script the response waits for the origin.
struct LinkedPage {
    let signature: String?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let access = scope.dependencies.services.linkedPages,
            let link = LinkedPageURL(signature: signature, scope.query, access: access)
        else { return Self.forbiddenPage(scope) }
        if link.isRow, let story = link.story, scope.intent.isUserNavigation {
            try await scope.library.marks.markOpened(story, for: scope.reader)
        }
        var details = try await access.service.details(of: link.address, piece: link.piece)
        // Only a user's navigation causes a fetch; the signature proves that the link was made by this server.
        let mayFetch = scope.intent.allowsSideEffectsForSignedURL && scope.intent.isNavigation
        if mayFetch, !Self.hasScript(scope) || link.waitsForText {
            if details.needsRefresh {
                _ = try await access.service.fetch(link.address, for: link.story, isAsked: false)
            } else if details.isFetching, details.fetchedAt == nil {
                try await access.service.wait(for: link.address)
            }
            details = try await access.service.details(of: link.address, piece: link.piece)
        }
        return LinkedPageView(scope: scope, link: link, details: details, mayFetch: mayFetch).page()
    }

    /// The time zone cookie is set by script.
    private static func hasScript(_ scope: RequestScope) -> Bool { RequestCookies(of: scope.request)["zone"] != nil }

    /// The response for a link without a valid signature.
    static func forbiddenPage(_ scope: RequestScope) -> HTMLPage {
        let layout = PageLayout(scope: scope, title: Strings.unsignedLink, left: .back(.today), actions: [])
        var page = HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.raw("<h1 class=\"spoken\">")
                w.text(Strings.unsignedLink)
                w.raw("</h1>")
                EmptyStateView.write(scope, Strings.unsignedLinkReason, ("Back to today", .today), into: &w)
            })
        page.status = .forbidden
        return page
    }
}

/// Fetches a linked page; the page shown next reports the result.
struct FetchLinkedPageAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let access = scope.dependencies.services.linkedPages,
            let link = LinkedPageURL(signature: form["mark"], form, access: access)
        else { throw .invalid(why: Strings.unsignedLinkReason) }
        let outcome = try await access.service.fetch(link.address, for: link.story, isAsked: form["again"] == "1")
        if outcome == .inProgress { try await access.service.wait(for: link.address) }
        return ActionHandler.Outcome(words: Strings.linkedPageOutcome(outcome), go: scope.path(.linkedPage(link)))
    }
}
