import HTTPTypes
import Library
import News
import Testing

@testable import Web

/// The sidebar of wide screens: newspapers, folders and feeds, what is folded, and the order of folders.
@Suite struct SidebarTests {
    private let desk = ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"]
    private let phone = ["User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148"]

    private func makeApp() async throws -> (app: WebTestApp, sea: SectionID, land: SectionID, post: ChannelID) {
        let app = try WebTestApp()
        let post = try await app.follow("https://post.example/feed", folder: "Sea", stories: app.stories(1...3))
        try await app.follow("https://hill.example/feed", folder: "Land", title: "Hill Notes")
        let folders = try await app.library.subscriptions.folders(for: app.reader)
        return (app, folders[0].id, folders[1].id, post)
    }

    private func folderTitles(_ page: ShownPage) -> [String] {
        page.parts(".side-folder > .side-row").compactMap { $0.texts("span").first }
    }

    private func titles(_ browser: Browser) async throws -> [String] {
        folderTitles(try await browser.get("/mine/", desk).page)
    }

    @Test func `a wide screen has newspapers, folders and feeds with their counts, a phone nothing of it`() async throws
    {
        let (app, sea, _, post) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let page = try await browser.get("/mine/", desk).page
            #expect(folderTitles(page) == ["Sea", "Land"])
            #expect(
                page.texts(".side-folder li .side-row").count == 2 && page.has(".side-row.newspaper[href='/mine/']"))
            #expect(page.has("[data-unread-list=s\(sea.rawValue)]") && page.has("[data-unread-list=c\(post.rawValue)]"))
            for headers in [phone, [:]] {
                #expect(!(try await browser.get("/mine/", headers).page.has(".sidebar")))
            }
            // The settings have a structure of their own.
            #expect(!(try await browser.get("/mine/settings", desk).page.has(".sidebar")))
        }
    }

    @Test func `one row is the chosen one, and its folder is open`() async throws {
        let (app, sea, _, post) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let folded = desk.merging(["Cookie": "sidebar=f.c\(sea.rawValue)"]) { $1 }
            for (path, chosen) in [
                ("/mine/", "/mine/"), ("/mine/section/\(sea.rawValue)", "/mine/section/\(sea.rawValue)"),
                ("/mine/feed/\(post.rawValue)", "/mine/feed/\(post.rawValue)"),
            ] {
                let page = try await browser.get(path, folded).page
                #expect(page.parts(".sidebar [aria-current]").map(\.path) == [chosen], "\(path)")
                #expect(page.has("[data-folder='\(sea.rawValue)'] details[open]") == path.contains("/feed/"), "\(path)")
                #expect(page.has("#sidebar-fold[checked]"))
            }
            let tag = try await browser.get("/mine/", desk).header("ETag")
            #expect(try await browser.get("/mine/", folded).header("ETag") != tag)
        }
    }

    @Test func `folders are put in order, and a feed goes to another folder`() async throws {
        let (app, sea, land, post) = try await makeApp()
        try await app.withBrowser { browser async throws in
            let order = "folder=\(land.rawValue)&folder=\(sea.rawValue)"
            #expect(try await browser.post("/mine/act/order-folders", order).status == .seeOther)
            #expect(try await titles(browser) == ["Land", "Sea"])
            // A reader without script moves a folder on the page of feeds, one place at a time.
            #expect(try await browser.get("/mine/feeds").page.parts("form.move-up").count == 1)
            #expect(try await browser.post("/mine/act/order-folders", "folder=4711").status == .notFound)
            #expect(try await browser.post("/mine/act/order-folders", "folder=x").status == .unprocessableContent)
            let move = "channel=\(post.rawValue)&folder=\(land.rawValue)"
            _ = try await browser.post("/mine/act/move-subscription", move)
            #expect(try await browser.get("/mine/", desk).page.parts("[data-folder='\(land.rawValue)'] li").count == 2)
            _ = try await browser.post("/mine/act/move-subscription", "channel=\(post.rawValue)&folder=0")
            #expect(try await titles(browser) == ["Land", "Sea", "Other"])
            #expect(
                try await browser.post("/mine/act/move-subscription", "channel=\(post.rawValue)&folder=99").status
                    == .notFound)
        }
    }
}
