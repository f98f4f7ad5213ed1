internal import Foundation
internal import Synchronization

/// A server on 127.0.0.1 by which tests outside this process open sites, say what these answer and read what they were
/// asked. All bodies are JSON, and bytes in them Base64:
///
/// - `POST /` opens a site and responds with its `name` and `address`; `DELETE /NAME` closes it. `POST /identity` opens an
///   identity provider (``SampleIdentityProvider``) that asks who signs in, for the public client `tidings`.
/// - `PUT /NAME/resources` takes a list of ``ResourceOrder``; the newest resource that fits a request is served.
/// - `PUT /NAME/behaviours` takes a list of ``BehaviourOrder`` in place of all earlier ones; the newest wins.
/// - `GET /NAME/requests` responds with a ``RequestLog``; `DELETE /NAME/requests` forgets them.
public final class OriginControl: Sendable {
    private struct State {
        var sites: [String: SampleOrigin] = [:]
        var opened = 0
    }

    private let state = Mutex(State())

    /// Runs the server, without sites, during `body`.
    public static func open<Result>(_ body: (_ address: String) async throws -> Result) async throws -> Result {
        let control = OriginControl()
        let server = SampleOrigin(name: "control") { request, _ in await control.answer(request) }
        try await server.listen()
        do {
            let result = try await body(server.site)
            await control.close(server)
            return result
        } catch {
            await control.close(server)
            throw error
        }
    }

    private func close(_ server: SampleOrigin) async {
        await server.close()
        for site in state.withLock({ $0.sites.values.map(\.self) }) { await site.close() }
    }

    private func answer(_ request: RequestRecord) async -> SampleResource? {
        do {
            if request.method == "POST" { return try Self.resource(await openSite(at: request.path)) }
            let words = request.path.split(separator: "/").map(String.init)
            guard let name = words.first, let site = state.withLock({ $0.sites[name] }) else { return nil }
            let body = Data(request.body)
            switch (request.method, words.dropFirst().first) {
            case ("DELETE", nil):
                state.withLock { $0.sites[name] = nil }
                await site.close()
            case ("PUT", "resources"):
                let orders = try JSONDecoder().decode([ResourceOrder].self, from: body)
                for order in orders { site.serve(order.resource, to: order.pattern) }
            case ("PUT", "behaviours"):
                let orders = try JSONDecoder().decode([BehaviourOrder].self, from: body)
                if orders.contains(where: { $0.kind == .offline }) {
                    await site.close()
                } else {
                    await site.setRules(orders.compactMap(\.rule))
                }
            case ("GET", "requests"): return try Self.resource(RequestLog(site))
            case ("DELETE", "requests"): site.clearRequests()
            default: return nil
            }
            return try Self.resource([String]())
        } catch {
            return SampleResource("\(error)", contentType: "text/plain", status: 400)
        }
    }

    private func openSite(at path: String) async throws -> [String: String] {
        let name = state.withLock { state in
            state.opened += 1
            return "site-\(state.opened)"
        }
        let site = path == "/identity" ? try Self.identityProvider() : SampleOrigin(name: name)
        try await site.listen()
        state.withLock { $0.sites[name] = site }
        return ["name": name, "address": site.site]
    }

    private static func identityProvider() throws -> SampleOrigin {
        let provider = try SampleIdentityProvider(client: .init(id: "tidings", secret: nil), now: { Date() })
        try provider.change { $0.user = nil }
        return provider.origin
    }

    private static func resource(_ value: some Encodable) throws -> SampleResource {
        SampleResource(Array(try JSONEncoder().encode(value)), contentType: "application/json", hasEntityTag: false)
    }
}

/// The order to serve a resource.
private struct ResourceOrder: Decodable {
    var pattern: RequestPattern
    /// The bytes; nil takes the resource of this pattern away.
    var body: Data?
    var contentType: String?
    var status: Int?
    var headers: [String: String]?
    /// True if a hash of the bytes is sent as entity tag, and answered with 304; nil for false.
    var hasEntityTag: Bool?

    var resource: SampleResource? {
        body.map { body in
            SampleResource(
                Array(body), contentType: contentType ?? "text/html; charset=utf-8",
                hasEntityTag: hasEntityTag ?? false, status: status ?? 200,
                headers: (headers ?? [:]).map { ($0.key, $0.value) })
        }
    }
}

/// The order to behave in some way.
private struct BehaviourOrder: Decodable {
    enum Kind: String, Decodable {
        /// A port that is closed until other behaviours are ordered.
        case offline
        /// No response until other behaviours are ordered.
        case held
        /// An empty body with a status.
        case status
        /// The ordinary response after some milliseconds.
        case delayed
        /// The ordinary response, such as an exception from a wider pattern.
        case ordinary
    }

    var kind: Kind
    /// The requests that it is for; nil for all.
    var pattern: RequestPattern?
    var status: Int?
    var milliseconds: Int?

    /// The rule; nil for a closed port, which is none.
    var rule: OriginState.BehaviourRule? {
        let behaviour: OriginBehaviour
        switch kind {
        case .offline: return nil
        case .held: behaviour = .held
        case .status: behaviour = .status(status ?? 500)
        case .delayed: behaviour = .delayed(.milliseconds(milliseconds ?? 0))
        case .ordinary: behaviour = .delayed(.zero)
        }
        return .init(behaviour: behaviour, pattern: pattern ?? RequestPattern())
    }
}

/// The requests of a site.
private struct RequestLog: Encodable {
    struct Entry: Encodable {
        var method: String
        /// The path with the query.
        var target: String
        /// The names, in lower case, and the values, in order.
        var headers: [[String]]
        var body: Data
    }

    var requests: [Entry]
    var maxOpenConnections: Int

    init(_ site: SampleOrigin) {
        requests = site.requests.map { request in
            Entry(
                method: request.method, target: request.target, headers: request.headers.map { [$0.name, $0.value] },
                body: Data(request.body))
        }
        maxOpenConnections = site.maxOpenConnections
    }
}
