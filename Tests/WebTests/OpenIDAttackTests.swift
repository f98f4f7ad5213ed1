import Foundation
import HTTPTypes
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Library
@testable import Web

@Suite(.serialized) struct `An identity provider that breaks the rules` {
    typealias Fault = SampleIdentityProvider.Fault

    /// A piece of the sentence for each fault; nil for one that is no fault of the provider's.
    private static func words(_ fault: Fault) -> String {
        switch fault {
        case .discoveryIssuer: "calls itself another issuer"
        case .discoveryEndpoints: "does not say at which https addresses"
        case .discoveryText: "has no description at the address of openid.issuer"
        case .responseIssuer, .noResponseIssuer: "The answer did not come from Sample Identity"
        case .noCode: "answered without a code"
        case .noToken, .tokenText: "in a way that is not OpenID Connect"
        case .issuer: "it is another provider’s"
        case .audience, .severalAudiences, .authorizedParty: "it is for another program"
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .old: "it is an old one"
        case .nonce, .noNonce: "it belongs to another sign-in"
        case .accessTokenHash: "it does not go with the rest of the answer"
        case .noSubject: "it names nobody"
        case .noExpiry, .twoParts: "it cannot be read"
        case .algorithmNone, .macWithPublicKey, .criticalExtension: "it is not signed by RS256, ES256 or EdDSA"
        case .unknownKey: "its key is not among the provider’s"
        case .damagedSignature, .otherKey: "its signature is wrong"
        }
    }

    @Test(arguments: Fault.allCases)
    func `signs nobody in, and the page says why`(fault: Fault) async throws {
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change {
                $0.fault = fault
                if fault == .macWithPublicKey { $0.algorithm = .rs256 }
                $0.user = .init(subject: "u-7", name: "Grace")
            }
            var response = try await house.browser.get("/sign-in/openid")
            if response.status == .seeOther {
                let cookie = try #require(response.header("Set-Cookie")).prefix { $0 != ";" }
                let path = try await house.authorize(try #require(response.header("Location")))
                response = try await house.arrive(path, String(cookie))
            }
            try await house.expectRefusal(response, Self.words(fault))
            #expect(house.log.messages.count == 1)
            #expect(house.log.messages.allSatisfy { $0.contains("sign-in failed: address=") && !$0.contains("u-7") })
            // Nothing was wrong with the way itself.
            try house.provider.change { $0.fault = nil }
            if fault != .unknownKey { #expect(try await house.signIn().status == .seeOther) }
        }
    }

    @Test(arguments: Algorithm.allCases, [Fault.damagedSignature, .otherKey, .accessTokenHash])
    func `signs nobody in by any algorithm`(algorithm: Algorithm, fault: Fault) async throws {
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change { ($0.fault, $0.algorithm) = (fault, algorithm) }
            try await house.expectRefusal(try await house.signIn(), Self.words(fault))
        }
    }

    typealias Algorithm = SampleIdentityProvider.Algorithm

    @Test(arguments: [
        ("access_denied", "did not sign you in, as you or it did not agree"),
        ("temporarily_unavailable", "cannot sign anybody in at the moment"),
        ("login_required", "refused the sign-in (login_required)"),
        ("<script>", "refused the sign-in (without a reason)"),
    ])
    func `is quoted only in the standard's words`(error: String, words: String) async throws {
        try await OpenIDFixture.open { house async throws in
            try house.provider.change { $0.error = error }
            let response = try await house.signIn()
            try await house.expectRefusal(response, words)
            #expect(response.text.contains("role=\"alert\"") && !response.text.contains("<script>"))
            #expect(house.provider.origin.requests(at: "/token").isEmpty)
        }
    }

    @Test func `may be slow, endless, broken or away`() async throws {
        let faults: [(OriginBehaviour, String)] = [
            (.status(500), "reported a server error (500)"), (.held, "did not answer within 8 seconds"),
            (.endless, "sent more than the"), (.redirected(to: "/keys", permanent: false), "refused the request (302)"),
        ]
        for (behaviour, words) in faults {
            try await OpenIDFixture.open(admitsUnknown: true, timeout: .seconds(8)) { house async throws in
                await house.provider.origin.simulate(behaviour, at: "/keys")
                try await house.expectRefusal(try await house.signIn(), words)
                #expect(house.log.messages.count == 1)
            }
        }
        try await OpenIDFixture.open { house async throws in
            await house.provider.origin.simulate(.garbage, at: "/.well-known/openid-configuration", times: 1)
            let response = try await house.browser.get("/sign-in/openid")
            #expect(response.status == .badGateway && response.text.contains("has no description"))
            await house.provider.origin.simulate(.offline)
            let away = try await house.browser.get("/sign-in/openid")
            #expect(away.status == .badGateway && away.text.contains("Sample Identity cannot be asked who you are."))
        }
    }

    @Test func `is not asked in the home network unless the settings list it`() async throws {
        try await OpenIDFixture.open(isAllowed: false) { house async throws in
            let response = try await house.browser.get("/sign-in/openid")
            try await house.expectRefusal(
                response, "list its numeric address with port \(house.provider.origin.port) in network.allow")
            #expect(house.provider.origin.requests.isEmpty)
        }
    }

