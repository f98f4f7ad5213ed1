import Library
import Markup
import News

/// A page with the replies to the reader's comments (HN-90), which are stored and fetched in the background.
struct RepliesPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let accounts = try await scope.library.memberAccounts.accounts(for: scope.reader)
        let replies = try await scope.library.memberAccounts.replies(for: scope.reader)
        if scope.intent.isUserNavigation, replies.contains(where: \.isNew) {
            try await scope.library.memberAccounts.markRepliesSeen(for: scope.reader)
        }
        var layout = PageLayout(scope: scope, title: Strings.replies, kind: .story, left: .back(.today))
        layout.barTitle = Strings.replies
        layout.actions = [.type]
        layout.extras = [.stylesheet("thread.css"), .stylesheet("settings.css")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column discussion member-page") { w in
                    w.element(.header) { w in w.element(.h1, text: Strings.replies) }
                    if accounts.isEmpty {
                        EmptyStateView.write(
                            scope, Strings.repliesNeedAccount, (Strings.backToFrontPage, .today), into: &w)
                    } else {
                        write(replies, scope, &w)
                    }
                }
            })
    }

    private func write(_ replies: [ReceivedReply], _ scope: RequestScope, _ w: inout HTMLWriter) {
        ActionForm(scope, .refreshReplies, returnPath: scope.path(.replies)).write(into: &w) { w in
            w.element(.button, class: "quiet") { w in
                Icon.refresh.write(scope, into: &w)
                w.text(Strings.lookForReplies)
            }
        }
        if replies.isEmpty { w.element(.p, class: "note", text: Strings.noReplies) }
        for reply in replies {
            LocatedCommentView(scope: scope, located: reply.comment, showsAuthor: true, isNew: reply.isNew)
                .write(into: &w)
        }
    }

    /// Fetches new replies now, as far as the site's schedule allows.
    static func refresh(for scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        try await scope.library.memberAccounts.refreshReplies(for: scope.reader, reason: .manual)
        let count = try await scope.library.memberAccounts.unseenReplyCount(for: scope.reader)
        return .done(Strings.newReplies(count), count: count)
    }
}
