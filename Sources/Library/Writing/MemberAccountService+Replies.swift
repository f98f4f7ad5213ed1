import Foundation
public import News

extension MemberAccountService {
    /// Fetches replies to the reader's comments at each origin that is due: at most every ten minutes, less often while
    /// no replies arrive. Serves the server's background work, and a person's request with the reason `.manual`.
    public func refreshReplies(for reader: ReaderID, reason: RefreshReason) async throws(LibraryError) {
        for account in try await accounts(for: reader) where account.state == .signedIn {
            guard !Task.isCancelled else { return }
            try await refreshReplies(to: account, reason: reason, for: reader)
        }
    }

    private func refreshReplies(
        to account: MemberAccount, reason: RefreshReason, for reader: ReaderID
    ) async throws(LibraryError) {
        let source = account.source
        let catalogued = context.sources.source(of: source.kind, at: source.site)
        guard let membership = catalogued?.membership,
            let session = try await context.session(at: source, for: reader)
        else { return }
        let isClaimed = try await write(for: reader) { store in try store.claim(source, reason: reason) }
        guard isClaimed else { return }
        let result: Result<MemberItemListResponse, SourceError>
        do {
            result = .success(
                try await context.sources.runUntrusted { () async throws(SourceError) in
                    try await membership.list(.replies, as: session.session)
                })
        } catch { result = .failure(error) }
        // The task was cancelled; the check is due again when the claim ends.
        guard !Task.isCancelled else { return }
        let hasNew = try await write(for: reader) { store in
            try store.record(result, at: source.id, session)
        }
        if hasNew || result.isFailure { context.notifier.notify(for: reader) }
    }

    /// Returns the stored replies, newest first.
    public func replies(for reader: ReaderID) async throws(LibraryError) -> [ReceivedReply] {
        try await read(for: reader) { try $0.all() }
    }

    /// Returns the number of replies that the reader has not seen. Sends no requests.
    public func unseenReplyCount(for reader: ReaderID) async throws(LibraryError) -> Int {
        try await read(for: reader) { try $0.unseenCount() }
    }

    /// Returns the number of replies that the reader has not seen; nil for readers without an account. Uses one query.
    public func newReplyCount(for reader: ReaderID) async throws(LibraryError) -> Int? {
        try await read(for: reader) { try $0.newCount() }
    }

    /// Records that the reader has seen the list of replies.
    public func markRepliesSeen(for reader: ReaderID) async throws(LibraryError) {
        let (now, pollingPolicy) = (context.now(), context.pollingPolicy)
        let count = try await context.database.write { transaction in
            try ReplyStore(transaction: transaction, reader: reader.rawValue, now: now, pollingPolicy: pollingPolicy)
                .markSeen()
        }
        if count > 0 { context.notifier.notify(for: reader) }
    }

    /// Refreshes the due replies of all readers once a minute until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            // The disk may be full, or another process may be writing; the loop retries.
            do throws(LibraryError) { try await refreshDueReplies() } catch {}
            await ChangeNotifier.wait(.seconds(60), orUntil: nil)
        }
    }

    /// Refreshes the due replies of all readers.
    func refreshDueReplies() async throws(LibraryError) {
        let now = context.now()
        let readers = try await context.database.read { transaction in
            try transaction.numbers(
                """
                select distinct reader_id from member_account where session_lost_at is null and replies_due_at <= ?
                order by reader_id
                """, [.date(now)])
        }
        for reader in readers { try await refreshReplies(for: ReaderID(rawValue: reader), reason: .due) }
    }

    private func read<Value: Sendable>(
        for reader: ReaderID, _ work: @escaping @Sendable (ReplyStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, pollingPolicy) = (context.now(), context.pollingPolicy)
        return try await context.database.read { transaction in
            try work(
                ReplyStore(
                    transaction: transaction, reader: reader.rawValue, now: now, pollingPolicy: pollingPolicy))
        }
    }

    private func write<Value: Sendable>(
        for reader: ReaderID, _ work: @escaping @Sendable (ReplyStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, pollingPolicy) = (context.now(), context.pollingPolicy)
        return try await context.database.write(.refetchable) { transaction in
            try work(
                ReplyStore(
                    transaction: transaction, reader: reader.rawValue, now: now, pollingPolicy: pollingPolicy))
        }
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