    @Test func `must call itself what the settings say, to the letter`() async throws {
        try await OpenIDFixture.open(issuer: { $0 + "/" }) { house async throws in
            try await house.expectRefusal(
                try await house.browser.get("/sign-in/openid"), "calls itself another issuer")
        }
    }
}

@Suite(.serialized) struct `Attacks on the way from an identity provider` {
    private let state = "This sign-in did not begin in this browser"

    @Test func `an answer without the state of this browser signs nobody in`() async throws {
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change { $0.user?.name = "Grace" }
            let mine = try await house.depart(), other = try await house.depart()
            let path = try await house.authorize(mine.address)
            try await house.expectRefusal(try await house.arrive(path), state)
            try await house.expectRefusal(try await house.arrive(path, other.cookie), state)
            let stateless = path.replacing(/state=[^&]+/, with: "state=")
            try await house.expectRefusal(try await house.arrive(stateless, mine.cookie), state)
            let damaged = String(mine.cookie.dropLast()) + (mine.cookie.hasSuffix("0") ? "1" : "0")
            for cookie in ["tidings-openid=", "tidings-openid=00", "tidings-openid=zz", damaged] {
                try await house.expectRefusal(try await house.arrive(path, cookie), state)
            }
            #expect(house.provider.origin.requests(at: "/token").isEmpty)
            // None of this has ended the sign-in that is under way.
            #expect(try await house.arrive(path, mine.cookie).status == .seeOther)
        }
    }

    @Test func `an answer counts once, and for ten minutes`() async throws {
        try await OpenIDFixture.open { house async throws in
            try await house.linkFirstReader()
            let first = try await house.depart()
            let path = try await house.authorize(first.address)
            #expect(try await house.arrive(path, first.cookie).openedSession != nil)
            let again = try await house.arrive(path, first.cookie)
            #expect(again.status == .forbidden && again.openedSession == nil && again.text.contains(state))
            let late = try await house.depart()
            let latePath = try await house.authorize(late.address)
            house.app.clock.advance(601)
            let refused = try await house.arrive(latePath, late.cookie)
            #expect(refused.openedSession == nil && refused.text.contains(state))
            #expect(house.provider.origin.requests(at: "/token").count == 2)
        }
    }

    @Test func `a code of another attempt is worth nothing`() async throws {
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change { $0.user?.name = "Grace" }
            let victim = try await house.depart(), attacker = try await house.depart()
            let stolen = try #require(try await house.authorize(victim.address).firstMatch(of: /code=([^&]+)/)).1
            let own = try await house.authorize(attacker.address)
            let path = own.replacing(/code=[^&]+/, with: "code=\(stolen)")
            try await house.expectRefusal(try await house.arrive(path, attacker.cookie), "does not take this sign-in")
            #expect(house.provider.rejections == ["wrong verifier"])
        }
    }

    @Test func `an answer of another provider is sent to neither`() async throws {
        for statesIssuer in [true, false] {
            try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
                try house.provider.change { $0.statesIssuer = statesIssuer }
                let departure = try await house.depart()
                let path = try await house.authorize(departure.address).replacing(/&iss=[^&]+/, with: "")
                let mixed = path + "&iss=https%3A%2F%2Fother.example"
                try await house.expectRefusal(try await house.arrive(mixed, departure.cookie), "did not come from")
                #expect(house.provider.origin.requests(at: "/token").isEmpty)
                let silent = try await house.depart()
                let bare = try await house.authorize(silent.address).replacing(/&iss=[^&]+/, with: "")
                let answer = try await house.arrive(bare, silent.cookie)
                // A provider that always states the issuer is not believed without it.
                #expect(answer.text.contains("did not come from") == statesIssuer)
                #expect(house.provider.origin.requests(at: "/token").isEmpty == statesIssuer)
            }
        }
    }

    @Test func `another site cannot link an account to a reader`() async throws {
        try await OpenIDFixture.open { house async throws in
            let session = try await house.session(), other = try await house.session()
            for query in ["?link=", "?link=x", try await house.linkQuery(other)] {
                let response = try await house.browser.get("/sign-in/openid\(query)", ["Cookie": session])
                #expect(response.status == .forbidden && response.text.contains("in your own settings"), "\(query)")
            }
            // Whoever comes back must be who went.
            let departure = try await house.depart(try await house.linkQuery(session), ["Cookie": session])
            let path = try await house.authorize(departure.address)
            let stranger = try await house.arrive(path, departure.cookie)
            #expect(stranger.status == .forbidden && stranger.openedSession == nil)
            let second = try await house.depart(try await house.linkQuery(session), ["Cookie": session])
            let secondPath = try await house.authorize(second.address)
            #expect(try await house.arrive(secondPath, second.cookie, other).status == .forbidden)
            #expect(try await house.identityCount() == 0)
        }
    }

    @Test func `guesses wait longer and longer`() async throws {
        try await OpenIDFixture.open { house async throws in
            for _ in 1...5 { #expect(try await house.signIn().status == .forbidden) }
            let response = try await house.signIn()
            #expect(response.status == .tooManyRequests && response.header("Retry-After") != nil)
            #expect(response.text.contains("Too many attempts. Try again at"))
            #expect(house.provider.origin.requests(at: "/token").count == 5)
        }
    }
}
