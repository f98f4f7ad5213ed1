import Foundation
import Markup
import News
import Packs
import Synchronization
import TestSupport
import Testing
import URLs

@testable import Library

/// The promise of decision 7: SQL is written once, in what SQLite and PostgreSQL share. Everything the Library says is
/// written down while it does all it can do, and PostgreSQL prepares each statement on the same layout.
@Suite(.enabled(if: PostgresServer.isInstalled, "needs Debian's postgresql-15"))
struct `The SQL that both engines share` {
    @Test func `PostgreSQL prepares every statement`() async throws {
        let said = Mutex<Set<String>>([])
        let clock = TestClock()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tidings-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") } }
        let library = try NewsLibrary.open(
            at: folder, now: { clock.now },
            retention: RetentionPolicy(readDays: 1, unreadDays: 2, minimumPerChannel: 1),
            masterKeyFile: MasterKeyFile(url: folder.appendingPathComponent("secrets.key")),
            trace: { text in said.withLock { _ = $0.insert(text) } })
        defer { library.close() }
        try await doEverything(with: library, clock: clock)

        let statements = said.withLock { $0 }.filter(isShared).sorted()
        #expect(statements.count > 100)
        let script =
            ([InitialSchema.sql(version: Migrations.firstVersion)] + Migrations.all.map(\.sql))
            .map { SQLDialect.postgres.render($0) }
            + statements.enumerated().map { number, text in
                "prepare s\(number) as \(numbered(text));"
            }
        let diagnostics = try PostgresServer.complaints(about: script.joined(separator: "\n"))
        #expect(diagnostics == "")
    }

    /// Transactions are the engine's own, layouts are written for each, and so is full text.
    private func isShared(_ text: String) -> Bool {
        let start = text.lowercased()
        return ["select ", "insert ", "update ", "delete "].contains { start.hasPrefix($0) }
            && !start.contains("story_search") && !start.contains("sqlite_") && text.contains("?")
    }

    /// `?` becomes `$1`, `$2` …; the Library's texts hold no question mark otherwise.
    private func numbered(_ text: String) -> String {
        text.split(separator: "?", omittingEmptySubsequences: false).enumerated().reduce("") { sql, part in
            part.offset == 0 ? String(part.element) : sql + "$\(part.offset)" + part.element
        }
    }

    private func goOn(
        _ library: NewsLibrary, _ source: FakeSource, _ refresher: Refresher, _ me: ReaderID
    ) async throws {
        // Old, so that it leads no list that is looked at elsewhere here.
        var story = FetchedStory(
            key: "goes on", title: "Goes on", link: try webAddress("https://a.test/goes-on"),
            publishedAt: Date(timeIntervalSince1970: 1_700_000_000))
        var picture = PictureReference(address: try webAddress("https://a.test/p.jpg"), width: 900, height: 600)
        picture.renditions = [.init(address: try webAddress("https://a.test/p-72.jpg"), width: 72, height: 48)]
        story.pictures = [picture]
        source.put(
            .success(ChannelResponse(stories: [story], next: SourceCursor(rawValue: "further"))),
            at: "https://a.test/feed")
        _ = try await library.refreshing.requestRefresh(nil, reason: .manual, for: me, minimumInterval: .zero)
        await refresher.runOnce()
        _ = try await library.olderStories.fetch(.everything, for: me)
        let row = try await library.stories.list(.everything, for: me, depth: 50).rows.first { $0.picture != nil }
        if let picture = row?.picture { _ = try await library.pictures.picture(picture.id, atLeast: 72) }
        source.put(
            finds: .success(SearchResponse(stories: [FetchedStory(key: "found", title: "Found")])), for: "found")
        _ = try await library.remoteSearch.find("found", in: .everything, for: me)
    }

