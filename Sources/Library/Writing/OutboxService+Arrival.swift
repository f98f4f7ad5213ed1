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
        if let found = try await arrivedComment(of: entry, in: story, for: reader) { return (entry, found) }
        let failure = try await context.database.read { transaction in
            try OnDemandFetchState.read(.discussion(ofStory: story.rawValue), transaction).failure
        }
        guard outcome.isRead, failure == nil, case .comment(let comment) = entry.action, comment.isGuest,
            let posting = posting(of: entry.source)
        else { return (entry, nil) }
        let record = try await self.entry(entry.id, for: reader)
        guard case .ended(.accepted) = record.state else { return (record, nil) }
        let carrier = OutboxSender(context: context, policy: policy, id: record.id.rawValue)
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
        of entry: OutboxEntry, in story: StoryID, for reader: ReaderID
    ) async throws(LibraryError) -> CommentID? {
        if case .edit = entry.action { return entry.comment }
        guard case .ended(.accepted(let location)) = entry.state, case .comment(let sent) = entry.action else {
            return nil
        }
        // A guest's comment has exactly the key that the origin stated.
        let isKeyed = sent.isGuest && location?.key != nil
        let page = isKeyed ? nil : location?.page
        let stated = try await context.database.read { transaction in
            try ArrivedCommentQuery(transaction: transaction, story: story)
                .comment(withKey: location?.key, orAt: page)
        }
        if stated != nil || isKeyed { return stated }
        let account = try await MemberAccountService(context: context).account(at: entry.source, for: reader)
        return try await context.database.read { transaction in
            try ArrivedCommentQuery(transaction: transaction, story: story).newest(under: entry.comment) { author in
                sent.isSigned(by: author) ?? (author == account?.name)
            }
        }
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
