import Foundation
import HTTPTypes
import Library
import News
import Packs
import TestSupport
import Testing
import URLs

@testable import Web

/// What devices need to read a guide without this server: the worker, the list of what to take along, digests, and favourites
/// that come later.
@Suite struct OfflineTests {
    private static let options = PackOptions(identity: "moor-guide")
    private static let edition = Edition(
        id: EditionID(rawValue: "moor"), title: "Moor & <Fell>",
        layout: EditionBars(tabs: [.today, .photographs, .map, .saved]),
        sections: .listed([
            EditionSection(key: "pages", title: "Pages", channels: [options.channel].compactMap(\.self))
        ]), pack: options)

    /// Pictures that are where their names say.
    private struct Pictures: PackMediaSource {
        static let all = ["tarn", "scar"].map { Data([0xFF, 0xD8, 0xFF, 0xE0] + Array($0.utf8)) }

        func bytes(of id: PackMediumID) throws(PackError) -> Data {
            guard let bytes = Self.all.first(where: { PackMediumID(of: $0) == id }) else { throw .notThere("\(id)") }
            return bytes
        }
    }

    private func guide(version: String = "1") async throws -> WebTestApp {
        let app = try WebTestApp(editions: [.mine, Self.edition], kinds: [.feed, .pack])
        try await app.library.editions.synchronize([Self.edition])
        try await install(version, in: app)
        return app
    }

