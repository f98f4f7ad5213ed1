import Fetching
import Foundation
import HTTPTypes
import Library
import Logging
import News
import Origins
import SampleOrigins
import Synchronization
import TestSupport
import Testing
import URLs
import YAML

@testable import Web

/// Looks for a member's secrets wherever bytes are: on disk, in a backup, in answers and logs, in other requests.
@Suite(.timeLimit(.minutes(3))) struct MemberSecretsTests {
    @Test(.mission("HN-30", "HN-95"))
    func `a password and a cookie go to their site alone, and no token of its pages is kept`() async throws {
        try await MemberHouse.open { house in
            try await house.walk()
            let requests = house.community.origin.requests
            let (cookies, tokens) = (house.cookies, house.tokens)
            #expect(cookies.count == 2 && tokens.count > 2, "the walk had no secrets")
            let signIns = requests.filter { String(decoding: $0.body, as: UTF8.self).contains(house.member.password) }
            #expect(signIns.count == 2 && signIns.allSatisfy { $0.path == "/login" && $0.header("cookie") == nil })
            let secrets = [house.member.password, MemberHouse.wrongPassword] + cookies + tokens
            for (place, bytes) in try house.places() {
                #expect(!bytes.isEmpty, "\(place)")
                for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) is in \(place)") }
            }
            for request in requests {
                #expect(!request.target.contains(house.member.password), "\(request.path)")
                for cookie in cookies { #expect(!request.target.contains(cookie), "\(request.path)") }
            }
            let strange = house.elsewhere.requests
            #expect(!strange.isEmpty, "nothing led elsewhere")
            for request in strange {
                let all = request.target + request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
                #expect(request.header("cookie") == nil && request.body.isEmpty)
                for secret in secrets + [house.member.name] { #expect(!all.contains(secret), "\(all)") }
            }
        }
    }
}

/// An edition of the invented community over the real source and real HTTP, a member of it, and a second reader.
private final class MemberHouse: Sendable {
    let app: WebTestApp
    let community: SampleCommunity
    /// Another site, to which a page of the community leads.
    let elsewhere: SampleOrigin
    let member: SampleMember
    private let browser: Browser
    private let log: CapturedLog
    private let answers = Mutex<[String: Data]>([:])

    static let wrongPassword = "w\(UUID().uuidString)"

    static func open(_ body: @escaping @Sendable (MemberHouse) async throws -> Void) async throws {
        let (clock, keys) = (TestClock(WebTestApp.start), temporaryFolder("tidings-key"))
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        defer { removeFolder(keys) }
        let (log, member) = (CapturedLog(), randomMember())
        try await SampleOrigin.open { elsewhere in
            try await SampleCommunity.open(startAt: clock.now, now: { clock.now }) { community in
                community.configure { $0.members = [member] }
                let hosts = [community.origin.host, elsewhere.host].compactMap { AllowedAddress($0) }
                let fetcher = Fetcher(
                    policy: AddressPolicy(allowing: hosts), userAgent: "Tidings tests",
                    limits: FetchLimits(timeout: .seconds(120)), now: { clock.now })
                do {
                    let app = try await app(
                        community, fetcher, clock, log, MasterKeyFile(url: keys.appending(path: "k")))
                    try await app.withBrowser { browser in
                        try await body(MemberHouse(app, community, elsewhere, member, browser, log))
                    }
                    await fetcher.shutdown()
                } catch {
                    await fetcher.shutdown()
                    throw error
                }
            }
        }
    }

    private static func randomMember() -> SampleMember {
        let name = "m" + UUID().uuidString.lowercased().prefix(8)
        return SampleMember(name: name, password: "p\(UUID().uuidString)", karma: 612)
    }

    private static func app(
        _ community: SampleCommunity, _ fetcher: Fetcher, _ clock: TestClock, _ log: CapturedLog, _ keys: MasterKeyFile
    ) async throws -> WebTestApp {
        let site = try webAddress(community.rootURL)
        let channel = ChannelAddress(
            kind: .hackerNews, site: site, address: try webAddress(community.origin.address("/best")))
        let edition = Edition(
            id: EditionID(rawValue: "forum"), title: "Forum",
            sections: .listed([EditionSection(key: "best", title: "Best", channels: [channel])]))
        let rules = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/CAssets/assets/markup/hacker-news.yaml")
        let selectors = try HackerNewsSelectors(
            YAMLSetting.singleValues(in: Data(contentsOf: rules)), name: "hacker-news.yaml")
        var logger = log.logger
        logger.logLevel = .trace
        let app = try WebTestApp(
            editions: [edition], logger: logger, clock: clock, masterKeyFile: keys,
            sources: { _, clock in
                SourceCatalog([
                    .hackerNews: {
                        HackerNewsSource(
                            fetcher: fetcher, site: $0, selectors: selectors, spacing: .zero, now: { clock.now })
                    }
                ])
            })
        try await app.library.editions.synchronize([edition])
        try await app.library.editions.refreshIfStale(edition.id, for: app.reader)
        await app.refresh()
        return app
    }

    private init(
        _ app: WebTestApp, _ community: SampleCommunity, _ elsewhere: SampleOrigin, _ member: SampleMember,
        _ browser: Browser, _ log: CapturedLog
    ) {
        (self.app, self.community, self.elsewhere, self.member) = (app, community, elsewhere, member)
        (self.browser, self.log) = (browser, log)
    }

    // MARK: What the member does

    /// Signs in, votes, keeps, writes, is refused, loses the session, signs in again; then everybody looks at everything.
    func walk() async throws {
        let story = try await story()
        let item = "\(story.rawValue)"
        try await signIn(Self.wrongPassword)
        try await signIn(member.password)
        try await post("refresh-member-view", ["story": item])
        try await post("vote", ["up": item, "token": "1"])
        try await post("favourite", ["item": item, "on": "1", "token": "2"])
        try await post("comment", ["target": "c\(item)", "text": "Is the tide in?", "token": "3"])
        community.configure { $0.limitsPosting = true }
        try await post("comment", ["target": "c\(item)", "text": "And the ferry?", "token": "4"])
        community.configure { $0.limitsPosting = false }
        try await post(
            "submit",
            ["target": "s\(try await source())", "title": "Tides", "url": "https://tides.example/", "token": "5"])
        community.configure { $0.expiresSessions = true }
        try await post("hide", ["item": item, "on": "1", "token": "6"])
        let lost = try await app.library.memberAccounts.accounts(for: app.reader)
        #expect(lost.allSatisfy { $0.state != .signedIn })
        try await signIn(member.password)
        let record = community.record(of: member.name)
        #expect(record.hidden.count == 1 && record.favourites.count == 1 && record.votes.count == 1)
        #expect(community.submitted(by: member.name).count == 2)
        try await look(at: story)
    }

    private func look(at story: StoryID) async throws {
        let (id, account) = (story.rawValue, "/forum/account/\(try await source())")
        let other = try await app.secondReader(browser)
        for headers in [Browser.navigation, other] {
            for path in [
                "/forum/", "/forum/all", "/forum/story/\(id)", "/forum/story/\(id)/comments", "/forum/story/\(id)/menu",
                "/forum/story/\(id)/reply", "/forum/outbox", "/forum/outbox/1", "/forum/outbox/4", account,
                "\(account)/profile", "\(account)/list/favourites", "\(account)/list/hidden", "/forum/replies",
                "/forum/settings/accounts", "/forum/search?q=tide&local=1", "/forum/offline.json",
                "/api/live?edition=forum&member=1",
            ] {
                let answer = try await browser.get(path, headers)
                #expect(answer.status.code < 500, "\(path)")
                // Threads and lists show who wrote there.
                let isOwn = ["outbox", "account", "replies", "live"].contains { path.contains($0) }
                if headers == other, isOwn { #expect(!answer.text.contains(member.name), "\(path)") }
                keep(answer, path)
            }
        }
        await community.origin.simulate(
            .redirected(to: elsewhere.address("/welcome"), permanent: false), at: "/user", times: 1)
        keep(try await browser.get(account, Browser.navigation), "a page that leads elsewhere")
    }

    private func story() async throws -> StoryID {
        let rows = try await app.library.stories.list(.within(nil, .everything), for: app.reader, depth: 200).rows
        for row in rows {
            let key = try await app.library.outbox.item(story: row.id, comment: nil).item.storyKey
            guard let id = Int(key), id != community.poll, (1..<60).contains(community.thread(below: id).count) else {
                continue
            }
            _ = try await app.library.discussions.refresh(row.id, reason: .manual)
            return row.id
        }
        throw MissingValue(what: "a story with comments")
    }

    private func source() async throws -> Int64 {
        let id = EditionID(rawValue: "forum")
        guard let source = try await app.library.memberAccounts.sources(of: id, for: app.reader).first else {
            throw MissingValue(what: "a source with members")
        }
        return source.id
    }

    private func signIn(_ password: String) async throws {
        let source = "\(try await source())"
        try await post("member-sign-in", ["source": source, "name": member.name, "password": password])
        keep(try await browser.get("/forum/account/\(source)", Browser.navigation), "sign-in \(password.prefix(1))")
    }

    private func post(_ action: String, _ fields: [String: String]) async throws {
        let form = fields.map { "\($0.key)=\(QueryParameters.encoded($0.value))" }.joined(separator: "&")
        for headers in [[:], ["Accept": "application/json"]] {
            let answer = try await browser.post("/forum/act/\(action)", form, headers)
            #expect(answer.status.code < 500, "\(action)")
            keep(answer, "\(action) \(fields["token"] ?? "") \(headers.isEmpty ? "" : "to script")")
            // The token of the form makes the second one harmless; signing in has none.
            if fields["token"] == nil { return }
        }
    }

    private func keep(_ answer: Browser.Response, _ name: String) {
        let head = answer.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        answers.withLock { $0["answer \($0.count): \(name)"] = Data("\(answer.status) \(head)\n".utf8) + answer.bytes }
    }

    // MARK: Where to look, and for what

    /// The sessions' secret halves.
    var cookies: [String] {
        let fields = community.origin.requests.compactMap { $0.header("cookie") }
        return Set(fields.compactMap { $0.split(separator: "&").last.map(String.init) }).sorted()
    }

    /// Of the links and forms that were used.
    var tokens: [String] {
        let names: Set = ["auth", "hmac", "fnid"]
        let found = community.origin.requests.flatMap { request in
            let query = (request.query ?? "").split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
            let links = query.filter { $0.count == 2 && names.contains(String($0[0])) }.map { String($0[1]) }
            return links + request.form.filter { names.contains($0.name) }.map(\.value)
        }
        return Set(found.filter { !$0.isEmpty }).sorted()
    }

    /// All bytes that stay, or that somebody gets, by where they are.
    func places() throws -> [String: Data] {
        var places = answers.withLock { $0 }
        places["log"] = Data(("log\n" + log.messages.joined(separator: "\n")).utf8)
        let backup = temporaryFolder("tidings-backup")
        try FileManager.default.createDirectory(at: backup, withIntermediateDirectories: true)
        defer { removeFolder(backup) }
        let file = backup.appending(path: "copy.tar")
        _ = try BackupWriter(folder: app.folder, settings: nil, program: "Tidings test").write(
            to: file, isReplacing: false, now: app.clock.now)
        places["backup"] = try Data(contentsOf: file)
        // The database with its log, and whatever else lies beside it.
        for name in try FileManager.default.subpathsOfDirectory(atPath: app.folder.path) {
            let path = app.folder.appending(path: name).path
            guard let bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { continue }
            places["file \(name)"] = bytes
        }
        #expect(places["file tidings.sqlite"] != nil)
        return places
    }
}
