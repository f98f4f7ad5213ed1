internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Synchronization

/// An HTTP server on 127.0.0.1 that simulates faults and records requests.
///
/// ```swift
/// try await SampleOrigin.open(["/feed": SampleResource(xml, contentType: "application/rss+xml")]) { origin in
///     await origin.simulate(.status(503, retryAfter: .seconds(60)), at: "/feed", times: 1)
///     … origin.address("/feed") …
///     #expect(origin.requests(at: "/feed").count == 1)
/// }
/// ```
public final class SampleOrigin: Sendable {
    /// A closure that returns the resource for a request; nil for 404.
    /// - Parameter huge: The number of stories of a huge feed; nil for an ordinary feed.
    typealias Provider = @Sendable (_ request: RequestRecord, _ huge: Int?) async -> SampleResource?

    /// The slug of a publication or site, or `origin`.
    public let name: String
    private let state = Mutex(OriginState())
    private let endpoint = Mutex(Endpoint())
    private let provider: Provider?

    private struct Endpoint {
        /// The port; nil until the origin listens for the first time.
        var port: ReservedPort?
        var usesHostname = false
    }

    init(name: String, provider: Provider? = nil) {
        self.name = name
        self.provider = provider
    }

    /// Runs an origin during `body`.
    public static func open<Result>(
        _ resources: [String: SampleResource] = [:], _ body: (SampleOrigin) async throws -> Result
    ) async throws -> Result {
        let origin = SampleOrigin(name: "origin")
        for (path, resource) in resources { origin.serve(resource, at: path) }
        try await origin.listen()
        do {
            let result = try await body(origin)
            await origin.close()
            return result
        } catch {
            await origin.close()
            throw error
        }
    }

    /// The port; unchanged while the origin is offline.
    public var port: Int { endpoint.withLock { $0.port?.number ?? 0 } }
    /// The host with the port; a name below `localhost` if requested (RFC 6761 §6.3).
    public var host: String {
        endpoint.withLock { "\($0.usesHostname ? "\(name).localhost" : "127.0.0.1"):\($0.port?.number ?? 0)" }
    }
    /// The base URL, without a trailing slash.
    public var site: String { "http://\(host)" }

    /// Returns the URL of a path.
    /// - Parameter path: The path with a leading slash.
    public func address(_ path: String) -> String { site + path }

    /// Serves a resource in place of the site's own at that path.
    public func serve(_ resource: SampleResource, at path: String) {
        serve(resource, to: RequestPattern(path: path))
    }

    /// Serves a resource in place of the site's own to some requests; nil takes an earlier one away.
    func serve(_ resource: SampleResource?, to pattern: RequestPattern) {
        state.withLock { $0.serve(resource, pattern) }
    }

    /// The recorded requests in order of arrival.
    public var requests: [RequestRecord] { state.withLock { $0.requests } }

    /// Returns the recorded requests for one path.
    public func requests(at path: String) -> [RequestRecord] { requests.filter { $0.path == path } }

    /// The largest number of concurrent requests since the last `clearRequests()`.
    public var maxConcurrentRequests: Int { state.withLock { $0.maxConcurrentRequests } }

    /// The largest number of connections that were open at a time since the last `clearRequests()`, without those that
    /// never sent a request.
    var maxOpenConnections: Int { state.withLock { $0.maxOpenConnections } }

    /// Removes the recorded requests.
    public func clearRequests() {
        state.withLock {
            $0.requests = []
            $0.maxConcurrentRequests = $0.activeRequests
            $0.maxOpenConnections = $0.openConnections.count
        }
    }

    /// Adds a behaviour for one path or all, for a number of requests or until it is changed.
    ///
    /// A call with `.offline` returns when the port is closed; any other behaviour reopens it.
    public func simulate(_ behaviour: OriginBehaviour, at path: String? = nil, times: Int? = nil) async {
        if case .offline = behaviour { return await close() }
        state.withLock {
            $0.rules.append(.init(behaviour: behaviour, pattern: RequestPattern(path: path), times: times))
        }
        await reopen()
    }

