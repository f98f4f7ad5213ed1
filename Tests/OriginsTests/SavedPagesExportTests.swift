import Foundation
import Markup
import News
import Testing
import URLs

@testable import Origins

/// Tests of the files that other programs export: recognised by their content, and read without a silent loss.
@Suite struct SavedPagesExportTests {
    private func read(_ text: String) throws -> SavedPagesExport {
        try #require(try SavedPagesExportReader.read(Array(text.utf8)))
    }

    private func seconds(_ page: SavedPageDraft?) -> TimeInterval? { page?.savedAt?.timeIntervalSince1970 }

    @Test func `Pocket's page of links has times and tags`() throws {
        let export = try read(
            """
            <!DOCTYPE html>
            <html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>Pocket Export</title></head>
            <body><h1>Unread</h1><ul>
            <li><a href="https://quay.test/a?x=1&amp;y=2" time_added="1601900000" tags="tides,quays">Low &amp; high</a></li>
            <li><a href="https://quay.test/b" time_added="1601900001" tags="">https://quay.test/b</a></li>
            <li><a href="javascript:alert(1)" time_added="1" tags="">Bad</a></li>
            </ul><h1>Read Archive</h1><ul>
            <li><a href="https://quay.test/c" time_added="1601900002" tags="">Third</a></li>
            <li><a href="https://quay.test/a?x=1&amp;y=2" time_added="1601900003" tags="">Again</a></li>
            </ul></body></html>
            """)
        #expect(export.format == .pocket && export.pages.map(\.title) == ["Low & high", nil, "Third"])
        #expect(export.pages.first?.address.text == "https://quay.test/a?x=1&y=2")
        #expect(seconds(export.pages.first) == 1_601_900_000 && export.pages.first?.tags == ["tides", "quays"])
        #expect(export.refused == ["javascript:alert(1)"] && export.repeatedCount == 1)
    }

    @Test func `Pocket's table has quoted titles, bars between tags, and any order of columns`() throws {
        let export = try read(
            "\u{FEFF}title,url,time_added,cursor,tags,status\r\n"
                + "\"Hello, \"\"world\"\"\nagain\",https://quay.test/a,1700000000,,a|b,unread\r\n"
                + "https://quay.test/b,https://quay.test/b,1700000001,,,archive\r\n"
                + "No address,,1,,,unread\r\n\r\n")
        #expect(export.format == .pocket && export.pages.map(\.title) == ["Hello, \"world\"\nagain", nil])
        #expect(export.pages.first?.tags == ["a", "b"] && seconds(export.pages.last) == 1_700_000_001)
        #expect(export.refused == ["No address"])
    }

    @Test func `Instapaper's table has folders, and quotations that are counted`() throws {
        let export = try read(
            "URL,Title,Selection,Folder,Timestamp,Tags\n"
                + "https://quay.test/a,\"A, with comma\",A quotation,Recipes,1700000000,\"[\"\"bread\"\"]\"\n"
                + "https://quay.test/b,B,,Archive,1700000001,[]\n")
        #expect(export.format == .instapaper && export.pages.map(\.title) == ["A, with comma", "B"])
        #expect(export.pages.map(\.tags) == [["bread", "Recipes"], []] && export.noteCount == 1)
    }