    private func doEverything(with library: NewsLibrary, clock: TestClock) async throws {
        let source = FakeSource()
        let library = library.withSources(source.catalog)
        let refresher = Refresher(library: library)
        let me = ReaderID.first
        try await fill(library, source, refresher, clock)
        try await read(library, me)
        try await goOn(library, source, refresher, me)
        try await mark(library, me)
        try await arrange(library, me)
        try await comeIn(library, me)
        try await useService(library)
        try await followTopics(library, source, refresher, me)
        try await installPacks(library, me)
        for address in ["https://a.test/feed", "https://b.test/feed"] {
            source.put(
                .failure(address.contains("a.") ? .busy(until: clock.now.addingTimeInterval(9)) : .gone), at: address)
        }
        clock.advance(3600)
        await refresher.runOnce(reason: .manual)
        clock.advance(4 * 86400)
        try await fetchPages(library, source, me)
        try await discuss(library, source, clock, me)
        try await WritingWalk.run(library, source, clock, me)
        clock.advance(200 * 86400)
        try await library.context.purge()
        try await library.context.compactReadThrough()
        try await library.readers.recordVisit(for: me)
        _ = try await library.stories.frontPage(for: me)
    }

    private func installPacks(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let (edition, packs) = (try PackLibraryFixture.edition(mapPage: "universities"), library.packs)
        try await library.editions.synchronize([edition])
        try await library.editions.refreshIfStale(edition.id, for: me)
        var draft = try PackDraft.county()
        draft.favourites = [PackFavourite(page: "humber", date: Date(timeIntervalSince1970: 1_404_554_400))]
        _ = try await packs.install(draft.pack(), media: draft.media, in: edition)
        try await packs.setFavourites(
            [PackFavouriteChange(slug: "loom", isFavourite: true, date: Date())], in: edition, for: me)
        for slug in [nil, "loom"] {
            let page = try await packs.page(slug, in: edition, for: me)
            _ = try await packs.slug(of: page.summary.story)
        }
        draft = draft.version("2").without("humber").without("loom")
        try draft.add("loom-2", "Loom University", below: "universities")
        _ = try await packs.install(draft.pack(), media: draft.media, in: edition)
        _ = try await packs.installed(in: edition, for: me)
        _ = try await packs.page(titled: "Great tour", in: edition, for: me)
        _ = try await packs.photographs(in: edition)
        _ = try await packs.mapPages(in: edition, for: me)
        _ = try await packs.mapPages(in: PackLibraryFixture.edition(), for: me)
        _ = try await packs.baseMap(in: edition)
        _ = try await packs.favourites(in: edition, for: me)
        if let medium = draft.media.list.first { _ = try await packs.medium(medium.id, in: edition) }
        _ = try await packs.contents(of: edition)
        let moved = try PackLibraryFixture.edition(address: "https://c.test/guide.pack")
        try await library.editions.synchronize([moved])
        try await library.editions.synchronize([])
    }

    private func followTopics(
        _ library: NewsLibrary, _ source: FakeSource, _ refresher: Refresher, _ me: ReaderID
    ) async throws {
        let site = try webAddress("https://service.test/")
        let feed = PublisherFeed(publisher: "A", address: try webAddress("https://shelf.test/feed"))
        let paper = Edition(
            id: EditionID(rawValue: "topics"), title: "T", sections: .listed([]),
            topics: TopicOptions(
                service: ServiceAddress(kind: .gazette, site: site),
                shelves: [HeadlineShelf(country: "gb", title: "Britain", languages: ["en"], feeds: [feed])]))
        source.offer(topics: TopicCapability(publishers: site) { _ in site })
        source.put(
            .success(
                ChannelResponse(stories: nil, channels: [OfferedChannel(key: "a", title: "A", address: site)])),
            at: site.text)
        try await library.serviceKeys.set("a-key", for: site)
        try await library.topics.refreshPublishers(in: paper, for: me)
        _ = try await library.topics.publishers(in: paper, for: me)
        try await library.topics.followDefaultHeadlines(country: "gb", languages: [], in: paper, for: me)
        let words = try await library.topics.follow(.words("title"), in: paper, for: me)
        source.put([FetchedStory(key: "1", title: "A title")], at: feed.address.text)
        await refresher.runOnce()
        try await library.topics.move(words.id, isUp: true, for: me)
        _ = try await library.stories.list(.section(words.section), for: me, depth: 3)
        _ = try await library.marks.markAllRead(.section(words.section), through: StoryID(rawValue: 999), for: me)
        try await library.topics.unfollow(words.id, for: me)
        try await library.editions.synchronize([])
        try await library.serviceKeys.remove(for: site)
    }

