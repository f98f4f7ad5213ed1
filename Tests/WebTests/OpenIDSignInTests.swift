import Foundation
import HTTPTypes
import News
import SampleOrigins
import TestSupport
import Testing

@testable import Library
@testable import Web

@Suite(.serialized) struct `Signing in at an identity provider` {
    typealias Algorithm = SampleIdentityProvider.Algorithm

    @Test(arguments: Algorithm.allCases)
    func `leads from the sign-in page to where the reader wanted to go`(algorithm: Algorithm) async throws {
        try await OpenIDFixture.open { house async throws in
            try house.provider.change { $0.algorithm = algorithm }
            try await house.linkFirstReader()
            let page = try await house.browser.get("/harbour/sign-in?next=/mine/saved%3Fpage=2")
            let button = try #require(ShownPage(page.text).parts("a.button").first)
            #expect(button.text == "Sign in with Sample Identity")
            let path = try #require(button["href"])
            let query = String(path.dropFirst("/sign-in/openid".count))
            let back = try await house.signIn(query)
            #expect(back.status == .seeOther && back.header("Location") == "/mine/saved?page=2")
            let session = try #require(back.openedSession)
            let settings = try await house.browser.get("/mine/settings/access", ["Cookie": session])
            #expect(settings.status == .ok && settings.text.contains("value=\"Ada\""))
            let methods = try await house.app.library.sessions.all(for: .first).map(\.method)
            #expect(methods.contains(.outsideIdentity))
            #expect(back.headers[values: .setCookie].contains { $0.hasPrefix("tidings-openid=;") })
            #expect(house.provider.rejections.isEmpty && house.log.messages.isEmpty)
        }
    }

    @Test(arguments: [
        ("quiet & sealed+1" as String?, ["client_secret_basic", "client_secret_post"]),
        ("quiet & sealed+1", ["client_secret_post"]), (nil, ["none"]), (nil, ["client_secret_basic"]),
    ])
    func `tells the provider who asks, in a way that it takes`(secret: String?, methods: [String]) async throws {
        try await OpenIDFixture.open(secret: secret, admitsUnknown: true) { house async throws in
            try house.provider.change {
                $0.clientAuthentication = methods
                $0.user?.name = "Grace"
            }
            #expect(try await house.signIn().status == .seeOther)
            let request = try #require(house.provider.origin.requests(at: "/token").first)
            let isBasic = request.headers.contains { $0.name == "authorization" }
            #expect(isBasic == (secret != nil && methods.contains("client_secret_basic")))
            #expect(house.provider.rejections.isEmpty)
        }
    }

    @Test func `asks for a code with PKCE, and for nothing that is the same twice`() async throws {
        try await OpenIDFixture.open { house async throws in
            let first = try await house.depart(), second = try await house.depart()
            let (one, other) = (try #require(fields(first.address)), try #require(fields(second.address)))
            #expect(one["response_type"] == "code" && one["scope"] == "openid profile" && one["tenant"] == "1")
            #expect(one["client_id"] == "tidings 1" && one["code_challenge_method"] == "S256")
            #expect(one["redirect_uri"] == "http://localhost/sign-in/openid/return")
            for name in ["state", "nonce", "code_challenge"] {
                #expect(one[name]?.utf8.count == 43 && one[name] != other[name], "\(name)")
            }
            #expect(Set([one["state"], one["nonce"], one["code_challenge"]]).count == 3)
            // The description is fetched once.
            #expect(house.provider.origin.requests.map(\.path) == ["/.well-known/openid-configuration"])
            #expect(try await house.sessionCount() == 0)
        }
    }

    @Test func `follows a change of keys, and asks for them once a minute at most`() async throws {
        try await OpenIDFixture.open { house async throws in
            try await house.linkFirstReader()
            try house.provider.rotateKeys()
            let early = try await house.signIn()
            #expect(early.status == .forbidden && early.text.contains("its key is not among the provider’s"))
            #expect(house.provider.origin.requests(at: "/keys").count == 1)
            house.app.clock.advance(61)
            #expect(try await house.signIn().status == .seeOther)
            #expect(house.provider.origin.requests(at: "/keys").count == 2)
            #expect(try await house.signIn().status == .seeOther)
            #expect(house.provider.origin.requests(at: "/keys").count == 2)
        }
    }

    @Test func `does nothing for a prefetch or a HEAD, and leads to no other site`() async throws {
        try await OpenIDFixture.open { house async throws in
            try await house.linkFirstReader()
            for (method, headers) in [(HTTPRequest.Method.get, ["Sec-Purpose": "prefetch"]), (.head, [:])] {
                let response = try await house.browser.get("/sign-in/openid", headers, method: method)
                #expect(response.status == .ok && response.headers[values: .setCookie].isEmpty)
            }
            let departure = try await house.depart("?next=//evil.example/")
            let path = try await house.authorize(departure.address)
            let head = try await house.browser.get(path, ["Cookie": departure.cookie], method: .head)
            #expect(head.openedSession == nil)
            let back = try await house.arrive(path, departure.cookie)
            #expect(back.status == .seeOther && back.header("Location") == "/mine/")
        }
    }

    @Test func `is not there without a provider`() async throws {
        let app = try WebTestApp(accessPolicy: AccessPolicy(anonymousAccess: .never))
        try await app.withBrowser { browser async throws in
            #expect(try await browser.get("/sign-in/openid").status == .notFound)
            #expect(try await browser.get("/sign-in/openid/return?state=x&code=x").status == .notFound)
            #expect(try await !browser.get("/sign-in").text.contains("Sign in with"))
        }
    }

    private func fields(_ address: String) -> [String: String]? {
        URLComponents(string: address)?.queryItems.map { items in
            Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        }
    }
}

@Suite(.serialized) struct `Accounts at an identity provider` {
    @Test func `are never taken for the reader of the same name`() async throws {
        try await OpenIDFixture.open { house async throws in
            try await house.expectRefusal(try await house.signIn(), "Nobody here has linked this account")
        }
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change { $0.user?.name = "ADA" }
            try await house.expectRefusal(try await house.signIn(), "Somebody here is called “ADA” already.")
            try house.provider.change { $0.user?.name = nil }
            try await house.expectRefusal(try await house.signIn(), "gives no name that a reader can have")
            try house.provider.change { $0.user?.name = " \n" }
            try await house.expectRefusal(try await house.signIn(), "gives no name that a reader can have")
        }
    }

