import Library
import Markup
import News
import URLs

/// What a composer is about: who writes, to whom, in answer to what, and what came of it before.
struct ComposerContent: Sendable {
    let target: Draft.Target
    let source: StorySource
    /// Nil if the source takes nothing of this kind.
    let rules: PostingRules?
    /// Nil for a submission.
    var row: StoryRow?
    /// The comment that is answered or edited.
    var comment: CommentDetails?
    var isClosed = false
    /// The comment that is answered or edited is no longer there.
    var isGone = false
    var account: MemberAccount?
    /// As stored; what is typed may differ (`ComposerState.typed`).
    var draft: Draft?
    /// A guest's, remembered by choice.
    var remembered: GuestAuthor?
    var state = ComposerState()
    /// The last try.
    var entry: OutboxEntry?
    /// The text of one's own comment, to begin an edit with.
    var original: String?

    /// That gets what is written.
    var host: String { (isGuest ? page?.host : nil) ?? source.site.host }
    /// Of the story at its site.
    private var page: WebAddress?

    /// - Throws: `.notThere` for a story, comment or source that is not there.
    init(_ target: Draft.Target, for scope: RequestScope) async throws(LibraryError) {
        let library = scope.library
        self.target = target
        switch target {
        case .comment(let story, let id):
            let thread = try await library.discussions.thread(of: story, for: scope.reader)
            (source, row, isClosed) = (thread.source, thread.row, thread.acceptsComments == false)
            page = thread.discussionLink
            comment = thread.comments.first { $0.id == id }
            isGone = id != nil && comment == nil
        case .edit(let story, let id):
            let thread = try await library.discussions.thread(of: story, for: scope.reader)
            (source, row) = (thread.source, thread.row)
            comment = thread.comments.first { $0.id == id }
            isGone = comment == nil
        case .submission(let id):
            guard let found = try await scope.memberSource(id) else { throw .notThere }
            source = found
        }
        let rules = library.outbox.rules(of: source)
        self.rules = rules.flatMap { $0.actions.contains(target.actionKind) ? $0 : nil }
        account = try await library.memberAccounts.account(at: source, for: scope.reader)
        draft = try await library.drafts.draft(for: target, reader: scope.reader)
        if rules?.needsMembership == false { remembered = try await library.drafts.guestAuthor(for: scope.reader) }
        state = scope.dependencies.composerStates.state(of: target, for: scope)
        if let id = scope.query.id("entry") {
            // Without it the composer is shown as new: the entry was removed, or is another reader's.
            entry = try? await library.outbox.entry(OutboxEntry.ID(rawValue: id), for: scope.reader)
        }
        if case .edit = target { original = try await originalText(for: scope) }
        // What was typed is shown still.
        if isGone, shown.isEmpty { throw .notThere }
    }

    /// As it was sent from here, else as it is shown.
    private func originalText(for scope: RequestScope) async throws(LibraryError) -> String? {
        guard let comment else { return nil }
        for entry in try await scope.library.outbox.entries(for: scope.reader) where entry.source.id == source.id {
            switch (entry.action, entry.state) {
            case (.comment(let sent), .ended(.accepted(let location))) where location?.key == comment.key:
                return sent.text
            case (.edit(let item, let text), .ended(.accepted)) where item.commentKey == comment.key: return text
            default: continue
            }
        }
        return PlainText.of(html: comment.body.text)
    }

    /// What stands in the fields.
    var shown: Draft {
        state.typed ?? draft ?? sent ?? Draft(target: target, text: original ?? "")
    }

    /// What would be sent again; it is shown where no draft is left of it.
    private var sent: Draft? {
        guard isFateOpen, entry?.draftTarget == target else { return nil }
        switch entry?.action {
        case .comment(let comment): return Draft(target: target, text: comment.text)
        case .edit(_, let text): return Draft(target: target, text: text)
        case .submit(let new): return Draft(target: target, title: new.title, url: new.url, text: new.text)
        default: return nil
        }
    }

    /// What stands in a guest's fields.
    var author: GuestAuthor? { state.author ?? remembered }

    /// Whether a guest signs with name and address.
    var isGuest: Bool {
        guard let rules, !rules.needsMembership, case .comment = target else { return false }
        return true
    }

    /// Whether it may be under way or there: it is looked for before it is sent again.
    var isFateOpen: Bool {
        switch entry?.state {
        case .sending, .ended(.fateUnknown): true
        default: false
        }
    }
}

extension Draft.Target {
    var actionKind: RemoteAction.Kind {
        switch self {
        case .comment: .comment
        case .edit: .edit
        case .submission: .submit
        }
    }
}

extension RequestScope {
    /// The source with this id that takes or shows something of the reader's; nil for others. Without an id the edition's
    /// first with members.
    func memberSource(_ id: Int64?) async throws(LibraryError) -> StorySource? {
        let accounts = library.memberAccounts
        let own = try await accounts.sources(of: edition.id, for: reader)
        guard let id else { return own.first }
        if let source = own.first(where: { $0.id == id }) { return source }
        if let account = try await accounts.accounts(for: reader).first(where: { $0.source.id == id }) {
            return account.source
        }
        for other in dependencies.editions where other.id != edition.id {
            let sources = try await accounts.sources(of: other.id, for: reader)
            if let source = sources.first(where: { $0.id == id }) { return source }
        }
        return nil
    }
}
