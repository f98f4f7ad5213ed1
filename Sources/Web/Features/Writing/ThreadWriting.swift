import Library
import Markup
import News

/// What a reader can do with a story and its comments at their origin, and what is the reader's own of them.
struct ThreadWriting: Sendable {
    let scope: RequestScope
    let story: StoryRow
    let source: StorySource
    let rules: PostingRules
    let view: MemberThreadView
    /// The reader's own that the origin does not show: held back, failed, of unknown fate.
    var entries: [OutboxEntry] = []
    /// What has just been sent.
    var sent: OutboxEntry?
    /// Nil while that is not known.
    var acceptsComments: Bool?

    /// Nil if the source takes nothing.
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

    /// Of a thread that is shown.
    init?(_ thread: ThreadDetails, for scope: RequestScope) async throws(LibraryError) {
        try await self.init(thread.row, at: thread.source, acceptsComments: thread.acceptsComments, for: scope)
        entries = try await scope.library.outbox.entries(of: thread.row.id, for: scope.reader)
        guard let id = scope.query.id("sent") else { return }
        do throws(LibraryError) {
            sent = try await scope.library.outbox.entry(OutboxEntry.ID(rawValue: id), for: scope.reader)
        } catch {
            // Removed meanwhile, or another reader's.
            guard error == .notThere else { throw error }
        }
    }

    static let voteFormID: StaticString = "comment-votes"

    var takesComments: Bool { rules.actions.contains(.comment) && acceptsComments != false && story.kind != .job }
    private var hasVotes: Bool { rules.actions.contains(.vote) }

    func offers(_ comment: CommentID?) -> ItemOffers {
        ItemOffers(rules: rules, item: comment.map { view.comments[$0] } ?? view.story)
    }

    func canReply(to comment: CommentDetails) -> Bool {
        takesComments && comment.moderationState == .shown && comment.kind == .comment
    }

    /// On the thread, for script: whose it is, and whether what only the member sees is stale.
    func writeAttributes(into w: inout HTMLWriter) {
        guard rules.needsMembership else { return }
        w.attribute("data-member", MemberMark.code(view.account, at: source))
        if isViewStale { w.raw(" data-member-view=\"renew\"") }
    }

    /// Whether what only the member sees should be fetched now; never for others, nor for another site's link.
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
            code: ItemCode(story: story.id, comment: comment.id), offers: offers(comment.id), form: Self.voteFormID,
            what: Strings.commentBy(comment.author)
        ).write(into: &w)
    }

    /// Script opens the composer under the comment, on a phone as a sheet.
    /// - Parameter icon: instead of the words where there is little room.
    func writeReply(
        to comment: CommentDetails?, _ words: String, icon: Icon? = nil, style: StaticString, into w: inout HTMLWriter
    ) {
        guard comment.map(canReply) ?? takesComments else { return }
        w.raw("<a data-compose class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("href", scope.path(.reply(story.id, to: comment?.id)))
        if let comment { w.attribute("aria-label", Strings.reply(to: comment.author)) }
        w.raw(">")
        if let icon {
            icon.write(scope, into: &w)
            w.raw("<span class=\"wide-words\">")
            w.text(words)
            w.raw("</span>")
        } else {
            w.text(words)
        }
        w.raw("</a>")
    }

    /// On the story's own page.
    func writeStoryVote(into w: inout HTMLWriter) {
        let offers = offers(nil)
        guard offers.hasVotes, story.kind != .job else { return }
        w.raw("<div class=\"story-vote\"")
        writeAttributes(into: &w)
        w.attribute("data-story", Int(clamping: story.id.rawValue))
        w.raw(">")
        VoteButtons.writeForm(scope, id: "\(RowVotes.formID)", into: &w)
        VoteButtons(
            code: ItemCode(story: story.id, comment: nil), offers: offers, form: RowVotes.formID, what: story.title
        ).write(into: &w)
        w.raw("<span aria-hidden=\"true\">")
        w.text(Strings.voteUp)
        w.raw("</span></div>")
    }

    // MARK: - One's own that others do not see

    /// In their place: below what they answer.
    func writeOwn(under parent: CommentID?, into w: inout HTMLWriter) {
        for entry in entries where entry.comment == parent {
            guard case .comment(let comment) = entry.action, isShown(entry) else { continue }
            w.raw("<article class=\"own-comment\" id=\"o")
            w.number(Int(clamping: entry.id.rawValue))
            w.raw("\"><p class=\"own-head\"><b>")
            w.text(Strings.ownComment)
            w.raw("</b> ")
            TimeView.write(scope, entry.createdAt, isSpelled: true, into: &w)
            if case .ended(.pending) = entry.state {
                w.raw(" <span class=\"standing\">")
                w.text(Strings.waitingForApproval)
                w.raw("</span>")
            }
            w.raw("</p><div class=\"text comment-text\">")
            w.safe(rules.markup.preview(comment.text))
            w.raw("</div>")
            OutboxStatusView(scope: scope, entry: entry, isInThread: true).write(into: &w)
            w.raw("</article>")
        }
    }

    private func isShown(_ entry: OutboxEntry) -> Bool {
        if case .ended(.accepted) = entry.state { return false }
        return true
    }

    func writeSentNote(into w: inout HTMLWriter) {
        guard let sent else { return }
        w.raw("<p class=\"sent-note\" role=\"status\" data-sent>")
        w.text(Strings.entryState(sent, scope.time))
        w.raw("</p>")
    }
}