    @Test func `FreshRSS's stars come with text, feed, labels and time; what is not starred is left out`() throws {
        let export = try read(
            #"""
            {"id": "user/ada/state/org.freshrss/starred", "title": "Favourites", "author": "ada", "items": [
              {"id": "1", "timestampUsec": "1601900000000000", "published": 1601800000, "title": "Low &amp; high",
               "author": "Nell", "alternate": [{"href": "https://quay.test/a", "type": "text/html"}],
               "categories": ["tides", "user/-/state/com.google/read", "user/-/state/com.google/starred", "user/-/label/Later"],
               "content": {"content": "<p onclick=x()>The tide</p><script>1</script>"},
               "origin": {"streamId": "feed/3", "title": "Quay", "htmlUrl": "https://quay.test/", "feedUrl": "https://quay.test/feed"}},
              {"id": "2", "title": "Unstarred", "alternate": [{"href": "https://quay.test/b"}], "categories": []}]}
            """#)
        let page = try #require(export.pages.first)
        #expect(export.format == .freshRSS && export.pages.count == 1 && export.unstarredCount == 1)
        #expect(page.title == "Low & high" && page.byline == "Nell" && page.tags == ["tides", "Later"])
        #expect(seconds(page) == 1_601_900_000 && page.publishedAt?.timeIntervalSince1970 == 1_601_800_000)
        #expect(page.text == "The tide" && !page.body.text.contains("onclick"))
        #expect(
            page.feed == SavedPageDraft.Feed(address: try #require(WebAddress("https://quay.test/feed")), title: "Quay")
        )
    }

    @Test func `Miniflux's entries have their feed, and the time of the star`() throws {
        let export = try read(
            #"""
            {"total": 2, "entries": [
              {"id": 1, "url": "https://quay.test/a", "title": "A", "starred": true, "status": "read", "author": "",
               "published_at": "2020-10-05T12:00:00Z", "changed_at": "2020-10-06T12:00:00.5Z", "content": "<p>Text</p>",
               "tags": ["tides"], "feed": {"id": 3, "title": "Quay", "feed_url": "https://quay.test/feed"}},
              {"id": 2, "url": "https://quay.test/b", "title": "B", "starred": false}]}
            """#)
        let page = try #require(export.pages.first)
        #expect(export.format == .miniflux && export.pages.count == 1 && export.unstarredCount == 1)
        #expect(page.text == "Text" && page.tags == ["tides"] && page.feed?.title == "Quay" && page.byline == nil)
        #expect(page.savedAt.map { Int($0.timeIntervalSince1970) } == 1_601_985_600)
    }

    @Test func `Feedly's stories have milliseconds, labels and streams`() throws {
        let export = try read(
            #"""
            [{"id": "x", "originId": "https://quay.test/guid", "fingerprint": "f", "title": "A", "published": 1601800000000,
              "actionTimestamp": 1601900000000, "canonicalUrl": "https://quay.test/a", "summary": {"content": "<p>Short</p>"},
              "tags": [{"id": "user/1/tag/global.saved"}, {"id": "user/1/tag/x", "label": "Boats"}],
              "alternate": [], "origin": {"streamId": "feed/https://quay.test/feed", "title": "Quay"}}]
            """#)
        let page = try #require(export.pages.first)
        #expect(export.format == .feedly && page.address.text == "https://quay.test/a" && page.tags == ["Boats"])
        #expect(seconds(page) == 1_601_900_000 && page.feed?.address.text == "https://quay.test/feed")
    }

    @Test func `a bookmarks file is read, and a web page is none`() throws {
        let export = try read(
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <TITLE>Saved</TITLE><H1>Saved</H1><DL><p><DT><A HREF="https://quay.test/a" ADD_DATE="1601900000" TAGS="x">A</A>
            <DT><A HREF="place:x">Place</A></DL><p>
            """)
        #expect(export.format == .bookmarks && seconds(export.pages.first) == 1_601_900_000)
        #expect(export.refused == ["place:x"])
        #expect(throws: SavedPagesExportError.self) {
            try read("<html><body><a href=https://a.test/>A</a></body></html>")
        }
    }

    @Test(arguments: [
        "PK\u{3}\u{4}rest", "{\"items\": [", "{\"some\": \"thing\"}", "[]", "{\"items\": []}",
        "title,url,time_added,tags,status\n",
    ])
    func `a file that cannot be used gets one sentence`(text: String) throws {
        do {
            _ = try SavedPagesExportReader.read(Array(text.utf8))
            Issue.record("No sentence for \(text)")
        } catch { #expect(error.userMessage.hasSuffix(".")) }
    }

    @Test(arguments: ["<opml version=\"2.0\"><body/></opml>", "plain words", "", "a,b\nc,d\n"])
    func `other files are left to other readers`(text: String) throws {
        #expect(try SavedPagesExportReader.read(Array(text.utf8)) == nil)
    }

    @Test func `a file of more pages than are taken says how many were left out`() throws {
        let rows = (0..<10_003).map { "T,https://quay.test/\($0)\n" }.joined()
        let export = try read("title,url\n" + rows)
        #expect(export.format == .table && export.pages.count == 10_000 && export.skippedCount == 3)
    }

    @Test func `quotes that never end, huge fields and deep nesting end within limits`() throws {
        let open = try SavedPagesExportReader.read(Array("title,url\n\"never closed,https://a.test/\n".utf8))
        #expect(open?.pages.isEmpty == true && open?.refused.count == 1)
        let huge = try read("title,url\n\(String(repeating: "x", count: 300_000)),https://a.test/\n")
        #expect(huge.pages.first?.title?.count == 500)
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: SavedPagesExportError.self) { try read(deep) }
        #expect(SavedPagesExportReader.date("1e400") == nil && SavedPagesExportReader.date("-5") == nil)
    }
}