    private func install(_ version: String, in app: WebTestApp) async throws {
        let ids = Pictures.all.map { PackMediumID(of: $0) }
        let pack = Pack(
            manifest: PackManifest(
                identity: "moor-guide", version: try #require(PackVersion(version)), title: "Moor", languages: ["en"]),
            pages: [
                PackPage(slug: "home", title: "Moor"), PackPage(slug: "tarns", parent: "home", title: "Tarns"),
                PackPage(slug: "scars_2", parent: "home", title: "Scars \(version)"),
            ],
            photographs: [
                PackPhoto(name: "a tarn", picture: PackPicture([.phone: ids[0]])),
                PackPhoto(name: "scar", picture: PackPicture([.phone: ids[1]])),
            ], media: zip(ids, Pictures.all).map { PackMedium(id: $0, type: .jpeg, size: $1.count) },
            baseMap: PackBaseMap(credits: ["Moor Survey"]))
        let outcome = try await app.library.packs.install(pack, media: Pictures(), in: Self.edition)
        guard case .installed = outcome else { throw MissingValue(what: "an installed guide") }
    }

    private struct Listed: Decodable {
        let edition, title, version, digest, assets: String
        let bytes: Int
        let files, pages: [String]
        /// Pairs of a hash and a size.
        let media: [[Value]]
        enum Value: Decodable, Equatable {
            case text(String), number(Int)
            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                // A hash is no number.
                if let number = try? value.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try value.decode(String.self))
                }
            }
        }
    }

    private func digest(_ bytes: [UInt8]) -> String {
        let digits = Array(PackMediumID(of: Data(bytes)).hex)
        let hash = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        return "sha-256=:\(Data(hash).base64EncodedString()):"
    }

    // MARK: - The worker

    @Test func `the service worker is at the root, for everybody, and says which release it is of`() async throws {
        let app = try WebTestApp(accessPolicy: AccessPolicy(anonymousAccess: .never))
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/sw.js")
            #expect(answer.status == .ok && answer.header("Cache-Control") == "no-cache")
            #expect(answer.header("Content-Type")?.hasPrefix("text/javascript") == true)
            // Its own policy: fetches from here only.
            #expect(
                answer.header("Content-Security-Policy")
                    == "default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
            // A script may have the scope of its own folder, so all paths, and this header could only narrow it.
            #expect(answer.header("Service-Worker-Allowed") == nil)
            let page = try await browser.get("/sign-in").text
            let hash = try #require(page.firstMatch(of: /\/assets\/([0-9a-f]+)\//)?.1)
            #expect(answer.text.hasPrefix("const release = '\(hash)';\nconst paths={"))
            #expect(answer.text.contains("addEventListener('fetch'"))
            // Browsers compare it with theirs, byte by byte, after each page.
            for _ in 0..<20 { #expect(try await browser.get("/sw.js").bytes == answer.bytes) }
            let packed = try await browser.get("/sw.js", ["Accept-Encoding": "gzip"])
            #expect(packed.header("Content-Encoding") == "gzip" && packed.bytes.count < answer.bytes.count / 2)
        }
    }

    @Test func `the worker is joined of parts, each of which uses only those before it`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/CAssets/assets")
        let names = ["state", "favourites", "versions", "jobs", "push", "requests"].map { "worker/\($0).js" }
        let parts = try names.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        let joined = AssetCatalog(folder: folder).bytes(AssetCatalog.serviceWorker)
        #expect(String(decoding: joined, as: UTF8.self).hasSuffix(parts.joined()))
        #expect(!names.contains(where: AssetCatalog().contains), "a part is no file of its own")
        for (index, part) in parts.enumerated() {
            let code = part.replacing(/^ *\/\/.*$/.anchorsMatchLineEndings(), with: "")
            let used = Set(code.matches(of: /(?:^|[^\w.'\-])(\w+)\b(?!:)/).map { String($0.1) })
            let later = parts[(index + 1)...].flatMap {
                $0.matches(of: /^(?:const|let|class|(?:async )?function) (\w+)/.anchorsMatchLineEndings())
            }
            #expect(later.map { String($0.1) }.filter(used.contains) == [], "\(names[index])")
        }
    }

    @Test func `the page without a server is for everybody and loads only files of this release`() async throws {
        let app = try WebTestApp(accessPolicy: AccessPolicy(anonymousAccess: .never))
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/offline")
            #expect(page.status == .ok && page.page.headings(1).contains("Tidings cannot be reached"))
            #expect(page.page.hasLink("Try again", to: ""))
            let paths = Set(page.text.matches(of: /(?:href|src)="(\/[^"]*)"/).map { String($0.1) })
            #expect(paths.count >= 6)
            for path in paths { #expect(try await browser.get(path).status == .ok, "\(path)") }
        }
    }

    @Test func `pages allow workers of this origin only`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let policy = try #require(try await browser.get("/mine/").header("Content-Security-Policy"))
            let parts = policy.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(parts.contains("worker-src 'self'") && parts.contains("connect-src 'self'"))
        }
    }

    @Test func `the script for reading offline is loaded where something is on the device, and nowhere else`()
        async throws
    {
        try await WebTestApp().withBrowser { browser async throws in
            let plain = try await browser.get("/mine/")
            let noted = try await browser.get("/mine/", ["Cookie": "along=moor"])
            #expect(!plain.text.contains("/offline.js") && noted.text.contains("/offline.js"))
            // Neither is taken for the other.
            #expect(plain.header("ETag") != noted.header("ETag"))
        }
    }

    // MARK: - Digests

    @Test(arguments: ["/mine/", "/mine/settings", "/mine/settings/offline"])
    func `a page says the digest of its bytes to who wants it, and is then sent as it is`(path: String) async throws {
        try await WebTestApp().withBrowser { browser async throws in
            let gzip = ["Accept-Encoding": "gzip"]
            let plain = try await browser.get(path, gzip)
            #expect(plain.header("Repr-Digest") == nil && plain.header("Content-Encoding") == "gzip")
            for wish in ["sha-256=10", "sha-512=3, sha-256=1", "sha-256 = 9"] {
                let page = try await browser.get(path, gzip.merging(["Want-Repr-Digest": wish]) { $1 })
                #expect(page.header("Content-Encoding") == nil, "\(wish)")
                #expect(page.header("Repr-Digest") == digest(page.bytes), "\(wish)")
            }
            for wish in ["sha-256=0", "sha-512=10", "md5=1", "", "sha-256"] {
                #expect(try await browser.get(path, ["Want-Repr-Digest": wish]).header("Repr-Digest") == nil, "\(wish)")
            }
        }
    }

    // MARK: - What is taken along

    @Test(.mission("YORK-38"))
    func `everything that a guide has is listed, is there, and is what its digest says`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/moor/offline.json")
            #expect(answer.status == .ok && answer.header("Content-Type") == "application/json")
            let listed = try JSONDecoder().decode(Listed.self, from: Data(answer.bytes))
            #expect(listed.edition == "moor" && listed.title == "Moor & <Fell>" && listed.version == "1")
            #expect(
                Set(listed.pages) == [
                    "./", "page/home", "page/tarns", "page/scars_2", "photographs", "photographs/a%20tarn",
                    "photographs/scar", "map", "map/base.json", "saved", "search",
                ])
            for page in listed.pages {
                let path = "/moor/" + (page == "./" ? "" : page)
                let answer = try await browser.get(path, ["Want-Repr-Digest": "sha-256=10"])
                // The map's outlines are no page, and say none.
                let said = page == "map/base.json" ? nil : digest(answer.bytes)
                #expect(answer.status == .ok && answer.header("Repr-Digest") == said, "\(path)")
                // What it loads is listed too.
                for file in answer.text.matches(of: /(?:href|src)="(\/assets\/[^"#]+)/).map({ String($0.1) }) {
                    #expect(listed.files.contains(file), "\(path) loads \(file)")
                }
            }
            for file in listed.files { #expect(try await browser.get(file).status == .ok, "\(file)") }
            let expected = Pictures.all.map { [Listed.Value.text(PackMediumID(of: $0).hex), .number($0.count)] }
            #expect(listed.media.count == 2 && expected.allSatisfy { listed.media.contains($0) })
            for bytes in Pictures.all {
                let medium = try await browser.get("/moor/media/\(PackMediumID(of: bytes).hex)")
                #expect(Data(medium.bytes) == bytes)
            }
        }
    }

    @Test func `scripts that scripts import are listed with them`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            let listed = try JSONDecoder().decode(
                Listed.self, from: Data(try await browser.get("/moor/offline.json").bytes))
            let scripts = listed.files.filter { $0.hasSuffix(".js") }
            #expect(scripts.count > 20 && !scripts.contains { $0.hasSuffix("/sw.js") })
            for script in scripts {
                let text = try await browser.get(script).text
                for name in text.matches(of: /(?:from |import |import\()'\.\/([\w-]+\.js)'/).map({ String($0.1) }) {
                    #expect(listed.files.contains("/assets/\(listed.assets)/\(name)"), "\(script) imports \(name)")
                }
            }
        }
    }

    @Test func `a device learns of a new version by one short question`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            let path = "/moor/offline.json?part=summary"
            let first = try await browser.get(path)
            let tag = try #require(first.header("ETag"))
            #expect(tag == (try await browser.get("/moor/offline.json")).header("ETag"))
            #expect(first.text.contains("\"version\":\"1\"") && !first.text.contains("tarns"))
            let same = try await browser.get(path, ["If-None-Match": tag])
            #expect(same.status == .notModified && same.bytes.isEmpty)
            try await install("2", in: app)
            let next = try await browser.get(path, ["If-None-Match": tag])
            #expect(next.status == .ok && next.header("ETag") != tag && next.text.contains("\"version\":\"2\""))
            #expect(!first.text.contains("replaced"))
            #expect(next.text.contains("\"replaced\":\"1\"") && next.text.contains("0 pages new, 1 changed, 0 gone"))
            let about = try await browser.get("/moor/settings/about").text
            #expect(about.contains("Since version 1: 0 pages new, 1 changed, 0 gone."))
        }
    }

    @Test func `a newspaper without a guide and saved stories has nothing to take along`() async throws {
        try await WebTestApp().withBrowser { browser async throws in
            #expect(try await browser.get("/none/offline.json").status == .notFound)
            // Devices with saved stories ask it whether they are still signed in.
            #expect(try await browser.get("/mine/favourites.json").text == #"{"asOf":0,"pages":[]}"#)
            let answer = try await browser.post("/mine/act/set-mark", "slug=tarns&kind=saved&value=1")
            #expect(answer.status == .notFound)
            let page = try await browser.get("/mine/settings/offline").page
            #expect(!page.has("[data-offline-edition]") && page.text.contains("Nothing is stored on this device"))
        }
    }

    @Test func `the settings offer the guides that can be taken along`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            let answer = try await browser.get("/mine/settings/offline")
            let panel = try answer.page.part("[data-offline-edition=moor]")
            #expect(panel.headings(2) == ["Moor & <Fell>"] && panel.has("button[data-command=take]"))
            #expect(answer.text.contains("/offline.js") && answer.text.contains("/offline.css"))
            #expect(answer.page.text.contains("add Tidings to the home screen first"))
        }
    }

    // MARK: - Favourites

    @Test(.mission("YORK-39"))
    func `favourites marked offline keep their dates, once, and the later change of a page wins`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            func send(_ slug: String, _ on: Int, minutesAgo: Int) async throws {
                let at = Int(app.clock.now.timeIntervalSince1970 * 1000) - minutesAgo * 60_000
                let answer = try await browser.post(
                    "/moor/act/set-mark", "slug=\(slug)&kind=saved&value=\(on)&at=\(at)&id=x",
                    ["Accept": "application/json"])
                #expect(answer.status == .ok)
            }
            func favourites() async throws -> [String: Date?] {
                let pages = try await app.library.packs.favourites(in: Self.edition, for: app.reader)
                return Dictionary(uniqueKeysWithValues: pages.map { ($0.slug, $0.favouriteAt) })
            }
            try await send("tarns", 1, minutesAgo: 90)
            let marked = app.clock.now.addingTimeInterval(-90 * 60)
            #expect(try await favourites() == ["tarns": marked])
            // The response was lost on its way.
            try await send("tarns", 1, minutesAgo: 90)
            #expect(try await favourites() == ["tarns": marked])
            // Another device took it off before.
            try await send("tarns", 0, minutesAgo: 120)
            #expect(try await favourites() == ["tarns": marked])
            try await send("scars_2", 1, minutesAgo: 10)
            try await send("tarns", 0, minutesAgo: 5)
            try await send("gone", 1, minutesAgo: 5)
            #expect(try await favourites().keys.sorted() == ["scars_2"])
            let told = try await browser.get("/moor/favourites.json")
            #expect(told.header("Cache-Control") == "no-store")
            #expect(told.text.contains("\"slug\":\"scars_2\"") && told.text.contains("\"title\":\"Scars 1\""))
        }
    }

    @Test func `a change is dated by this server's clock, however wrong the device's is`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            let now = Int(app.clock.now.timeIntervalSince1970 * 1000)
            let json = ["Accept": "application/json"]
            /// Marked five minutes before it was sent.
            func send(_ slug: String, clock: Int, _ on: Int = 1) async throws -> Date? {
                let fields = "slug=\(slug)&kind=saved&value=\(on)&at=\(clock - 300_000)&sentAt=\(clock)"
                #expect(try await browser.post("/moor/act/set-mark", fields, json).status == .ok)
                let pages = try await app.library.packs.favourites(in: Self.edition, for: app.reader)
                return pages.first { $0.slug == slug }?.favouriteAt
            }
            let marked = app.clock.now.addingTimeInterval(-300)
            // Another device took it off an hour ago, which a clock two hours behind must not hide.
            for (slug, hours) in [("tarns", -2), ("scars_2", 48)] {
                for (on, minutesAgo) in [(1, 90), (0, 60)] {
                    let fields = "slug=\(slug)&kind=saved&value=\(on)&at=\(now - minutesAgo * 60_000)"
                    #expect(try await browser.post("/moor/act/set-mark", fields, json).status == .ok)
                }
                #expect(try await send(slug, clock: now + hours * 3_600_000) == marked, "\(slug)")
            }
            // A request's way here moves no date, and nothing happens after now.
            #expect(try await send("home", clock: now - 9_000) == app.clock.now.addingTimeInterval(-309))
            _ = try await send("home", clock: now, 0)
            let late = "slug=home&kind=saved&value=1&at=\(Int64.max)&sentAt=\(now)"
            #expect(try await browser.post("/moor/act/set-mark", late, json).status == .ok)
            let pages = try await app.library.packs.favourites(in: Self.edition, for: app.reader)
            #expect(pages.first { $0.slug == "home" }?.favouriteAt == app.clock.now)
        }
    }

    @Test func `a form without script leads back, and another site's form does nothing`() async throws {
        let app = try await guide()
        try await app.withBrowser { browser async throws in
            let foreign = try await browser.post(
                "/moor/act/set-mark", "slug=tarns&kind=saved&value=1",
                ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden)
            #expect(try await app.library.packs.favourites(in: Self.edition, for: app.reader).isEmpty)
            let own = try await browser.post(
                "/moor/act/set-mark", "slug=tarns&kind=saved&value=1&back=/moor/page/tarns")
            #expect(own.status == .seeOther && own.header("Location") == "/moor/page/tarns")
            #expect(try await app.library.packs.favourites(in: Self.edition, for: app.reader).map(\.slug) == ["tarns"])
        }
    }

    @Test(arguments: [
        ("slug=a&value=1", true, 1_000.0), ("slug=a&value=0&at=250500", false, 250.5),
        ("slug=a&value=1&at=9999999", true, 1_000),
        ("slug=a&value=1&at=-5", true, 0), ("slug=a&value=1&at=soon", true, 1_000),
        ("slug=a&value=1&at=99999999999999999999999", true, 1_000),
    ])
    func `a device's clock never marks after now`(form: String, isFavourite: Bool, seconds: Double) throws {
        let change = try PackFavouriteForm(QueryParameters(form)).change(now: Date(timeIntervalSince1970: 1_000))
        #expect(
            change
                == PackFavouriteChange(
                    slug: "a", isFavourite: isFavourite, date: Date(timeIntervalSince1970: seconds)))
    }

    @Test(arguments: ["", "slug=&value=1", "value=1&at=5"])
    func `a change without a page is refused`(form: String) {
        #expect(throws: LibraryError.self) {
            try PackFavouriteForm(QueryParameters(form)).change(now: Date(timeIntervalSince1970: 1_000))
        }
    }
}
