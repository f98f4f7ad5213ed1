import Library
import News
import Untrusted

/// A reference to a story or comment in forms: `12`, `12.34`.
struct StoryOrCommentReference: Sendable, Hashable {
    let story: StoryID
    let comment: CommentID?

    init(story: StoryID, comment: CommentID?) {
        self.story = story
        self.comment = comment
    }

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let ids = parts.compactMap { UntrustedInteger($0)?.id }
        guard let story = ids.first, ids.count <= 2, ids.count == parts.count else { return nil }
        self.story = StoryID(rawValue: story)
        comment = ids.count == 2 ? CommentID(rawValue: ids[1]) : nil
    }

    var text: String { "\(story.rawValue)" + (comment.map { ".\($0.rawValue)" } ?? "") }
}

/// The actions on an item: votes, favourites, hiding, flags and deletions.
struct ItemActions {
    let scope: RequestScope
    let form: QueryParameters

    private func named(_ code: String?) throws(LibraryError) -> StoryOrCommentReference {
        guard let item = code.flatMap({ StoryOrCommentReference($0) }) else {
            throw .invalid(why: "No story or comment was named.")
        }
        return item
    }

    /// Performs a vote. A page has one form for all votes: the pressed button names the vote and the item.
    func vote() async throws(LibraryError) -> ActionOutcome {
        for vote in Vote.allCases {
            guard let code = form[vote.rawValue] else { continue }
            return try await perform(try named(code), "\(vote.rawValue).\(code)") { .vote($0, vote) }
        }
        throw .invalid(why: "No vote was named.")
    }

    func favourite() async throws(LibraryError) -> ActionOutcome {
        try await toggle { .favourite($0, isOn: $1) }
    }

    func hide() async throws(LibraryError) -> ActionOutcome { try await toggle { .hide($0, isOn: $1) } }

    func flag() async throws(LibraryError) -> ActionOutcome { try await toggle { .flag($0, isOn: $1) } }

    func delete() async throws(LibraryError) -> ActionOutcome {
        try await perform(try named(form["item"]), "") { .delete($0) }
    }

    private func toggle(
        _ action: (RemoteItem, Bool) -> RemoteAction
    ) async throws(LibraryError) -> ActionOutcome {
        let isOn = form["on"] != "0"
        return try await perform(try named(form["item"]), isOn ? "1" : "0") { action($0, isOn) }
    }

    /// Performs an action on an item at its origin.
    /// - Parameter part: the part added to the page's token, which its other buttons have too.
    private func perform(
        _ item: StoryOrCommentReference, _ part: String, _ action: (RemoteItem) -> RemoteAction
    ) async throws(LibraryError) -> ActionOutcome {
        guard let token = form["token"], !token.isEmpty else { throw .invalid(why: "The form has no token.") }
        let outbox = scope.library.outbox
        let (remote, source) = try await outbox.item(story: item.story, comment: item.comment)
        let entry = try await outbox.perform(action(remote), at: source, token: "\(token) \(part)", for: scope.reader)
        return try await outcome(of: entry, item)
    }

    private func outcome(of entry: OutboxEntry, _ item: StoryOrCommentReference) async throws(LibraryError)
        -> ActionOutcome
    {
        let words = Strings.entryState(entry, scope.time)
        switch entry.state {
        case .ended(.accepted), .ended(.pending), .ended(.existing):
            if case .delete = entry.action { return try await OutboxRedirect(scope: scope).outcome(of: entry) }
            let words = Strings.actionName(entry.action)
            guard case .hide(_, isOn: true) = entry.action else { return .done(words) }
            return .membership(.hidden(item.story), words: words)
        case .waitingForSignIn, .ended(.signInNeeded):
            let back = scope.ownPath(form["back"]) ?? scope.path(Route.story(item.story, in: nil))
            return .go(scope.path(.account(source: entry.source.id), [("back", back)]), words: words)
        default:
            // A failed vote is reverted silently (HN-43); a confirmed action shows its result.
            if case .vote = entry.action { return scope.wantsJSON ? .failed(words) : .say(words) }
            return .go(scope.path(.outboxEntry(entry.id)), words: words)
        }
    }
}
