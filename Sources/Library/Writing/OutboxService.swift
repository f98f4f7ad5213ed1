import Foundation
public import News
import URLs

/// A service that carries out readers' actions at origins. Each action is stored before its first byte is sent, is sent
/// once, and is searched for at the origin before it is sent again (`docs/writing.md`).
public struct OutboxService: Sendable {
    let context: LibraryContext
    var policy = OutboxPolicy.standard

    func posting(of source: StorySource) -> (any PostingCapability)? {
        context.sources.source(of: source.kind, at: source.site)?.posting
    }

    /// Returns the posting rules of a source; nil if the source accepts no actions.
    public func rules(of source: StorySource) -> PostingRules? { posting(of: source)?.rules }

    /// Returns a story, or a comment of the story, as the origin identifies it.
    /// - Throws: `.notThere` if the story or comment is unknown or purged.
    public func item(
        story: StoryID, comment: CommentID?
    ) async throws(LibraryError) -> (item: RemoteItem, source: StorySource) {
        try await context.database.read { transaction in
            let item = try transaction.first(
                """
                select origin_key, coalesce(discussion_link, link) as page from story where id = ? and purged_at is null
                """, [.number(story.rawValue)]
            ) { row in
                let key = row.text("origin_key")
                return RemoteItem(storyKey: key, page: row.optionalText("page").flatMap { WebAddress($0) })
            }
            guard var item, let source = try StorySource.find(story: story.rawValue, transaction) else {
                throw LibraryError.notThere
            }
            guard let comment else { return (item, source) }
            item.commentKey = try transaction.text(
                "select origin_key from comment where id = ? and story_id = ?",
                [.number(comment.rawValue), .number(story.rawValue)])
            guard item.commentKey != nil else { throw LibraryError.notThere }
            return (item, source)
        }
    }

    // MARK: - Performing

    /// Stores an action and carries it out; waits for the outcome, at most for the action's time limit (60 s).
    /// - Parameters:
    ///   - token: The token of the form. A second action of the reader with the same token returns the first action's
    ///     entry; an action with the same text as one that may have arrived is a retry of that one.
    /// - Throws: `.invalid` for an action that breaks the rules; `.notThere` if the source accepts no such action.
    @discardableResult
    public func perform(
        _ action: RemoteAction, at source: StorySource, token: String, for reader: ReaderID
    ) async throws(LibraryError) -> OutboxEntry {
        guard let rules = rules(of: source), rules.actions.contains(action.kind) else { throw .notThere }
        if let fault = rules.fault(in: action) { throw .invalid(why: fault.message(at: source.site.host)) }
        guard (1...200).contains(token.utf8.count) else {
            throw .invalid(why: "This form is incomplete. Please open its page again.")
        }
        let canSend = try await canSend(at: source, rules, for: reader)
        let (now, process, isFull) = (context.now(), context.presence.name, context.outboxRunner.isFull)
        if canSend { try context.presence.announce() }
        let row = try await context.writeAndNotify(for: reader) { transaction -> (id: Int64, beginning: Beginning) in
            let store = OutboxStore(transaction: transaction, now: now)
            if let known = try store.find(token: token, of: reader.rawValue) { return (known, .known) }
            if let open = try store.findOpen(action, at: source.id, of: reader.rawValue) {
                try store.setToken(token, of: open.id.rawValue)
                return (open.id.rawValue, open.state == .sending ? .known : .open)
            }
            guard !isFull else { throw Self.tooMany }
            let id = try store.insert(
                action, at: source, token: token, of: reader.rawValue, claimedBy: canSend ? process : nil)
            return (id, .new)
        }
        if row.beginning == .open {
            return try await retry(OutboxEntry.ID(rawValue: row.id), signedBy: action.author, for: reader)
        }
        if row.beginning == .new, canSend { start(row.id, at: source, for: reader) }
        return try await waitForEnd(of: row.id, for: reader)
    }

    /// The relation of an action to earlier ones; `open`: the same text may have arrived.
    private enum Beginning { case new, known, open }

    private static let tooMany = LibraryError.invalid(
        why: "Too much is on its way already. Please wait a moment, and try again.")

    private func canSend(
        at source: StorySource, _ rules: PostingRules, for reader: ReaderID
    ) async throws(LibraryError) -> Bool {
        guard rules.needsMembership else { return true }
        return try await context.session(at: source, for: reader) != nil
    }

