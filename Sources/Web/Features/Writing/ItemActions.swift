import Library
import News
import Untrusted

/// A reference to a story or comment in forms: `12`, `12.34`.
struct StoryOrCommentReference: FormCode, Hashable {
    let story: StoryID
    let comment: CommentID?

    init(story: StoryID, comment: CommentID?) {
        self.story = story
        self.comment = comment
    }

    init?(code text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let ids = parts.compactMap { UntrustedInteger($0)?.id }
        guard let story = ids.first, ids.count <= 2, ids.count == parts.count else { return nil }
        self.story = StoryID(rawValue: story)
        comment = ids.count == 2 ? CommentID(rawValue: ids[1]) : nil
    }

    var text: String { "\(story.rawValue)" + (comment.map { ".\($0.rawValue)" } ?? "") }
}

/// The form of an action on a story or comment.
struct ItemForm: FormValue {
    @Coded var item: StoryOrCommentReference
    /// `0` to undo the action.
    let on: String?
    /// The form's token, which makes a repeated request the same action.
    let token: String?
    /// The page that shows the item.
    let back: String?

    static let faults = ["item": "No story or comment was named."]
}

/// The form of a vote. A page has one form for all votes: the pressed button names the vote and the item.
struct VoteForm: FormValue {
    let up: String?
    let down: String?
    let none: String?
    let token: String?
    let back: String?

    /// The vote, and the code of its item.
    var vote: (vote: Vote, code: String)? {
        if let up { return (.up, up) }
        if let down { return (.down, down) }
        return none.map { (vote: Vote.none, code: $0) }
    }
}

/// The actions on an item: votes, favourites, hiding, flags and deletions.
struct ItemActions {
    let scope: RequestScope
    let token: String?
    /// The page that shows the item.
    let back: String?

    static func vote(_ form: VoteForm, for scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        guard let (vote, code) = form.vote else { throw .invalid(why: "No vote was named.") }
        guard let item = StoryOrCommentReference(code: code) else {
            throw .invalid(why: "No story or comment was named.")
        }
        let actions = ItemActions(scope: scope, token: form.token, back: form.back)
        return try await actions.perform(item, "\(vote.rawValue).\(code)") { .vote($0, vote) }
    }

    static func delete(_ form: ItemForm, for scope: RequestScope) async throws(LibraryError) -> ActionOutcome {
        let actions = ItemActions(scope: scope, token: form.token, back: form.back)
        return try await actions.perform(form.item, "") { .delete($0) }
    }

    /// Performs an action, or undoes it.
    static func toggle(
        _ form: ItemForm, for scope: RequestScope, _ action: (RemoteItem, Bool) -> RemoteAction
    ) async throws(LibraryError) -> ActionOutcome {
        let isOn = form.on != "0"
        let actions = ItemActions(scope: scope, token: form.token, back: form.back)
        return try await actions.perform(form.item, isOn ? "1" : "0") { action($0, isOn) }
    }

    /// Performs an action on an item at its origin.
    /// - Parameter part: the part added to the page's token, which its other buttons have too.
    private func perform(
        _ item: StoryOrCommentReference, _ part: String, _ action: (RemoteItem) -> RemoteAction
    ) async throws(LibraryError) -> ActionOutcome {
        guard let token, !token.isEmpty else { throw .invalid(why: "The form has no token.") }
        let outbox = scope.library.outbox
        let (remote, source) = try await outbox.item(story: item.story, comment: item.comment)
        let entry = try await outbox.perform(action(remote), at: source, token: "\(token) \(part)", for: scope.reader)
        return try await outcome(of: entry, item)
    }

    private func outcome(of entry: OutboxEntry, _ item: StoryOrCommentReference) async throws(LibraryError)
        -> ActionOutcome
    {
        let words = Strings.entryState(entry, at: SiteName.of(entry, in: scope), scope.time)
        switch entry.state {
        case .ended(.accepted), .ended(.pending), .ended(.existing):
            if case .delete = entry.action { return try await OutboxRedirect(scope: scope).outcome(of: entry) }
            let words = Strings.actionName(entry.action)
            guard case .hide(_, isOn: true) = entry.action else { return .done(words) }
            return .membership(.hidden(item.story), words: words)
        case .waitingForSignIn, .ended(.signInNeeded):
            let back = scope.ownPath(back) ?? scope.path(Route.story(item.story, in: nil))
            return .go(scope.path(.account(source: entry.source.id), [("back", back)]), words: words)
        default:
            // A failed vote is reverted silently (HN-43); a confirmed action shows its result.
            if case .vote = entry.action { return scope.wantsJSON ? .failed(words) : .say(words) }
            return .go(scope.path(.outboxEntry(entry.id)), words: words)
        }
    }
}
