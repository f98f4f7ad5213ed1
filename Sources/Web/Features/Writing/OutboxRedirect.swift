import Foundation
import Library
import News

/// The page that a reader is redirected to, by the result of an action.
struct OutboxRedirect {
    let scope: RequestScope

    /// Returns the outcome of an entry. After an arrival the thread is fetched once more, so that it has the item.
    func outcome(of entry: OutboxEntry) async throws(LibraryError) -> ActionOutcome {
        let target = entry.draftTarget
        let words = Strings.entryState(entry, at: SiteName.of(entry, in: scope), scope.time)
        switch entry.state {
        case .ended(.existing(let location)):
            if let target { forgetComposer(of: target, after: entry) }
            return .go(try await storyPath(of: location, entry), words: words)
        case .ended(.accepted), .ended(.pending), .ended(.notShown):
            if let target { forgetComposer(of: target, after: entry) }
            return await arrival(of: entry)
        case .ended(.possiblySpam): return await arrival(of: entry)
        case .waitingForSignIn, .ended(.signInNeeded):
            let back = target.map { scope.path(WritingRoute($0)) }
            return .go(scope.path(.account(source: entry.source.id), [("back", back)]), words: words)
        default:
            let id = String(entry.id.rawValue)
            let go = target.map { scope.path(WritingRoute($0), [("entry", id)]) } ?? scope.path(.outboxEntry(entry.id))
            return .go(go, words: words)
        }
    }

    /// Returns the path of the existing story, which says so, if it is stored here; else of the entry, which links to
    /// the site.
    private func storyPath(of location: RemoteLocation, _ entry: OutboxEntry) async throws(LibraryError) -> String {
        guard let page = location.page else { return scope.path(.outboxEntry(entry.id)) }
        do throws(LibraryError) {
            let story = try await scope.library.discussions.location(of: page).story
            return "\(scope.path(Route.comments(story, in: nil)))?sent=\(entry.id.rawValue)"
        } catch {
            guard error == .notThere else { throw error }
            return scope.path(.outboxEntry(entry.id))
        }
    }

    /// Removes the composer's state, unless another text was typed there since. The Library removes the draft.
    private func forgetComposer(of target: Draft.Target, after entry: OutboxEntry) {
        let states = scope.dependencies.composerStates
        if let typed = states.value(of: target, for: scope)?.typed, typed.words != entry.text { return }
        states.removeValue(of: target, for: scope)
    }

    /// Returns the outcome that leads to the new comment in the thread, or to the reader's own item that the site does
    /// not show.
    private func arrival(of entry: OutboxEntry) async -> ActionOutcome {
        var (entry, comment) = (entry, nil as CommentID?)
        switch (entry.action, entry.state) {
        case (.comment, .ended(.accepted)), (.edit, .ended(.accepted)), (.delete, .ended(.accepted)):
            (entry, comment) = await scope.library.outbox.confirmArrival(of: entry, for: scope.reader)
        default: break
        }
        return .go(
            arrivalPath(of: entry, at: comment),
            words: Strings.entryState(entry, at: SiteName.of(entry, in: scope), scope.time))
    }

    private func arrivalPath(of entry: OutboxEntry, at comment: CommentID?) -> String {
        guard let story = entry.story else { return scope.path(.outboxEntry(entry.id)) }
        let thread = scope.path(Route.comments(story, in: nil))
        switch entry.action {
        case .comment, .edit, .delete:
            guard case .ended(.accepted) = entry.state else {
                return "\(thread)?sent=\(entry.id.rawValue)#o\(entry.id.rawValue)"
            }
            return "\(thread)?sent=\(entry.id.rawValue)\(comment.map { "#c\($0.rawValue)" } ?? "")"
        default: return thread
        }
    }
}

extension OutboxEntry {
    /// The composer's target where the text can be changed; nil for an entry without text, and for a reply to a comment
    /// that is no longer stored.
    var draftTarget: Draft.Target? {
        switch (action, story, comment) {
        case (.comment(let new), let story?, let parent):
            new.target.commentKey == nil || parent != nil ? .comment(story, parent: parent) : nil
        case (.edit, let story?, let comment?): .edit(story, comment)
        case (.submit, _, _): .submission(source.id)
        default: nil
        }
    }

    /// The written text; nil for actions without one.
    var text: String? {
        switch action {
        case .comment(let comment): comment.text
        case .edit(_, let text): text
        case .submit(let submission):
            Draft(target: .submission(source.id), title: submission.title, url: submission.url, text: submission.text)
                .words
        default: nil
        }
    }
}

extension Draft {
    /// The title, URL and text, joined by line breaks.
    var words: String { [title, url, text].filter { !$0.isEmpty }.joined(separator: "\n") }
}
