import Foundation
public import News

extension OutboxService {
    /// Fetches the thread of an accepted comment, and searches it for the comment, because sites respond to spam and to
    /// comments held for approval as to any other comment. If the search fails, the entry is returned unchanged, since
    /// the comment was accepted.
    /// - Returns: The entry, which ends as not shown if the site does not show a guest's comment, and the stored
    ///   comment.
    public func confirmArrival(
        of entry: OutboxEntry, for reader: ReaderID
    ) async -> (entry: OutboxEntry, comment: CommentID?) {
        do throws(LibraryError) {
            return try await lookForArrival(of: entry, for: reader)
        } catch { return (entry, nil) }
    }

    private func lookForArrival(
        of entry: OutboxEntry, for reader: ReaderID
    ) async throws(LibraryError) -> (entry: OutboxEntry, comment: CommentID?) {
        guard case .ended(.accepted) = entry.state, let story = entry.story else { return (entry, nil) }
        let discussions = DiscussionService(context: context)
        let outcome = try await discussions.refresh(story, reason: .manual)
        let thread = try await discussions.thread(of: story, for: reader)
        if let found = try await arrivedComment(of: entry, in: thread, for: reader) { return (entry, found) }
        guard outcome.isRead, thread.failure == nil, case .comment(let comment) = entry.action, comment.isGuest,
            let posting = posting(of: entry.source)
        else { return (entry, nil) }
        let record = try await record(entry.id, for: reader)
        guard record.state == .accepted else { return (record.entry, nil) }
        let carrier = OutboxSender(context: context, policy: policy, id: record.id)
        let found = try await carrier.look(for: record, posting, nil)
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            if case .found(.accepted) = found { return }
            try Self.write(found, of: record, transaction, now)
        }
        return (try await self.entry(entry.id, for: reader), nil)
    }

    /// Returns the comment with the key or address that the origin stated, otherwise the newest comment by this author
    /// under the same parent.
    private func arrivedComment(
        of entry: OutboxEntry, in thread: ThreadDetails, for reader: ReaderID
    ) async throws(LibraryError) -> CommentID? {
        if case .edit = entry.action { return entry.comment }
        guard case .ended(.accepted(let location)) = entry.state, case .comment(let sent) = entry.action else {
            return nil
        }
        if let location, let key = location.key {
            if let named = thread.comments.first(where: { $0.key == key }) { return named.id }
            // A guest's comment has exactly this key.
            if sent.isGuest { return nil }
        }
        if let page = location?.page, let linked = thread.comments.first(where: { $0.link == page }) {
            return linked.id
        }
        let account = try await MemberAccountService(context: context).account(at: entry.source, for: reader)
        let own = thread.comments.filter { comment in
            guard comment.parent == entry.comment, let author = comment.author else { return false }
            return sent.isSigned(by: author) ?? (author == account?.name)
        }
        return own.max { ($0.publishedAt ?? .distantPast) < ($1.publishedAt ?? .distantPast) }?.id
    }
}

extension FetchOutcome {
    /// True if the stored thread matches the origin's.
    fileprivate var isRead: Bool {
        switch self {
        case .fetched, .unchanged, .upToDate: true
        default: false
        }
    }
}
