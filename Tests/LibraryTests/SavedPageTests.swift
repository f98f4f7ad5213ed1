import Foundation
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Library

/// Any web page can be saved: it is a story of a source of its own (decision 42).
@Suite struct SavedPageTests {
    let fixture: LibraryFixture
    private let quay = "https://far.test/quay"

    init() throws { fixture = try LibraryFixture() }

    private var service: SavedPageService { fixture.library.savedPages }

    private func draft(_ address: String, title: String? = nil, savedAt: Date? = nil) throws -> SavedPageDraft {
        SavedPageDraft(address: try webAddress(address), title: title, savedAt: savedAt)
    }

    private func save(_ address: String, title: String? = nil) async throws -> SavedPageResult {
        try await service.save(try draft(address, title: title), for: fixture.me)
    }

    private func details(_ story: StoryID) async throws -> StoryDetails {
        try await fixture.library.stories.story(story, for: fixture.me, in: .saved)
    }

    @Test func `a page is saved with its address, read, found by its words, and kept`() async throws {
        try fixture.source.put(linkedPageOfWords: 50, at: quay)
        let result = try await save("\(quay)?utm_source=app#top")
        #expect(result.isNewHere && !result.wasSaved && result.undoToken?.kind == .saved)
        #expect(try await fixture.titles(.saved) == [quay])
        #expect(try await details(result.story).fullText.state == .fetchesOnOpen)
        #expect(try await fixture.library.fullTexts.fetch(result.story, isManual: false) == .fetched(new: 1))
        let page = try await details(result.story)
        #expect(page.row.title == "The quay" && page.row.channelTitle == "Saved pages")
        #expect(page.row.byline == "far.test" && page.body.text.contains("word49") && page.row.picture != nil)
        #expect(page.fullText.state == .shown && page.fullText.reason == nil)
        let found = try await fixture.library.search.find("word49", for: fixture.me)
        #expect(found.hits.map(\.row.id) == [result.story])
        // It is no story of a list that is not of saved ones, and counts nowhere as unread.
        #expect(try await fixture.titles(.everything).isEmpty)
        #expect(try await fixture.titles(.within(nil, .everything)).isEmpty)
        fixture.clock.advance(400 * 86_400)
        _ = try await fixture.library.context.purge()
        #expect(try await fixture.titles(.saved) == ["The quay"])
    }

    @Test func `a page that is a story here is saved as that story, however its address is written`() async throws {
        let story = try fixture.story("1", title: "The quay", link: "https://www.far.test/quay/")
        try await fixture.follow("https://far.test/feed", stories: [story])
        let known = try await fixture.id("The quay")
        for address in ["http://far.test/quay?utm_medium=x", "https://far.test/quay"] {
            #expect(try await service.find(try webAddress(address), for: fixture.me)?.story == known)
        }
        let result = try await save("http://far.test/quay?utm_medium=x")
        #expect(result.story == known && !result.isNewHere && !result.wasSaved)
        let again = try await save(quay)
        #expect(again.story == known && again.wasSaved && again.undoToken == nil)
        #expect(try await fixture.titles(.saved) == ["The quay"])
    }

    @Test func `a page that cannot be read is kept with the title that was found, and says why`() async throws {
        let cause = FailureCause(.file(contentType: "application/pdf", size: 9), at: "far.test")
        fixture.source.put(
            linkedPage: .success(ArticleResponse(.notAnArticle(title: "Tide tables.pdf", cause))), at: quay)
        let result = try await save(quay)
        guard case .failed = try await fixture.library.fullTexts.fetch(result.story, isManual: false) else {
            Issue.record("A file was read as a page")
            return
        }
        let page = try await details(result.story)
        guard case .failed(let why, _) = page.fullText.state else {
            Issue.record("The failure is not shown")
            return
        }
        #expect(why.cause == cause && page.row.title == "Tide tables.pdf" && page.row.link?.text == quay)
        #expect(try await fixture.library.search.find("tables", for: fixture.me).hits.count == 1)
        // A title that came with the page stays.
        let named = try await save("\(quay)/2", title: "Mine")
        fixture.source.put(
            linkedPage: .success(ArticleResponse(.notAnArticle(title: "x.pdf", cause))), at: "\(quay)/2")
        _ = try await fixture.library.fullTexts.fetch(named.story, isManual: false)
        #expect(try await details(named.story).row.title == "Mine")
    }

