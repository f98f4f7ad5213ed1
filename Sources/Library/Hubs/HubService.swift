public import News

/// A service for the hubs that tell of channels' new stories: what readers choose, and what hubs send (docs/websub.md).
public struct HubService: Sendable {
    let context: LibraryContext

    /// The largest content that is taken from a hub, in bytes. A channel with more is fetched.
    public static let maxContentSize = 4 << 20

    private func write<Value: Sendable>(
        _ durability: Durability = .refetchable, _ work: @escaping @Sendable (HubStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, policy) = (context.now(), context.pollingPolicy)
        return try await context.writeAndNotify(durability) {
            try work(HubStore(transaction: $0, now: now, policy: policy))
        }
    }

    private func read<Value: Sendable>(
        _ work: @escaping @Sendable (HubStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, policy) = (context.now(), context.pollingPolicy)
        return try await context.database.read { try work(HubStore(transaction: $0, now: now, policy: policy)) }
    }

    /// Returns a channel's hub, and how it is told by it; nil if it names none.
    public func subscription(of channel: ChannelID) async throws(LibraryError) -> HubSubscription? {
        try await read { try $0.subscription(of: channel.rawValue) }
    }

    /// Sets whether a channel is told by its hub, for all readers.
    /// - Throws: `.notThere` if the channel names no hub.
    public func setChoice(_ choice: HubChoice, of channel: ChannelID) async throws(LibraryError) {
        let isSet = try await write(.readerAction) { try $0.setChoice(choice, of: channel.rawValue) }
        guard isSet else { throw .notThere }
    }

    /// Confirms or denies what a hub asks at a callback address.
    /// - Returns: false for what was not asked for.
    public func verify(_ verification: HubVerification, token: SecretToken) async throws(LibraryError) -> Bool {
        guard try await isKnown(token) else { return false }
        return try await write { try $0.verify(verification, token: token) }
    }

    private func isKnown(_ token: SecretToken) async throws(LibraryError) -> Bool {
        try await context.database.read { transaction in
            try transaction.exists("select 1 from channel_hub where token_hash = ?", [.text(token.hash)])
        }
    }

    /// Returns true if content is taken at a callback address, so that it is worth reading.
    public func takesContent(at token: SecretToken) async throws(LibraryError) -> Bool {
        try await read { try $0.receiver(token) != nil }
    }

    /// Takes content, which is imported soon after, if its signature is right. Nothing is lost if the process dies before:
    /// the channel is then fetched.
    /// - Parameter signature: the value of `X-Hub-Signature`.
    public func receive(
        _ document: HubDocument, signature: String?, token: SecretToken
    ) async throws(LibraryError) -> HubReception {
        guard let (channel, sealed) = try await read({ try $0.receiver(token) }) else { return .gone }
        let key = context.secrets.unseal(sealed, as: HubKey.secretName(channel)).flatMap { HubKey($0) }
        guard let key, let signature, key.isValid(signature: signature, of: document.bytes) else {
            try await write { try $0.recordFault(.signature, of: channel) }
            return .accepted
        }
        let (now, policy) = (context.now(), context.pollingPolicy)
        // Nothing that readers see changes, but for a flood.
        let isTaken = try await context.database.write(.refetchable) {
            try HubStore(transaction: $0, now: now, policy: policy).countContent(of: channel)
        }
        guard isTaken else {
            context.notifier.notify()
            return .gone
        }
        if !context.hubInbox.offer(HubInbox.Content(channel: channel, document: document)) {
            try await write { try $0.dropContent(of: channel) }
        }
        return .accepted
    }

    /// Notes content that was too large to be read.
    public func refuseTooLarge(at token: SecretToken) async throws(LibraryError) {
        guard let (channel, _) = try await read({ try $0.receiver(token) }) else { return }
        try await write { try $0.recordFault(.tooLarge, of: channel) }
    }
}
