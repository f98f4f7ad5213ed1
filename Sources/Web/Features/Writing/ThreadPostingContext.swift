import Library
import Markup
import News

/// The actions of a reader on a story and its comments at their origin, and the reader's own items.
struct ThreadPostingContext: Sendable {
    let scope: RequestScope
    let story: StoryRow
    let source: StorySource
    let rules: PostingRules
    let view: MemberThread
    /// The reader's own items that the origin does not show: held back, failed, or of unknown state.
    var entries: [OutboxEntry] = []
    /// The item that has just been sent.
    var sent: OutboxEntry?
    /// True if the thread accepts comments; nil if unknown.
    var acceptsComments: Bool?

    /// Creates the context of a story; nil if the source accepts nothing.
    init?(
        _ story: StoryRow, at source: StorySource?, acceptsComments: Bool? = nil, for scope: RequestScope
    ) async throws(LibraryError) {
        guard let source, let rules = scope.library.outbox.rules(of: source) else { return nil }
        self.scope = scope
        self.story = story
        self.source = source
        self.rules = rules
        self.acceptsComments = acceptsComments
        view = try await scope.library.memberViews.view(of: story.id, for: scope.reader)
    }

    /// Creates the context of a thread that is shown, with the reader's own items.
    init?(_ thread: ThreadDetails, for scope: RequestScope) async throws(LibraryError) {
        try await self.init(thread.row, at: thread.source, acceptsComments: thread.acceptsComments, for: scope)
        entries = try await scope.library.outbox.entries(of: thread.row.id, for: scope.reader)
        guard let id = scope.query.id("sent") else { return }
        do throws(LibraryError) {
            sent = try await scope.library.outbox.entry(OutboxEntry.ID(rawValue: id), for: scope.reader)
        } catch {
            // The entry was removed in the meantime, or is another reader's.
            guard error == .notThere else { throw error }
        }
    }

    static let voteFormID: StaticString = "comment-votes"

    var takesComments: Bool { rules.actions.contains(.comment) && acceptsComments != false && story.kind != .job }
    private var hasVotes: Bool { rules.actions.contains(.vote) }

    func offers(_ comment: CommentID?) -> AvailableActions {
        AvailableActions(rules: rules, item: comment.map { view.comments[$0] } ?? view.story)
    }

    func canReply(to comment: CommentDetails) -> Bool {
        takesComments && comment.moderationState == .shown && comment.kind == .comment
    }

    /// Writes the attributes of the thread for script: the session, and a mark if the member's view is stale.
    func writeAttributes(into w: inout HTMLWriter) {
        guard rules.needsMembership else { return }
        w.attributes([
            .data(.sessionFingerprint, SessionFingerprint.code(view.account, at: source)),
            .data(.memberView, isViewStale ? "renew" : nil),
        ])
    }

    /// True if the member's view should be fetched now; false for readers without a session, and for links from other
    /// sites.
    var isViewStale: Bool {
        view.needsRefresh && view.account?.state == .signedIn && scope.intent.allowsSideEffects
    }

    func writeVoteForm(into w: inout HTMLWriter) {
        if hasVotes { VoteButtons.writeForm(scope, id: "\(Self.voteFormID)", into: &w) }
    }

    func writeVotes(_ comment: CommentDetails, into w: inout HTMLWriter) {
        guard hasVotes, comment.moderationState == .shown, comment.kind == .comment,
            comment.author == nil || comment.author != view.account?.name
        else { return }
        VoteButtons(
            code: StoryOrCommentReference(story: story.id, comment: comment.id), offers: offers(comment.id),
            form: Self.voteFormID,
            what: Strings.commentBy(comment.author)
        ).write(into: &w)
    }

    /// Writes the reply link; script opens the composer below the comment, on a phone as a sheet.
    /// - Parameter icon: an icon shown instead of the words on narrow screens.
    func writeReply(
        to comment: CommentDetails?, _ words: String, icon: Icon? = nil, style: StaticString, into w: inout HTMLWriter
    ) {
        guard comment.map(canReply) ?? takesComments else { return }
        let path = scope.path(.reply(story.id, to: comment?.id))
        let label = comment.map { Strings.reply(to: $0.author) }
        w.element(.a, [.data(.compose), .class(style), .href(path), .aria("label", label)]) { w in
            guard let icon else { return w.text(words) }
            icon.write(scope, into: &w)
            w.element(.span, class: "wide-only", text: words)
        }
    }

    /// Writes the vote arrows on the story's own page.
    func writeStoryVote(into w: inout HTMLWriter) {
        let offers = offers(nil)
        guard offers.hasVotes, story.kind != .job else { return }
        w.element(
            .div, class: "story-vote",
            more: { w in
                writeAttributes(into: &w)
                w.attribute(.data(.story, Int(clamping: story.id.rawValue)))
            }
        ) { w in
            VoteButtons.writeForm(scope, id: "\(RowVotes.formID)", into: &w)
            VoteButtons(
                code: StoryOrCommentReference(story: story.id, comment: nil), offers: offers, form: RowVotes.formID,
                what: story.title
            ).write(into: &w)
            w.element(.span, [.aria("hidden", "true")]) { w in
                w.element(.span, class: "when-off", text: Strings.voteUp)
                w.element(.span, class: "when-on", text: Strings.votedUp)
            }
        }
    }

    // MARK: - The reader's own items

    /// Writes the reader's own items below the comment that they answer.
    func writeOwn(under parent: CommentID?, into w: inout HTMLWriter) {
        for entry in entries where entry.comment == parent {
            guard case .comment(let comment) = entry.action, isShown(entry) else { continue }
            w.element(.article, class: "own-comment", [.id("o", Int(clamping: entry.id.rawValue))]) { w in
                writeHead(of: entry, into: &w)
                w.element(.div, class: "text comment-text") { w in w.safe(rules.markup.preview(comment.text)) }
                OutboxStatusView(scope: scope, entry: entry, isInThread: true).write(into: &w)
            }
        }
    }

    private func writeHead(of entry: OutboxEntry, into w: inout HTMLWriter) {
        w.element(.p, class: "own-comment-head") { w in
            w.element(.b, text: Strings.ownComment)
            w.text(" ")
            TimeView.write(scope, entry.createdAt, isSpelled: true, into: &w)
            if case .ended(.pending) = entry.state {
                w.text(" ")
                w.element(.span, class: "moderation-state", text: Strings.waitingForApproval)
            }
        }
    }

    private func isShown(_ entry: OutboxEntry) -> Bool {
        if case .ended(.accepted) = entry.state { return false }
        return true
    }

    func writeSentNote(into w: inout HTMLWriter) {
        guard let sent else { return }
        w.element(
            .p, class: "sent-note", [.role("status"), .data(.sent)],
            text: Strings.entryState(sent, at: SiteName.of(sent, in: scope), scope.time))
    }
}
