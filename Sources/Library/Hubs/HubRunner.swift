import Foundation
import Logging
import News
import URLs

/// A runner that subscribes at hubs, renews and ends subscriptions, and imports what hubs send.
public struct HubRunner: Sendable {
    private let library: NewsLibrary
    private let origin: String?
    private let logger = Logger(label: "tidings")

    private static let maxConcurrent = 4
    private static let maxPause: TimeInterval = 600
    private static let failurePause = Duration.seconds(30)
    /// The path of callback addresses, without the secret.
    public static let callbackPath = "/hub/"

    private var context: LibraryContext { library.context }

    /// - Parameter origin: the public https origin of this server; nil if hubs cannot reach it, so that channels are
    ///   fetched only.
    public init(library: NewsLibrary, origin: String?) {
        self.library = library
        self.origin = origin.flatMap { $0.hasPrefix("https://") ? $0 : nil }
    }

    /// Runs until the task is cancelled.
    public func run() async {
        await logFailure { () async throws(LibraryError) in try await start() }
        guard origin != nil else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await importWaiting()
                for await _ in context.hubInbox.arrivals { await importWaiting() }
            }
            group.addTask {
                while !Task.isCancelled {
                    let changes = context.notifier.changes()
                    await logFailure { () async throws(LibraryError) in try await sendDue() }
                    await ChangeNotifier.wait(await untilNextRequest(), orUntil: changes)
                }
            }
        }
    }

    private func logFailure(_ work: () async throws(LibraryError) -> Void) async {
        do { try await work() } catch {
            guard !Task.isCancelled else { return }
            logger.warning("hubs were not asked", metadata: ["why": "\(error.userMessage)"])
            // The disk may be full for hours. A cancelled sleep ends the pause.
            do { try await Task.sleep(for: Self.failurePause) } catch { return }
        }
    }

    private func store<Value: Sendable>(
        _ work: @escaping @Sendable (HubStore) throws -> Value
    ) async throws(LibraryError) -> Value {
        let (now, policy) = (context.now(), context.pollingPolicy)
        return try await context.database.write(.refetchable) {
            try work(HubStore(transaction: $0, now: now, policy: policy))
        }
    }

    /// Ends subscriptions of a former address of this server, and recovers content that was not imported.
    func start() async throws(LibraryError) {
        try await store { [origin] in try $0.recover(origin: origin) }
        context.notifier.notify()
    }

    private func untilNextRequest() async -> Duration {
        let (now, policy) = (context.now(), context.pollingPolicy)
        var pause = Self.maxPause
        do {
            let next = try await context.database.read {
                try HubStore(transaction: $0, now: now, policy: policy).nextRequestAt()
            }
            if let next { pause = min(pause, max(1, next.timeIntervalSince(now))) }
        } catch {
            // The database is closed or busy; the next round finds out.
            pause = 5
        }
        return .milliseconds(Int(pause * 1_000))
    }

    // MARK: - Requests

    /// Sends the requests that are due, a few at a time.
    func sendDue() async throws(LibraryError) {
        guard let origin else { return }
        let (now, policy) = (context.now(), context.pollingPolicy)
        let isDue = try await context.database.read {
            try HubStore(transaction: $0, now: now, policy: policy).isAnythingDue()
        }
        guard isDue else { return }
        while !Task.isCancelled {
            let tasks = try await store { try $0.claimDue(limit: Self.maxConcurrent) }
            guard !tasks.isEmpty else { return }
            await withTaskGroup(of: Void.self) { group in
                for task in tasks {
                    group.addTask {
                        await logFailure { () async throws(LibraryError) in try await send(task, origin: origin) }
                    }
                }
            }
            context.notifier.notify()
        }
    }

    private func send(_ task: HubTask, origin: String) async throws(LibraryError) {
        guard let hub = context.sources.source(of: task.kind, at: task.site)?.hub, hub.accepts(task.hub) else {
            return try await store { try $0.recordFailure(.notSecure, rest: HubPolicy.rest, of: task.channel) }
        }
        guard let key = try await key(of: task, origin: origin) else {
            return try await store { try $0.recordFailure(.noKey, rest: HubPolicy.rest, of: task.channel) }
        }
        let request = HubRequest(
            hub: task.hub, mode: task.mode, topic: task.topic,
            callback: origin + Self.callbackPath + key.token.text, secret: key.secret,
            leaseSeconds: Int(HubPolicy.requestedLease))
        var failure: SourceError?
        do { try await hub.send(request) } catch { failure = error }
        guard !Task.isCancelled else { return }
        try await store { [failure] in try $0.record(failure, of: task) }
    }

    /// Returns the key of a subscription, which is made and stored for a new one; nil if secrets cannot be stored.
    private func key(of task: HubTask, origin: String) async throws(LibraryError) -> HubKey? {
        let name = HubKey.secretName(task.channel)
        if let sealed = task.sealedKey, let key = context.secrets.unseal(sealed, as: name).flatMap({ HubKey($0) }) {
            return key
        }
        let key = HubKey()
        let sealed: [UInt8]
        do { sealed = try context.secrets.seal(key.text, as: name) } catch { return nil }
        try await store { try $0.setKey(sealed, hash: key.token.hash, origin: origin, of: task.channel) }
        return key
    }

    // MARK: - Content

    /// Imports the content that waits.
    func importWaiting() async {
        while !Task.isCancelled, let content = context.hubInbox.take() {
            await logFailure { () async throws(LibraryError) in try await importContent(content) }
        }
    }

    private func importContent(_ content: HubInbox.Content) async throws(LibraryError) {
        let started = ContinuousClock.now
        let (now, id) = (context.now(), content.channel)
        let found = try await context.database.read { transaction in
            (
                channel: try DueChannel.read(id, transaction),
                topic: try transaction.text("select topic from channel_hub where channel_id = ?", [.number(id)])
            )
        }
        guard let channel = found.channel, let topic = found.topic,
            let hub = context.sources.source(of: channel.kind, at: channel.site)?.hub
        else { return }
        let request = ChannelRequest(
            address: channel.address, reason: .pushed, sourceState: channel.state.sourceState, title: channel.title)
        let response: ChannelResponse
        do throws(HubDocumentError) {
            response = try await context.sources.runUntrusted { () async throws(HubDocumentError) in
                try hub.response(of: content.document, topic: topic, in: request)
            }
        } catch {
            let failure: HubFailure = error == .otherTopic ? .otherTopic : .unreadable
            return try await store { try $0.recordFault(failure, of: id) }
        }
        var pushed = channel
        pushed.reason = .pushed
        // Nothing is fetched, so that nothing need be leased: the lease only says which host it would have been.
        let lease = FetchLease(
            target: .channel(id), host: channel.address.hostKey, reason: .pushed, previous: channel.state,
            leasedAt: now,
            expiresAt: 0)
        let leased = LeasedChannel(channel: pushed, lease: lease)
        let result = try UnstoredRefreshResult(
            .success(response), to: leased, at: now, duration: started.duration(to: .now), jitter: 0)
        try await Refresher(library: library).storePushed(result)
    }
}