    /// Starts an action, which continues when its caller no longer waits.
    private func start(_ id: Int64, at source: StorySource, for reader: ReaderID) {
        let carrier = OutboxSender(context: context, policy: policy, id: id)
        let lane = OutboxRunner.Lane(reader: reader.rawValue, source: source.id)
        context.outboxRunner.start(id, in: lane) { await carrier.run() }
    }

    private func waitForEnd(of id: Int64, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        let deadline = ContinuousClock.now + policy.waitLimit
        while true {
            let changes = context.notifier.changes()
            let entry = try await entry(OutboxEntry.ID(rawValue: id), for: reader)
            let rest = deadline - ContinuousClock.now
            guard entry.state == .sending, rest > .zero, !Task.isCancelled else { return entry }
            await ChangeNotifier.wait(rest, orUntil: changes)
        }
    }

    /// Sends again an action that was not sent, was refused for a time, or waited for a sign-in. An action of unknown
    /// outcome is searched for first, and sent only if it is not found.
    /// - Parameter author: The signature of a guest's comment; nil for the stored one.
    /// - Throws: `.notThere`; `.invalid` if the action is done or still being sent, and for a comment without a
    ///   signature.
    @discardableResult
    public func retry(
        _ id: OutboxEntry.ID, signedBy author: GuestAuthor? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> OutboxEntry {
        let record = try await entry(id, for: reader)
        guard record.state != .sending else { throw Self.stillSending }
        guard !record.state.isReceived else { throw Self.hasArrived }
        guard let rules = rules(of: record.source) else { throw .notThere }
        guard try await canSend(at: record.source, rules, for: reader) else {
            return try await park(record, for: reader)
        }
        guard let action = try await signed(record.action, by: author, rules, at: record.source, for: reader) else {
            // The comment may have arrived nevertheless.
            let looked = try await look(id, for: reader)
            guard looked.state != record.state, looked.state != .notArrived else { throw Self.notSigned }
            return looked
        }
        guard try await claimAndStart(record, as: action, for: reader) else { throw Self.stillSending }
        return try await waitForEnd(of: id.rawValue, for: reader)
    }

    /// Signs a guest's comment again, because an ended action has no name and addresses. Returns nil if no signature is
    /// known.
    private func signed(
        _ action: RemoteAction, by author: GuestAuthor?, _ rules: PostingRules, at source: StorySource,
        for reader: ReaderID
    ) async throws(LibraryError) -> RemoteAction? {
        guard case .comment(var comment) = action, comment.isGuest, comment.author == nil else { return action }
        comment.author = author
        if author == nil { comment.author = try await DraftService(context: context).guestAuthor(for: reader) }
        guard comment.author != nil else { return nil }
        let signed = RemoteAction.comment(comment)
        if let fault = rules.fault(in: signed) { throw .invalid(why: fault.message(at: source.site.host)) }
        return signed
    }

    private static let notSigned = LibraryError.invalid(
        why: "Your name and address were not kept with it. Say again how you sign it, then send it again.")

    private static let hasArrived = LibraryError.invalid(
        why: "This has arrived already. There is nothing to send.")
    private static let stillSending = LibraryError.invalid(why: "This is still being sent. Please wait a moment.")

    /// Lets an action wait for a sign-in, unless it has to be searched for first.
    private func park(_ record: OutboxEntry, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        let now = context.now()
        if record.state != .ended(.fateUnknown) {
            try await context.writeAndNotify(for: reader) { transaction in
                _ = try OutboxStore(transaction: transaction, now: now).setState(of: record, to: .waitingForSignIn)
            }
        }
        return try await entry(record.id, for: reader)
    }

    private func claimAndStart(
        _ record: OutboxEntry, as action: RemoteAction? = nil, for reader: ReaderID
    ) async throws(LibraryError) -> Bool {
        guard !context.outboxRunner.isFull else { throw Self.tooMany }
        try context.presence.announce()
        let (now, process) = (context.now(), context.presence.name)
        let isClaimed = try await context.writeAndNotify(for: reader) { transaction in
            try OutboxStore(transaction: transaction, now: now).claim(record, as: action, by: process)
        }
        if isClaimed { start(record.id.rawValue, at: record.source, for: reader) }
        return isClaimed
    }

    /// Sends the actions that waited for a session of this source, once each, oldest first.
    public func resumeAfterSignIn(at source: StorySource, for reader: ReaderID) async throws(LibraryError)
        -> [OutboxEntry]
    {
        guard let rules = rules(of: source), try await canSend(at: source, rules, for: reader) else { return [] }
        let now = context.now()
        let waiting = try await context.database.read { transaction in
            try OutboxStore(transaction: transaction, now: now).waiting(at: source.id, of: reader.rawValue)
        }
        var entries: [OutboxEntry] = []
        for record in waiting where try await claimAndStart(record, for: reader) {
            let entry = try await waitForEnd(of: record.id.rawValue, for: reader)
            entries.append(entry)
            // The session is lost again.
            if entry.state == .waitingForSignIn { break }
        }
        return entries
    }

    // MARK: - Looking

    /// Searches for an action of unknown outcome, or one that waits for approval; sends no action.
    @discardableResult
    public func look(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        let record = try await entry(id, for: reader)
        guard record.state.isOpen, let posting = posting(of: record.source) else { return record }
        let session = try await context.session(at: record.source, for: reader)
        guard session != nil || !posting.rules.needsMembership else { return record }
        let carrier = OutboxSender(context: context, policy: policy, id: record.id.rawValue)
        let found = try await carrier.look(for: record, posting, session)
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            try Self.write(found, of: record, transaction, now)
        }
        return try await entry(id, for: reader)
    }

