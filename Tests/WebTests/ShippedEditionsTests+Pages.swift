import Foundation
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// How their pages are read and checked.
extension ShippedEditionsTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/CAssets/assets/editions")

    /// Read as an operator's would be; that the same files are in the binary is a test of the command line.
    static let registry = EditionRegistry(folder: folder, isSupported: { _ in true })

    static func edition(_ id: String) throws -> Edition {
        try #require(registry.validEditions.first { $0.id.rawValue == id }, "\(registry.files.map(\.diagnostics))")
    }

    /// The paths of an edition's pages: those of its first section and of the first story there.
    struct Pages: Sendable {
        let front, section, everything, story, storyMenu, stylesheet: String
    }

    /// A fact about an edition's pages, for rows of the mission.
    struct Claim: Sendable {
        typealias Paths = @Sendable (Pages) -> [String]

        let rows: String
        let paths: Paths
        let fact: String
        let holds: @Sendable (_ page: ShownPage, _ bytes: String) -> Bool

        init(
            _ rows: String, _ fact: String, of paths: @escaping Paths,
            holds: @escaping @Sendable (_ page: ShownPage, _ bytes: String) -> Bool
        ) {
            (self.rows, self.fact, self.paths, self.holds) = (rows, fact, paths, holds)
        }

        static func has(_ rows: String, _ selector: String, _ paths: @escaping Paths) -> Claim {
            Claim(rows, "has \(selector)", of: paths) { page, _ in page.has(selector) }
        }

        static func lacks(_ rows: String, _ selector: String, _ paths: @escaping Paths) -> Claim {
            Claim(rows, "lacks \(selector)", of: paths) { page, _ in !page.has(selector) }
        }

        /// A part that has the text and no other.
        static func reads(_ rows: String, _ selector: String, _ text: String, _ paths: @escaping Paths) -> Claim {
            Claim(rows, "\(selector) is “\(text)”", of: paths) { page, _ in page.texts(selector).contains(text) }
        }

        /// - Parameter value: empty for an attribute without a value, nil for none.
        static func state(_ rows: String, _ name: String, _ value: String? = "", _ paths: @escaping Paths) -> Claim {
            Claim(rows, "\(name) is \(value ?? "missing")", of: paths) { page, _ in page.state(name) == value }
        }

        /// Bytes of a style sheet, of a drawing, or of any words.
        static func writes(_ rows: String, _ bytes: String, _ paths: @escaping Paths) -> Claim {
            Claim(rows, bytes, of: paths) { $1.contains(bytes) }
        }

        static func omits(_ rows: String, _ bytes: String, _ paths: @escaping Paths) -> Claim {
            Claim(rows, "no \(bytes)", of: paths) { !$1.contains(bytes) }
        }
    }

    func check(_ id: String, _ claims: [Claim]) async throws {
        try await open(id) { browser, pages async throws in
            var known: [String: (page: ShownPage, bytes: String)] = [:]
            for claim in claims {
                for path in claim.paths(pages) {
                    if known[path] == nil {
                        let answer = try await browser.get(path)
                        known[path] = (page: answer.page, bytes: answer.text)
                    }
                    let shown = try #require(known[path])
                    #expect(claim.holds(shown.page, shown.bytes), "\(claim.rows): \(path): \(claim.fact)")
                }
            }
        }
    }

    /// Their titles in the drawer and on the front page, and the origin asked for each.
    func check(sections: [String], of id: String, kind: String, at addresses: [String]) async throws {
        try await open(id) { browser, pages async throws in
            let front = try await browser.get(pages.front).page
            let list = try await browser.get("/\(id)/sections").page
            // The front page of a community is its first list, which leads to the others.
            let others = front.texts("nav.other-lists a")
            let shown = others.isEmpty ? front.texts("h2 > a") : front.headings(1) + others
            for titles in [shown, list.texts("nav.sections a > span")] {
                #expect(titles.filter { sections.contains($0) } == sections, "\(id): in this order")
            }
            for title in others.isEmpty ? sections : Array(sections.prefix(1)) {
                #expect(front.storyTitles.contains("\(title) 1"), "\(title) has its own stories")
            }
        }
        let channels = Self.sections(of: try Self.edition(id)).map(\.channel)
        #expect(channels.map(\.address.text) == addresses && channels.allSatisfy { $0.kind.rawValue == kind })
    }

    struct Section {
        let title: String
        let channel: ChannelAddress
    }

    /// Those of its file, or of the directory that the test puts in the place of the origin's.
    static func sections(of edition: Edition) -> [Section] {
        switch edition.sections {
        case .folders: return []
        case .listed(let sections):
            // A paper by interests has the headlines of its first shelf, of one publisher here.
            let shelf = edition.topics?.shelves.first
            let headlines = shelf?.feeds.first { $0.category == nil }.map {
                Section(
                    title: shelf?.title ?? "",
                    channel: ChannelAddress(kind: .feed, site: $0.address, address: $0.address))
            }
            return sections.flatMap { section in
                section.channels.map { Section(title: section.title, channel: $0) }
            } + [headlines].compactMap(\.self)
        case .offered(let directory, _):
            let addresses = [1, 2].compactMap { WebAddress("https://m.mit.edu/apis/news/stories?category=\($0)") }
            return zip(["Latest", "In the Media"], addresses).map { title, address in
                Section(
                    title: title,
                    channel: ChannelAddress(kind: directory.kind, site: directory.site, address: address))
            }
        }
    }

    /// Twenty-five stories of a section, with all that a story can have.
    static func stories(of title: String, byline: String?) -> [FetchedStory] {
        (1...25).map { number in
            FetchedStory(
                key: "\(title)-\(number)", title: "\(title) \(number)",
                link: WebAddress("https://stories.example/\(QueryParameters.encoded(title))/\(number)"),
                byline: byline, body: SafeHTML(restoring: "<p>Text of \(title) \(number)</p>"),
                text: "Text of \(title) \(number)",
                publishedAt: WebTestApp.start.addingTimeInterval(-Double(number) * 60),
                tags: ["Topic of \(title)"], commentCount: 3, points: 12)
        }
    }

    func open(
        _ id: String, _ work: @escaping @Sendable (Browser, Pages) async throws -> Void
    ) async throws {
        let edition = try Self.edition(id)
        let app = try WebTestApp(editions: [edition], kinds: edition.sourceKinds)
        let sections = Self.sections(of: edition)
        if id == "hacker-news" { app.source.offerThreads() }
        for section in sections {
            app.source.put(
                Self.stories(of: section.title, byline: edition.topics == nil ? "Ada Reyes" : nil),
                at: section.channel.address.text)
        }
        if case .offered(let directory, _) = edition.sections {
            let offered = sections.enumerated().map { index, section in
                OfferedChannel(key: "\(index + 1)", title: section.title, address: section.channel.address)
            }
            app.source.put(.success(ChannelResponse(stories: nil, channels: offered)), at: directory.address.text)
        }
        try await app.library.editions.synchronize([edition])
        try await app.library.topics.followDefaultHeadlines(country: nil, languages: [], in: edition, for: app.reader)
        try await app.library.editions.refreshIfStale(edition.id, for: app.reader)
        // The second round asks what a directory has offered.
        for _ in 0..<2 { await app.refresh() }
        let first = try #require(try await app.library.editions.sections(of: edition.id, for: app.reader).first)
        let story = try await app.rowInAnyEdition("\(first.title) 1").id.rawValue
        try await app.withBrowser { browser async throws in
            let (section, front) = (first.id.rawValue, try await browser.get("/\(id)/").text)
            let styles = try #require(front.firstMatch(of: /href="(\/assets\/[^"]+\/edition-[^"]+\.css)"/)?.1)
            let pages = Pages(
                front: "/\(id)/", section: "/\(id)/section/\(section)", everything: "/\(id)/all",
                story: "/\(id)/story/\(story)?in=s\(section)", storyMenu: "/\(id)/story/\(story)/menu",
                stylesheet: String(styles))
            try await work(browser, pages)
        }
    }
}