    private func publish(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let paper = EditionID(rawValue: "paper")
        let (own, gazette) = (try webAddress("https://a.test/feed"), try webAddress("https://g.test/"))
        func listed(_ titles: [String]) -> Edition {
            Edition(
                id: paper, title: "Paper",
                sections: .listed(
                    titles.map {
                        EditionSection(
                            key: $0, title: $0, channels: [ChannelAddress(kind: .feed, site: own, address: own)])
                    }))
        }
        let offered = Edition(
            id: EditionID(rawValue: "gazette"), title: "Gazette",
            sections: .offered(
                by: ChannelAddress(kind: .gazette, site: gazette, address: gazette), options: [:]))
        try await library.editions.synchronize([listed(["a", "b"]), offered])
        try await library.editions.synchronize([listed(["b"]), offered])
        for edition in [paper, offered.id] {
            try await library.editions.refreshIfStale(edition, for: me)
            _ = try await library.editions.sections(of: edition, for: me)
            _ = try await library.editions.health(of: edition, for: me)
            _ = try await library.stories.frontPage(for: me, of: edition)
            for part in StoryList.Part.allCases {
                _ = try await library.stories.list(.within(edition, part), for: me, depth: 3)
            }
        }
        _ = try await library.stories.list(.within(.mine, .saved), for: me, depth: 3)
        let newest = try await library.stories.newestStory(for: me) ?? StoryID(rawValue: 0)
        _ = try await library.stories.newStoryCount(since: newest, for: me, in: paper)
        _ = try await library.marks.markAllRead(.within(paper, .everything), through: newest, for: me)
        _ = try await library.editions.requestRefresh(of: paper, for: me)
        try await library.editions.synchronize([])
    }

    private func fill(
        _ library: NewsLibrary, _ source: FakeSource, _ refresher: Refresher, _ clock: TestClock
    ) async throws {
        let text = (0..<60).map { "word\($0)" }.joined(separator: " ")
        func stories(_ prefix: String, more: String = "") throws -> [FetchedStory] {
            try (0..<4).map { number in
                FetchedStory(
                    key: "\(prefix)\(number)", title: "A title of four words \(number)",
                    link: try webAddress("https://n.test/\(number == 0 ? "same" : prefix + "\(number)")"),
                    text: text + more,
                    original: text + more, publishedAt: clock.now.addingTimeInterval(-Double(number)),
                    pictures: [PictureReference(address: try webAddress("https://n.test/\(number).jpg"))],
                    commentCount: number)
            }
        }
        let facts = ChannelMetadata(title: "A", icon: try webAddress("https://a.test/icon.png"))
        let moved = try webAddress("https://moved.test/feed")
        for round in 0..<4 {
            for name in ["a", "b", "c"] {
                let answer = ChannelResponse(
                    stories: try stories(name, more: " \(round)"), metadata: facts,
                    sourceState: SourceState(bytes: [1]),
                    movedTo: name == "c" ? moved : nil)
                source.put(.success(answer), at: "https://\(name).test/feed")
                if round == 0 {
                    let found = DiscoveredChannel(
                        kind: .feed, address: try webAddress("https://\(name).test/feed"), metadata: facts)
                    try await library.subscriptions.follow(found, folder: name == "a" ? "F" : nil, for: .first)
                }
            }
            clock.advance(86400)
            await refresher.runOnce()
        }
    }

