import Hummingbird
import Library
import Markup
import News

/// The page of a linked page in the app (docs/decisions/0014). Script fetches a missing or stale copy; without script
/// the response waits.
struct LinkedArticlePage {
    let signature: String?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let (signer, service) = (scope.dependencies.integrations.linkedPageSigner, scope.library.linkedPages)
        guard let link = LinkedPageURL(signature: signature, scope.query, signer: signer) else {
            return Self.forbiddenPage(scope)
        }
        if link.isRow, let story = link.story, scope.intent.isUserNavigation {
            try await scope.library.marks.markOpened(story, for: scope.reader)
        }
        var details = try await service.details(of: link.address, part: link.piece)
        // A fetch requires a user's navigation; this server made the signed link.
        let mayFetch = scope.intent.allowsSideEffectsForSignedURL && scope.intent.isNavigation
        if mayFetch, !Self.hasScript(scope) || link.waitsForText {
            if details.needsRefresh {
                _ = try await service.fetch(link.address, for: link.story, isManual: false)
            } else if details.isFetching, details.fetchedAt == nil {
                try await service.wait(for: link.address)
            }
            details = try await service.details(of: link.address, part: link.piece)
        }
        return LinkedPageView(scope: scope, link: link, details: details, mayFetch: mayFetch).page()
    }

    /// Returns true if the browser runs script, which sets the time zone cookie.
    private static func hasScript(_ scope: RequestScope) -> Bool { RequestCookies(of: scope.request)["zone"] != nil }

    static func forbiddenPage(_ scope: RequestScope) -> HTMLPage {
        let layout = PageLayout(scope: scope, title: Strings.unsignedLink, left: .back(.today), actions: [])
        var page = HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.h1, class: "visually-hidden", text: Strings.unsignedLink)
                EmptyStateView.write(scope, Strings.unsignedLinkReason, (Strings.backToFrontPage, .today), into: &w)
            })
        page.status = .forbidden
        return page
    }
}

struct LinkedPageForm: FormValue {
    /// The signature of the address.
    let mark: String?
    /// True to fetch the page once more.
    let again: Bool
    /// The signed address, as a page's query has it.
    let address: QueryParameters
}

struct FetchLinkedPageAction {
    let scope: RequestScope

    func perform(_ form: LinkedPageForm) async throws(LibraryError) -> ActionOutcome {
        let (signer, service) = (scope.dependencies.integrations.linkedPageSigner, scope.library.linkedPages)
        guard let link = LinkedPageURL(signature: form.mark, form.address, signer: signer) else {
            throw .invalid(why: Strings.unsignedLinkReason)
        }
        let outcome = try await service.fetch(link.address, for: link.story, isManual: form.again)
        if outcome == .inProgress { try await service.wait(for: link.address) }
        return .go(scope.path(.linkedPage(link)), words: Strings.linkedPageOutcome(outcome))
    }
}
