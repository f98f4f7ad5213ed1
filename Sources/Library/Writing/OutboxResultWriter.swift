import Foundation
import News

/// A writer of an action's outcome and its effects: removes the draft, makes the thread due, and changes the member's
/// view.
struct OutboxResultWriter {
    let transaction: Transaction
    let now: Date
    /// True if an accepted action makes the thread due; false for a comment that the thread has just shown.
    var makesThreadDue = true

    private var store: OutboxStore { OutboxStore(transaction: transaction, now: now) }

    /// Writes the outcome of an action.
    /// - Parameters:
    ///   - session: The session with which the action was sent.
    ///   - hasMembers: True if the source has members, so that a sign-in can help.
    func write(
        _ outcome: RemoteActionOutcome, of record: OutboxEntry, sentBy session: StoredSession?, hasMembers: Bool
    ) throws {
        var outcome = outcome
        if case .refused(let refusal) = outcome, refusal.reason == .duplicate, record.wasOutcomeUnknown {
            // The earlier request has arrived after all.
            outcome = .accepted()
        }
        if outcome == .signInNeeded, hasMembers, let session, session.began(after: record, at: now) {
            // The action has waited for this session, which works elsewhere but is not accepted by this page.
            outcome = .refused(RemoteRefusal(.notSignedIn))
        }
        if outcome == .signInNeeded, hasMembers {
            if let session { try markLost(session, record) }
            _ = try store.setState(of: record, to: .waitingForSignIn)
            return
        }
        guard try store.setState(of: record, to: .ended(outcome)) else { return }
        try applyEffects(of: outcome, record)
    }

    private func markLost(_ session: StoredSession, _ record: OutboxEntry) throws {
        try MemberAccountStore(transaction: transaction, reader: record.reader, now: now)
            .markLost(session, at: record.source.id)
    }

    private func applyEffects(of outcome: RemoteActionOutcome, _ record: OutboxEntry) throws {
        switch outcome {
        case .accepted:
            try removeDraft(of: record)
            try applyAcceptance(of: record)
        case .pending, .existing, .notShown: try removeDraft(of: record)
        case .possiblySpam, .refused, .signInNeeded, .unsent, .fateUnknown: return
        }
    }

    private func removeDraft(of record: OutboxEntry) throws {
        try DraftStore(transaction: transaction, reader: record.reader, now: now).removeSent(record.action, of: record)
    }

    private func applyAcceptance(of record: OutboxEntry) throws {
        guard let story = record.story?.rawValue else { return }
        let view = FetchTarget.memberView(ofStory: story, of: record.reader)
        switch record.action {
        case .comment, .edit, .delete, .submit:
            if makesThreadDue { try FetchLeaseStore.makeDue(.discussion(ofStory: story), transaction) }
            try FetchLeaseStore.makeDue(view, transaction)
        case .vote, .favourite, .hide, .flag:
            // A view that is being fetched may not contain the change yet.
            try FetchLeaseStore.dropLease(view, transaction)
            try MemberItemStore(transaction: transaction, reader: record.reader, now: now)
                .apply(record.action, story: story, source: record.source.id)
        case .updateProfile: return
        }
    }
}

/// A reconciler that ends the entries whose comment a refreshed thread contains.
struct OutboxReconciler {
    let transaction: Transaction
    let now: Date

    private static let openStates: [OutboxEntry.State] = [
        .ended(.pending()), .ended(.possiblySpam), .ended(.notShown()), .ended(.fateUnknown), .notArrived,
    ]

    func reconcile(_ comments: [FetchedComment], of story: Int64) throws {
        let open = try transaction.all(
            """
            \(OutboxEntry.select) where o.story_id = ? and o.kind = ?
              and o.state in (\(OutboxEntry.State.list(Self.openStates))) order by o.id
            """, [.number(story), .text(RemoteAction.Kind.comment.rawValue)]
        ) { OutboxEntry($0) }.compactMap(\.self)
        guard !open.isEmpty else { return }
        let shown = comments.filter { $0.moderationState == .shown }
        for record in open {
            guard let comment = try match(record, in: shown) else { continue }
            try OutboxResultWriter(transaction: transaction, now: now, makesThreadDue: false).write(
                .accepted(RemoteLocation(key: comment.key, page: comment.link)), of: record, sentBy: nil,
                hasMembers: false)
        }
    }

    private func match(_ record: OutboxEntry, in comments: [FetchedComment]) throws -> FetchedComment? {
        guard case .comment(let sent) = record.action else { return nil }
        switch record.state {
        case .ended(.pending(let location?)), .ended(.notShown(let location?)):
            if let key = location.key { return comments.first { $0.key == key } }
        default: break
        }
        let account = try MemberAccountStore(transaction: transaction, reader: record.reader, now: now)
            .name(at: record.source.id)
        let text = Self.letters(sent.text)
        let earliest = (record.sentAt ?? record.createdAt).addingTimeInterval(-300)
        return comments.first { comment in
            guard let author = comment.author else { return false }
            return (sent.isSigned(by: author) ?? (author == account)) && Self.letters(comment.text) == text
                && (comment.publishedAt ?? earliest) >= earliest
        }
    }

    /// Returns the letters and digits of a text, so that markup makes no difference; for a text without any, such as
    /// emoji, returns all characters except white space.
    private static func letters(_ text: String) -> String {
        let letters = text.filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? text.filter { !$0.isWhitespace } : letters
    }
}