    private func comeIn(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let (sessions, caller) = (library.sessions, LoginClient(address: "203.0.113.7", isLocal: false))
        try await sessions.setPassword(
            "tide barrier", cost: PasswordHash.Cost(exponent: 4, blockSize: 1, parallelism: 1), for: me)
        await #expect(throws: SignInError.wrongPassword) {
            _ = try await sessions.signIn("wrong", from: caller, for: me)
        }
        let session = try await sessions.signIn("tide barrier", from: caller, for: me).session
        _ = try await sessions.renew(session)
        let link = try await sessions.makeLink(for: me, lasting: 60)
        try await sessions.check(link: link)
        let opened = try await sessions.open(link: link, from: caller)
        #expect(try await sessions.session(of: opened.token) != nil)
        try await sessions.end(opened.session.id, for: me)
        #expect(try await sessions.all(for: me).count == 1)
        #expect(try await sessions.endAll(for: me) == 1)
        try await sessions.removePassword(for: me)
    }

    private func useService(_ library: NewsLibrary) async throws {
        let (site, budgets) = (try webAddress("https://api.test/"), library.requestBudgets)
        try await library.serviceKeys.set("a-key", for: site)
        #expect(await library.serviceKeys.key(for: site) == "a-key")
        #expect(try await library.serviceKeys.all().count == 1)
        try await library.serviceKeys.remove(for: site)
        for _ in 0..<50 { try await budgets.claimRequest(at: site, for: .viewed) }
        await #expect(throws: SourceError.self) { try await budgets.claimRequest(at: site, for: .viewed) }
        for _ in 0..<2 { await budgets.recordExhaustion(at: site, until: nil) }
        #expect(try await budgets.status(of: site).nextRequestAt != nil)
    }

    private func fetchPages(_ library: NewsLibrary, _ source: FakeSource, _ me: ReaderID) async throws {
        let service = FullTextService(context: library.context, policy: FullTextPolicy(hostInterval: .zero))
        let rows = try await library.stories.list(.everything, for: me, depth: 99).rows
        let words = (0..<400).map { "page\($0)" }.joined(separator: " ")
        for row in rows.prefix(2) {
            let link = try #require(row.link).text
            try source.put(page: words, pictures: ["https://n.test/page.jpg"], at: link)
            #expect(try await service.fetch(row.id, isManual: true) == .fetched(new: 1))
            _ = try await library.stories.story(row.id, for: me, in: nil)
        }
        let channel = try #require(rows.last).channel
        try await library.subscriptions.setFullText(of: channel, .always, for: me)
        await service.runOnce()
        _ = try await library.stories.truncationGuess(of: channel)
        for table in ["story_text", "full_text"] {
            _ = try await library.context.database.write { try $0.run("update \(table) set rules = 0") }
        }
        #expect(try await Resanitizer(library: library, batchSize: 2).run() > 2)
    }

    private func discuss(
        _ library: NewsLibrary, _ source: FakeSource, _ clock: TestClock, _ me: ReaderID
    ) async throws {
        let service = library.discussions
        let row = try #require(try await library.stories.list(.everything, for: me, depth: 9).rows.first)
        let key = try #require(
            try await library.context.database.read { transaction in
                try transaction.text("select key from story where id = ?", [.number(row.id.rawValue)])
            })
        var told = FetchedStory(key: key, title: "A", commentCount: 9, points: 1, kind: .poll)
        told.pollOptions = [PollOption(text: "Yes", votes: 1)]
        var link = makeComment("b", answering: "a")
        let site = try await service.thread(of: row.id, for: me).source.site
        link.body = HTMLSanitizer(base: site).sanitize("<a href=\"/x\">x</a>").html
        source.put(comments: .success(DiscussionResponse(comments: [makeComment("a"), link], story: told)), under: key)
        _ = try await service.refresh(row.id, reason: .viewed)
        _ = try await service.recordVisit(row.id, for: me)
        clock.advance(4000)
        source.put(comments: [link, makeComment("a")], missing: 2, under: key)
        _ = try await service.refresh(row.id, reason: .manual)
        _ = try await service.recordVisit(row.id, for: me)
        try await service.wait(for: row.id)
        clock.advance(4000)
        source.put(comments: .failure(.refused(status: 500)), under: key)
        _ = try await service.refresh(row.id, reason: .manual)
        clock.advance(4000)
        source.put(comments: [makeComment("a")], under: key)
        _ = try await service.refresh(row.id, reason: .manual)
        _ = try await service.thread(of: row.id, for: me)
        _ = try await library.stories.engagement(of: [row.id], for: me)
        try await meet(library, row, me)
        _ = try await library.stories.story(row.id, for: me, in: nil)
    }

    /// Asks who people are, and where else a story is discussed.
    private func meet(_ library: NewsLibrary, _ row: StoryRow, _ me: ReaderID) async throws {
        let square = FakeProfileSource()
        let library = library.withSources(SourceCatalog([.gazette: { _ in square }]))
        square.put(.success([FetchedStory(key: "s", title: "S")]), about: "ada")
        square.put(.success([FetchedStory(key: "m", title: "M")]), about: "mentions")
        let found = DiscoveredChannel(
            kind: .gazette, address: try webAddress("https://square.test/"), metadata: ChannelMetadata())
        let channel = try await library.subscriptions.follow(found, folder: nil, for: me).id
        let source = try #require(
            try await library.context.database.read { transaction in
                try transaction.number("select source_id from channel where id = ?", [.number(channel.rawValue)])
            })
        for part in [ProfileService.ProfilePart.about, .stories, .comments] {
            _ = try await library.profiles.profile(of: "ada", at: source, part, for: me)
        }
        let mentions = library.relatedDiscussions
        #expect(try await mentions.fetch(about: row.id, for: me))
        #expect(try await mentions.relatedDiscussions(of: row.id, for: me).discussions.count == 1)
    }

    private func read(_ library: NewsLibrary, _ me: ReaderID) async throws {
        try await library.readers.recordVisit(for: me)
        _ = try await library.stories.frontPage(for: me)
        for list in [StoryList.section(SectionID(rawValue: 1)), .channel(ChannelID(rawValue: 1)), .unread, .everything]
        {
            let page = try await library.stories.list(list, for: me, depth: 3)
            for row in page.rows {
                _ = try await library.stories.story(row.id, for: me, in: list)
                _ = try await library.marks.mark([row.id], as: .saved, true, for: me)
            }
        }
        _ = try await library.stories.list(.saved, for: me, depth: 9, unreadOnly: true)
        for list in [StoryList.saved, .unread, .everything] {
            _ = try await library.stories.list(list, for: me, depth: 9, order: .oldestFirst)
        }
        _ = try await library.stories.newStoryCount(since: StoryID(rawValue: 1), for: me)
        _ = try await library.refreshing.status(for: me)
        try await publish(library, me)
        _ = try await library.refreshing.log(of: ChannelID(rawValue: 1))
        _ = try await library.search.find("title", for: me)
        try await library.search.saveRecent("title", for: me)
        _ = try await library.search.recentSearches(for: me)
        try await library.search.removeAllRecent(for: me)
        for picture in try await library.pictures.unmeasured(limit: 1) {
            _ = try await library.pictures.picture(picture.id)
            try await library.pictures.recordMeasurement(picture.id, width: 1, height: 1, colour: "#000000")
            try await library.pictures.recordFailure(picture.id, until: Date())
        }
        try await library.readers.changePreferences(for: me) { $0 = .standard }
        _ = try await library.readers.preferences(for: me)
    }

    private func mark(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let rows = try await library.stories.list(.everything, for: me, depth: 99).rows
        let first = try #require(rows.first)
        let last = try #require(rows.last)
        try await library.marks.markOpened(last.id, for: me)
        let some = try await library.marks.mark([first.id], as: .read, true, for: me)
        let newest = try #require(try await library.stories.newestStory(for: me))
        let early = try await library.marks.markAllRead(.channel(first.channel), through: first.id, for: me)
        let all = try await library.marks.markAllRead(.everything, through: newest, for: me)
        _ = try await library.marks.markAllRead(.section(.other), through: newest, for: me)
        _ = try await library.marks.markAllRead(.saved, through: newest, for: me)
        let back = try await library.marks.mark([first.id], as: .read, false, for: me)
        _ = try await library.marks.markRead(above: last.id, in: .everything, for: me)
        _ = try await library.marks.markRead(before: .distantPast, in: .everything, for: me)
        _ = try await library.marks.markRead(above: last.id, in: .channel(last.channel), for: me)
        _ = try await library.marks.lastUndo(for: me, within: 8)
        for ticket in [back, early, all, some] {
            do { _ = try await library.marks.undo(ticket.id, for: me) } catch { #expect(error == .notThere) }
        }
    }

    private func arrange(_ library: NewsLibrary, _ me: ReaderID) async throws {
        let service = library.subscriptions
        let channel = ChannelID(rawValue: 3)
        let ticket = try await service.unfollow(channel, for: me)
        _ = try await library.marks.undo(ticket.id, for: me)
        try await service.rename(channel, to: "C", for: me)
        try await service.move(channel, to: "G", for: me)
        let folder = try #require(try await service.folders(for: me).first?.id)
        try await service.renameFolder(folder, to: "H", for: me)
        let feeds = [ImportedFeed(address: try webAddress("https://d.test/feed"), folder: ["X", "Y"])]
        let report = try await service.importOutlines(feeds, for: me)
        _ = try await library.marks.undo(try #require(report.undoToken).id, for: me)
        try await service.removeFolder(folder, for: me)
        _ = try await service.find("a", for: me)
        _ = try await library.refreshing.requestRefresh(nil, reason: .manual, for: me)
    }
}