    /// Replaces all behaviour rules at once and reopens the port if it is closed.
    func setRules(_ rules: [OriginState.BehaviourRule]) async {
        state.withLock { $0.rules = rules }
        await reopen()
    }

    /// Removes all behaviour rules and reopens the port if it is closed.
    public func resetBehaviour() async { await setRules([]) }

    private func reopen() async {
        guard state.withLock({ $0.listener == nil }) else { return }
        do {
            try await listen()
        } catch {
            Logger(label: "sample-origin").error("\(name) cannot listen at port \(port) again: \(error)")
        }
    }

    /// Uses a host name instead of the IP address.
    func useHostname() { endpoint.withLock { $0.usesHostname = true } }

    /// Starts to listen, at the previous port if there was one.
    func listen() async throws {
        var log = Logger(label: "sample-origin")
        log.logLevel = .critical
        try endpoint.withLock { if $0.port == nil { $0.port = try ReservedPort() } }
        let (openings, opened) = AsyncStream<Void>.makeStream()
        let app = Application(
            responder: CallbackResponder<OriginRequestContext> { [self] request, context in
                countConnection(context.channel)
                return try await respond(request)
            },
            configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: name),
            onServerRunning: { _ in opened.finish() }, logger: log)
        let failure = Mutex<(any Error)?>(nil)
        let listener = Task {
            do {
                try await app.run()
            } catch {
                failure.withLock { $0 = error }
            }
            opened.finish()
        }
        for await _ in openings {}
        if let error = failure.withLock({ $0 }) { throw error }
        state.withLock { $0.listener = listener }
    }

    func close() async {
        let listener = state.withLock { state in
            let old = state.listener
            state.listener = nil
            return old
        }
        listener?.cancel()
        await listener?.value
    }

    private func countConnection(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        guard state.withLock({ $0.beginConnection(id) }) else { return }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = $0.openConnections.remove(id) } }
    }

    private func respond(_ request: Request) async throws -> Response {
        let record = try await RequestRecord(request)
        var behaviour = state.withLock { $0.beginRequest(record) }
        defer { state.withLock { $0.endRequest() } }
        while case .held = behaviour {
            try await Task.sleep(for: .milliseconds(20))
            behaviour = state.withLock { $0.takeBehaviour(for: record) }
        }
        if case .delayed(let time) = behaviour { try await Task.sleep(for: time) }
        if let response = BodilessResponse.response(for: behaviour, record: record) { return response }
        let resource = await resource(for: record, behaviour) ?? Self.notFound
        if resource.supportsEventStream, behaviour == nil, EventStream.isRequested(by: record) {
            return EventStream.response { [self] in await self.resource(for: record, nil) }
        }
        return OriginResponseBuilder(resource: resource, record: record, behaviour: behaviour).response()
    }

    private func resource(for record: RequestRecord, _ behaviour: OriginBehaviour?) async -> SampleResource? {
        if case .serving(let resource) = behaviour { return resource }
        if let resource = state.withLock({ $0.resource(for: record) }) { return resource }
        var huge: Int?
        if case .huge(let stories) = behaviour { huge = stories }
        return await provider?(record, huge)
    }

    private static let notFound = SampleResource(
        "<!doctype html><title>Not here</title><p>There is nothing at this address.", contentType: "text/html",
        status: 404)
}

/// The context of a request, with its connection.
private struct OriginRequestContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

extension RequestRecord {
    fileprivate init(_ request: Request) async throws {
        let parts = (request.head.path ?? "/").split(separator: "?", maxSplits: 1)
        method = request.method.rawValue
        path = parts.first.map(String.init) ?? "/"
        query = parts.count > 1 ? String(parts[1]) : nil
        headers = request.headers.map { ($0.name.canonicalName, $0.value) }
        if let host = request.head.authority { headers.append(("host", host)) }
        body = Array(try await request.body.collect(upTo: 1 << 24).readableBytesView)
    }
}