    @Test func `home pages and pages that were saved, purged and saved again have one story each`() async throws {
        let home = try await save("https://far.test/")
        #expect(try await save("https://far.test/#about").story == home.story)
        let token = try await fixture.library.marks.mark([home.story], as: .saved, false, for: fixture.me)
        #expect(token.count == 1)
        fixture.clock.advance(400 * 86_400)
        _ = try await fixture.library.context.purge()
        #expect(try await service.find(try webAddress("https://far.test/"), for: fixture.me) == nil)
        #expect(try await save("https://far.test/").story == home.story)
        #expect(try await fixture.titles(.saved) == ["https://far.test/"])
    }

    @Test func `pages that nobody opens are read in the background`() async throws {
        try fixture.source.put(linkedPageOfWords: 50, at: quay)
        _ = try await save(quay)
        await fixture.fullTexts.runOnce()
        #expect(fixture.source.requestedPages == [quay])
        #expect(try await fixture.titles(.saved) == ["The quay"])
    }

    @Test func `an import keeps times and texts, is previewed, and is undone as a whole`() async throws {
        let known = try fixture.story("1", title: "Known", link: "https://loom.test/1")
        try await fixture.follow("https://loom.test/feed", stories: [known])
        _ = try await save("https://far.test/saved", title: "Saved before")
        var old = try draft("https://far.test/old", title: "Old", savedAt: fixture.clock.now - 3_000_000)
        old.tags = ["tides"]
        old.text = "A text that came along"
        old.body = HTMLSanitizer().sanitize("<p>A text that came along</p>").html
        old.feed = SavedPageDraft.Feed(address: try webAddress("https://far.test/feed"), title: "Far")
        var here = try draft("https://loom.test/1", savedAt: fixture.clock.now - 1_000_000)
        here.feed = SavedPageDraft.Feed(address: try webAddress("https://loom.test/feed"))
        let future = try draft("https://far.test/new", title: "New", savedAt: fixture.clock.now + 9_000)
        let pages = [old, here, future, try draft("https://far.test/saved")]
        let preview = try await service.preview(pages, for: fixture.me)
        #expect(preview.newCount == 2 && preview.knownCount == 1 && preview.alreadySavedCount == 1)
        #expect(preview.withoutTextCount == 1 && preview.feedCount == 2)
        #expect(preview.unknownFeeds.map(\.title) == ["Far"])
        let report = try await service.importPages(pages, for: fixture.me)
        #expect(report.newCount == 2 && report.knownCount == 1 && report.alreadySavedCount == 1)
        let titles = try await fixture.titles(.saved)
        #expect(titles.prefix(2).sorted() == ["New", "Saved before"] && titles.suffix(2) == ["Known", "Old"])
        let page = try await details(try #require(report.stories.first))
        #expect(page.tags == ["tides"] && page.body.text.contains("came along"))
        #expect(page.row.shownAt == old.savedAt)
        #expect(try await fixture.library.search.find("along", for: fixture.me).hits.count == 1)
        _ = try await fixture.library.marks.undo(try #require(report.undoToken).id, for: fixture.me)
        #expect(try await fixture.titles(.saved) == ["Saved before"])
    }

    @Test func `another reader neither finds nor shares what this one saved`() async throws {
        try await fixture.execute("insert into reader (id, name, created_at) values (2, 'Other', 0)")
        let other = ReaderID(rawValue: 2)
        let mine = try await save(quay, title: "Mine")
        #expect(try await service.find(try webAddress(quay), for: other) == nil)
        let theirs = try await service.save(try draft(quay), for: other)
        #expect(theirs.isNewHere && theirs.story != mine.story)
    }
}
