import Hummingbird
import Library
import Markup
import News

/// A page outside, shown here (decision 18 of the design). Where it is kept it shows at once. What has to be asked for
/// is asked by script, once the page's frame is there; without script the page takes as long as its origin does.
struct LinkedPage {
    let signature: String?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let access = scope.dependencies.services.linkedPages,
            let link = LinkedPageURL(mark: signature, scope.query, access: access)
        else { return Self.forbiddenPage(scope) }
        if link.isRow, let story = link.story, scope.intent.isUserNavigation {
            try await scope.library.marks.markOpened(story, for: scope.reader)
        }
        var details = try await access.service.details(of: link.address, piece: link.piece)
        // Only a person who opens the page asks its origin; the mark proves that a page of ours led here.
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

    /// Script tells the server its time zone, so who has told one has script.
    private static func hasScript(_ scope: RequestScope) -> Bool { RequestCookies(of: scope.request)["zone"] != nil }

    /// In place of what nobody here has signed.
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

/// Asks for a page outside; the page that is shown next says what came of it.
struct FetchLinkedPageAction {
    let scope: RequestScope
    let form: QueryParameters

    func perform() async throws(LibraryError) -> ActionHandler.Outcome {
        guard let access = scope.dependencies.services.linkedPages,
            let link = LinkedPageURL(mark: form["mark"], form, access: access)
        else { throw .invalid(why: Strings.unsignedLinkReason) }
        let outcome = try await access.service.fetch(link.address, for: link.story, isAsked: form["again"] == "1")
        if outcome == .inProgress { try await access.service.wait(for: link.address) }
        return ActionHandler.Outcome(words: Strings.linkedPageOutcome(outcome), go: scope.path(.linkedPage(link)))
    }
}
