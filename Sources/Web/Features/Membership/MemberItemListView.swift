import Library
import Markup
import News

/// A page with one of the reader's own lists at an origin (HN-87, HN-89), fetched when it is opened.
struct MemberItemListView {
    let source: Int64
    let list: MemberItemList

    /// The lists that have tabs; replies have a page of their own, which is stored.
    static let tabs: [MemberItemList] = [
        .submissions, .comments, .favourites, .favouriteComments, .upvoted, .upvotedComments, .hidden,
    ]

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard Self.tabs.contains(list) else { throw .notThere }
        let (source, account) = try await MemberPageContext.account(at: source, for: scope)
        let screen = MemberPageContext(scope: scope, source: source)
        let cursor = scope.query["after"].map { SourceCursor(rawValue: $0) }
        // A prefetch or another site's page must not cause a request to the site in the reader's name.
        let mayFetch = account?.state == .signedIn && scope.intent.allowsSideEffects
        let part =
            mayFetch
            ? try await scope.library.memberAccounts.list(list, at: source, after: cursor, for: scope.reader) : nil
        return screen.page(Strings.memberList(list), back: .account(source: source.id)) { w in
            writeTabs(screen, &w)
            guard account?.state == .signedIn, part?.needsSignIn != true else { return screen.writeSignIn(into: &w) }
            guard let part else {
                screen.writeNote(Strings.memberListNotFetched(screen.siteName), into: &w)
                return screen.writeButton(
                    Strings.fetchMemberList(screen.siteName), scope.path(.memberList(source.id, list)), into: &w)
            }
            if let failure = part.failure {
                screen.writeFailure(failure, into: &w)
            } else {
                write(part, screen, &w)
            }
        }
    }

    private func writeTabs(_ screen: MemberPageContext, _ w: inout HTMLWriter) {
        w.element(.nav, class: "narrow chips", [.aria("label", Strings.memberLists)]) { w in
            for tab in Self.tabs {
                let path = screen.scope.path(.memberList(screen.source.id, tab))
                let current = tab == list ? "true" : nil
                w.element(
                    .a, class: "chip", [.href(path), .aria("current", current)], text: Strings.memberList(tab))
            }
        }
    }

    private func write(_ part: MemberItemListPage, _ screen: MemberPageContext, _ w: inout HTMLWriter) {
        let scope = screen.scope
        if part.stories.isEmpty, part.comments.isEmpty {
            screen.writeNote(Strings.memberListEmpty(list), into: &w)
        }
        if !part.stories.isEmpty {
            let view = StoryRowView(scope: scope, list: nil, showsFeedName: false, imageSlot: .column)
            w.element(.div, class: "list") { w in for row in part.stories { view.write(row, into: &w) } }
        }
        for located in part.comments {
            LocatedCommentView(scope: scope, located: located, showsAuthor: list != .comments).write(into: &w)
        }
        guard let next = part.next else { return }
        let path = scope.path(.memberList(screen.source.id, list), [("after", next.rawValue)])
        w.element(.div, class: "more") { w in
            w.element(.a, class: "button wide-button", [.href(path)], text: Strings.loadMore)
        }
    }
}