    static func write(
        _ found: OutboxSender.Look, of record: OutboxEntry, _ transaction: Transaction, _ now: Date
    ) throws {
        let writer = OutboxResultWriter(transaction: transaction, now: now)
        switch found {
        case .found(let outcome): try writer.write(outcome, of: record, sentBy: nil, hasMembers: false)
        case .absent where record.state == .ended(.fateUnknown):
            _ = try OutboxStore(transaction: transaction, now: now).setState(of: record, to: .notArrived)
        case .absent:
            switch record.state {
            case .ended(.pending):
                // The comment no longer waits for approval, and is not shown.
                try writer.write(.refused(RemoteRefusal(.notThere)), of: record, sentBy: nil, hasMembers: false)
            case .ended(.accepted(let location)):
                try writer.write(.notShown(location), of: record, sentBy: nil, hasMembers: false)
            default: return
            }
        case .failed: return
        }
    }

    // MARK: - Reading

    /// Deletes an entry; an action that has arrived at the origin stays there.
    /// - Throws: `.notThere`; `.invalid` for an action that is being sent.
    public func remove(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) {
        try await recoverAbandoned()
        let now = context.now()
        try await context.writeAndNotify(for: reader) { transaction in
            let store = OutboxStore(transaction: transaction, now: now)
            guard let record = try store.find(id.rawValue, of: reader.rawValue) else { throw LibraryError.notThere }
            guard record.state != .sending else { throw Self.stillSending }
            try store.remove(record.id.rawValue)
        }
    }

    /// Returns one of the reader's entries.
    /// - Throws: `.notThere`.
    public func entry(_ id: OutboxEntry.ID, for reader: ReaderID) async throws(LibraryError) -> OutboxEntry {
        let found = try await read { try $0.find(id.rawValue, of: reader.rawValue) }
        guard let found else { throw .notThere }
        return found
    }

    /// Returns the reader's entries, newest first: actions in progress, failed or waiting for approval, and those done
    /// in the last 30 days.
    public func entries(for reader: ReaderID) async throws(LibraryError) -> [OutboxEntry] {
        try await read { try $0.all(of: reader.rawValue) }
    }

    /// Returns the comments on a story that the origin holds back, whose outcome is unknown, or that failed; the
    /// story's page shows them to their author.
    public func entries(of story: StoryID, for reader: ReaderID) async throws(LibraryError) -> [OutboxEntry] {
        try await read { try $0.comments(on: story.rawValue, of: reader.rawValue) }
    }

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (OutboxStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        try await recoverAbandoned()
        let now = context.now()
        return try await context.database.read { try work(OutboxStore(transaction: $0, now: now)) }
    }

    /// Ends the actions of processes that ended while sending.
    private func recoverAbandoned() async throws(LibraryError) {
        let (now, presence, runner) = (context.now(), context.presence, context.outboxRunner)
        let abandoned = try await context.database.read { transaction in
            try OutboxStore(transaction: transaction, now: now).abandoned(presence, isRunning: runner.isRunning)
        }
        guard !abandoned.isEmpty else { return }
        try await context.writeAndNotify { transaction in
            try OutboxStore(transaction: transaction, now: now).recover(abandoned)
        }
    }
}
