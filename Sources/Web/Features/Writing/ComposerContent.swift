import Library
import Markup
import News
import URLs

/// The content of a composer: the author, the recipient, the answered comment, and the result of the last try.
struct ComposerContent: Sendable {
    let target: Draft.Target
    let source: StorySource
    /// The rules for posting; nil if the source accepts nothing of this kind.
    let rules: PostingRules?
    /// The story; nil for a submission.
    var row: StoryRow?
    /// The comment that is answered or edited.
    var comment: CommentDetails?
    var isClosed = false
    /// True if the comment that is answered or edited no longer exists.
    var isGone = false
    var account: MemberAccount?
    /// The stored draft; the typed text may differ (`ComposerState.typed`).
    var draft: Draft?
    /// The guest's name and address, if the guest chose to have them remembered.
    var remembered: GuestAuthor?
    var state = ComposerState()
    /// The last try to send.
    var entry: OutboxEntry?
    /// The text of the reader's own comment, which is the start of an edit.
    var original: String?

    /// The name of the site that receives the text; that of a guest's is the story's page.
    private(set) var siteName = ""
    /// The address of the story at its site.
    private var page: WebAddress?

    /// Reads the content.
    /// - Throws: `.notThere` for an unknown story, comment or source.
    init(_ target: Draft.Target, for scope: RequestScope) async throws(LibraryError) {
        let library = scope.library
        self.target = target
        switch target {
        case .comment(let story, let id):
            let item = try await library.discussions.item(id, of: story, for: scope.reader)
            (source, row, comment) = (item.source, item.row, item.comment)
            (isClosed, page) = (item.acceptsComments == false, item.discussionLink)
            isGone = id != nil && comment == nil
        case .edit(let story, let id):
            let item = try await library.discussions.item(id, of: story, for: scope.reader)
            (source, row, comment) = (item.source, item.row, item.comment)
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
        state = scope.dependencies.composerStates.value(of: target, for: scope) ?? ComposerState()
        if let id = scope.query.id("entry") {
            // The composer is shown as new without an entry, which was removed or is another reader's.
            entry = try? await library.outbox.entry(OutboxEntry.ID(rawValue: id), for: scope.reader)
        }
        if case .edit = target { original = try await originalText(for: scope) }
        let host = isGuest ? page?.host : nil
        siteName = host.flatMap { $0 == source.site.host ? nil : $0 } ?? SiteName.of(source, in: scope)
        // The typed text is still shown.
        if isGone, shown.isEmpty { throw .notThere }
    }

    /// Returns the text as it was sent from here, else as it is shown.
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

    /// The content of the fields.
    var shown: Draft {
        state.typed ?? draft ?? sent ?? Draft(target: target, text: original ?? "")
    }

    /// The text of an item that may not have arrived, shown if it has no draft.
    private var sent: Draft? {
        guard isFateOpen, entry?.draftTarget == target else { return nil }
        switch entry?.action {
        case .comment(let comment): return Draft(target: target, text: comment.text)
        case .edit(_, let text): return Draft(target: target, text: text)
        case .submit(let new): return Draft(target: target, title: new.title, url: new.url, text: new.text)
        default: return nil
        }
    }

    /// The content of a guest's fields.
    var author: GuestAuthor? { state.author ?? remembered }

    /// True if a guest signs with name and address.
    var isGuest: Bool {
        guard let rules, !rules.needsMembership, case .comment = target else { return false }
        return true
    }

    /// True if the item may be in transit or have arrived: the app checks before it is sent again.
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
    /// Returns the source with this ID, if the reader can post there or has an account; nil for others. Without an ID,
    /// returns the edition's first source with members.
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
