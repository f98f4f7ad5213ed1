import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// The use of feeds and their stories.
extension `The SQL that both engines share` {
    func goOn(
        _ library: NewsLibrary, _ source: FakeSource, _ refresher: Refresher, _ me: ReaderID
    ) async throws {
        // The story is old, so that it leads no other list in this test.
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

    func fill(
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

    func fetchPages(_ library: NewsLibrary, _ source: FakeSource, _ me: ReaderID) async throws {
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
            _ = try await library.context.database.write { try $0.run("update \(table) set rules_version = 0") }
        }
        #expect(try await Resanitizer(library: library, batchSize: 2).run() > 2)
    }

    func discuss(
        _ library: NewsLibrary, _ source: FakeSource, _ clock: TestClock, _ me: ReaderID
    ) async throws {
        let service = library.discussions
        let row = try #require(try await library.stories.list(.everything, for: me, depth: 9).rows.first)
        let key = try #require(
            try await library.context.database.read { transaction in
                try transaction.text("select origin_key from story where id = ?", [.number(row.id.rawValue)])
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

    /// Fetches profiles, and where else a story is discussed.
    func meet(_ library: NewsLibrary, _ row: StoryRow, _ me: ReaderID) async throws {
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

    func read(_ library: NewsLibrary, _ me: ReaderID) async throws {
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

    func mark(_ library: NewsLibrary, _ me: ReaderID) async throws {
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

    func arrange(_ library: NewsLibrary, _ me: ReaderID) async throws {
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
