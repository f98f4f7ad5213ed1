import Foundation
import News
import SampleOrigins
import Testing
import URLs

/// The guarantees of every source with a `PostingCapability`: no action is done twice, and each fate can be found out.
@Suite struct PostingContractTests {
    @Test(arguments: PostingFixture.all)
    func `preparing an action changes nothing at its origin`(_ fixture: PostingFixture) async throws {
        try await open(fixture) { site, _ in
            let prepared = try await prepare(site)
            #expect(!prepared.fields.isEmpty || prepared.address.query != nil)
            #expect(!site.origin.requests.isEmpty)
            #expect(site.origin.requests.allSatisfy { $0.method == "GET" && $0.body.isEmpty })
            #expect(site.count() == 0)
            #expect(try await find(site) == nil)
        }
    }

    @Test(arguments: PostingFixture.all)
    func `an action is one request, and is found where it went`(_ fixture: PostingFixture) async throws {
        try await open(fixture) { site, _ in
            let prepared = try await prepare(site)
            site.origin.clearRequests()
            let outcome = await site.posting.send(prepared, as: site.session)
            #expect(Self.hasArrived(outcome), "\(outcome)")
            #expect(site.origin.requests.count == 1)
            #expect(site.origin.requests.first?.path == prepared.address.path)
            #expect(site.origin.requests.first?.method == prepared.method.name)
            #expect(site.count() == 1)
            #expect(try await find(site).map(Self.hasArrived) == true)
        }
    }

    @Test(arguments: PostingFixture.all)
    func `an action follows no redirect`(_ fixture: PostingFixture) async throws {
        try await open(fixture) { site, _ in
            let prepared = try await prepare(site)
            for isPermanent in [false, true] {
                let elsewhere = OriginBehaviour.redirected(to: "/elsewhere", permanent: isPermanent)
                await site.origin.simulate(elsewhere, at: prepared.address.path, times: 1)
                site.origin.clearRequests()
                _ = await site.posting.send(prepared, as: site.session)
                #expect(site.origin.requests.map(\.path) == [prepared.address.path])
            }
            #expect(site.count() == 0)
        }
    }

    @Test(arguments: PostingFixture.all, FaultInjectingProxy.Cut.allCases)
    func `a connection that breaks loses nothing and does nothing twice`(
        _ fixture: PostingFixture, _ cut: FaultInjectingProxy.Cut
    ) async throws {
        try await open(fixture) { site, proxy in
            let prepared = try await prepare(site)
            site.origin.clearRequests()
            try await proxy.cut(cut)
            // A request that may be repeated finds out first that the connection which was kept from before is gone. Else the
            // action may go over it, and nobody can know its fate. Its failure is the point.
            if cut == .refused { _ = try? await prepare(site) }
            let outcome = await site.posting.send(prepared, as: site.session)
            try await proxy.cut(nil)
            let isThere = cut == .beforeResponse || cut == .inResponseHead || cut == .inResponseBody
            switch outcome {
            case .unsent: #expect(cut == .refused, "after \(cut) nobody can know that: \(outcome)")
            case .fateUnknown: #expect(cut != .refused)
            // The response was complete if it has no body.
            default: #expect(cut == .inResponseBody && Self.hasArrived(outcome), "\(outcome)")
            }
            #expect(site.origin.requests.count == (isThere ? 1 : 0))
            #expect(site.count() == (isThere ? 1 : 0))
            let found = try await find(site)
            #expect(found.map(Self.hasArrived) == (isThere ? true : nil), "\(String(describing: found))")
            guard !isThere else { return }
            let again = await site.posting.send(try await prepare(site), as: site.session)
            #expect(Self.hasArrived(again) && site.count() == 1, "\(again)")
        }
    }

    @Test(arguments: PostingFixture.all)
    func `neither token nor cookie is in an outcome`(_ fixture: PostingFixture) async throws {
        try await open(fixture) { site, _ in
            let prepared = try await prepare(site)
            let known = try text(of: site.action)
            var secrets = prepared.fields.map(\.value).filter { $0.utf8.count >= 8 && !known.contains($0) }
            if let session = site.session { secrets.append(session.cookie) }
            let first = await site.posting.send(prepared, as: site.session)
            // The same action is sent again, which is refused.
            let second = await site.posting.send(prepared, as: site.session)
            let found = try await find(site)
            for outcome in [first, second, found].compactMap({ $0 }) {
                let written = try text(of: outcome) + String(reflecting: outcome)
                for secret in secrets { #expect(!written.contains(secret), "\(secret) is in \(written)") }
            }
        }
    }

    // MARK: Walking through it

    private func open(
        _ fixture: PostingFixture, _ body: (PostingFixture.Site, FaultInjectingProxy) async throws -> Void
    ) async throws {
        try await FaultInjectingProxy.open { proxy in
            try await fixture.open(proxy) { site in try await body(site, proxy) }
        }
    }

    private func prepare(_ site: PostingFixture.Site) async throws -> PreparedAction {
        let result = try await site.posting.prepare(site.action, as: site.session)
        guard case .ready(let prepared) = result else { throw NothingToSend(result: result) }
        return prepared
    }

    /// An error for an origin that does not offer the fixture's action.
    private struct NothingToSend: Error { let result: PreparedAction.Result }

    private func find(_ site: PostingFixture.Site) async throws -> RemoteActionOutcome? {
        try await site.posting.find(site.action, sentAt: site.now(), as: site.session)
    }

    private func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func hasArrived(_ outcome: RemoteActionOutcome) -> Bool {
        switch outcome {
        case .accepted, .pending: true
        default: false
        }
    }
}

extension PreparedAction.Method {
    fileprivate var name: String {
        switch self {
        case .get: "GET"
        case .post: "POST"
        }
    }
}