    @Test func `join where the settings allow it, and are known by their subject from then on`() async throws {
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change { $0.user = .init(subject: "u-7", name: "Grace") }
            let joined = try await house.signIn()
            #expect(joined.status == .seeOther && joined.openedSession != nil)
            let people = try await house.app.library.people.all()
            #expect(people.map(\.name) == ["Ada", "Grace"] && people[1].role == .reader && !people[1].hasPassword)
            // Another name is the same person, and another subject with the same name is not.
            try house.provider.change { $0.user?.name = "Grace Hopper" }
            let session = try #require(try await house.signIn().openedSession)
            #expect(
                try await house.browser.get("/mine/settings/access", ["Cookie": session]).text.contains("\"Grace\""))
            try house.provider.change { $0.user = .init(subject: "u-8", name: "Grace") }
            #expect(try await house.signIn().status == .conflict)
            #expect(try await house.app.library.people.all().count == 2)
        }
    }

    @Test func `join by an invitation, which works once and gives the role`() async throws {
        try await OpenIDFixture.open { house async throws in
            try await house.app.library.sessions.setPassword(
                "tide barrier", cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: .first)
            let invitation = try await house.app.library.people.invite(as: .editor, by: .first)
            let page = try await house.browser.get("/join/\(invitation.text)")
            let button = try #require(ShownPage(page.text).parts("a.button").first)
            #expect(button.text == "Join with Sample Identity")
            // A name that is taken leaves the invitation as it was.
            let query = "?invitation=\(invitation.text)"
            #expect(button["href"] == "/sign-in/openid\(query)")
            #expect(try await house.signIn(query).status == .conflict)
            try house.provider.change {
                $0.user = .init(subject: "u-7", name: "Grace")
                $0.hasNameInUserInfoOnly = true
            }
            #expect(try await house.signIn(query).status == .seeOther)
            let people = try await house.app.library.people.all()
            #expect(people.map(\.name) == ["Ada", "Grace"] && people[1].role == .editor)
            try house.provider.change { $0.user = .init(subject: "u-8", name: "Eve") }
            let used = try await house.signIn(query)
            #expect(used.status == .gone && used.text.contains("An invitation works only once."))
            #expect(try await house.signIn("?invitation=x").status == .gone)
            #expect(try await house.app.library.people.all().count == 2)
        }
    }

    @Test func `have their name from the ID token or from the page of the same person`() async throws {
        try await OpenIDFixture.open(admitsUnknown: true) { house async throws in
            try house.provider.change {
                $0.user = .init(subject: "u-7", name: "Grace")
                $0.hasNameInUserInfoOnly = true
                $0.userInfoSubject = "u-1"
            }
            try await house.expectRefusal(try await house.signIn(), "gives no name that a reader can have")
            try house.provider.change { $0.userInfoSubject = nil }
            #expect(try await house.signIn().status == .seeOther)
        }
    }

    @Test func `are linked and unlinked in the settings, each by one reader`() async throws {
        try await OpenIDFixture.open { house async throws in
            let bo = try #require(try await house.app.library.people.person(named: "Bo", joins: true))
            try await house.linkFirstReader()
            try await house.linkFirstReader()
            #expect(try await house.identityCount() == 1)
            let boSession = try await house.session(of: bo.id)
            let refused = try await house.signIn(try await house.linkQuery(boSession), boSession)
            #expect(refused.status == .conflict && refused.text.contains("Somebody else here has linked this account"))
            let session = try #require(try await house.signIn().openedSession)
            let identity = try #require(try await house.app.library.outsideIdentities.all(for: .first).first)
            #expect(identity.lastUsedAt == house.app.clock.now && identity.name == "Ada")
            // Another reader cannot unlink it, and a reader without a password keeps the last one.
            let form = "identity=\(identity.id.rawValue)"
            #expect(
                try await house.browser.post("/mine/act/unlink-identity", form, ["Cookie": boSession]).status != .ok)
            #expect(try await house.identityCount() == 1)
            _ = try await house.browser.post("/mine/act/unlink-identity", form, ["Cookie": session])
            #expect(try await house.identityCount() == 1)
            try await house.app.library.sessions.setPassword(
                "tide barrier", cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: .first)
            let again = try await house.session()
            _ = try await house.browser.post("/mine/act/unlink-identity", form, ["Cookie": again])
            #expect(try await house.identityCount() == 0)
            let unknown = try await house.signIn()
            #expect(unknown.status == .forbidden && unknown.text.contains("Nobody here has linked this account"))
        }
    }
}
