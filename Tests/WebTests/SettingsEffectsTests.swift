import Foundation
import HTTPTypes
import Library
import Markup
import News
import TestSupport
import Testing
import URLs

@testable import Web

/// What each choice of the settings changes, from the form that a reader sends to the page that follows.
@Suite struct SettingsEffectsTests {
    /// A choice as its form has it, and what a page then has. A box is empty at first.
    struct Choice: Sendable, CustomTestStringConvertible {
        let name: String
        let value: String
        let hasEffect: @Sendable (Browser.Response) -> Bool

        init(_ name: String, _ value: String, _ hasEffect: @escaping @Sendable (Browser.Response) -> Bool) {
            (self.name, self.value, self.hasEffect) = (name, value, hasEffect)
        }

        var testDescription: String { "\(name)=\(value)" }
    }

    static let boxes = [
        Choice("scaleInterface", "1") { $0.page.state("scaling") == "all" },
        Choice("readingTime", "1") { $0.page.texts(".badge").contains("2\u{00A0}min\u{00A0}read") },
        Choice("hidePictures", "1") { $0.page.state("pictures") == "off" },
        Choice("columns", "1") { $0.text.contains("/columns.js\"") },
        Choice("keepUnread", "1") { $0.page.state("keeps-unread") != nil },
        Choice("markOnScroll", "1") { $0.page.state("mark-on-scroll") == "on" },
    ]

    static let choices = [
        Choice("textSize", "5") { $0.page.state("text-size") == "5" },
        Choice("face", "sans") { $0.page.state("font-face") == "sans" },
        Choice("theme", "sepia") { $0.page.state("theme") == "sepia" },
        Choice("measure", "wide") { $0.page.state("line-width") == "wide" },
        Choice("density", "compact") { $0.page.state("density") == "compact" },
        // Smaller pictures have smaller files.
        Choice("density", "compact") { $0.text.contains("/72w/") },
    ]

    @Test(.mission("HN-65", "HN-66"), arguments: boxes + choices)
    func `every choice of the settings changes what it names, and only while it is chosen`(choice: Choice) async throws
    {
        let app = try await makeApp()
        let path = "/mine/all"
        try await app.withBrowser { browser async throws in
            #expect(!choice.hasEffect(try await browser.get(path)))
            let before = try await form(with: choice.name, browser)
            try await send(before.setting(choice.name, to: choice.value), browser)
            #expect(choice.hasEffect(try await browser.get(path)))
            let chosen = try await form(with: choice.name, browser)
            #expect(chosen.value(of: choice.name) == choice.value, "the form shows what is chosen")
            try await send(chosen.setting(choice.name, to: before.value(of: choice.name)), browser)
            #expect(!choice.hasEffect(try await browser.get(path)))
        }
    }

    @Test(.mission("HN-09"))
    func `a story that is opened stays unread while the settings say so, in lists and counts`() async throws {
        let app = try await makeApp()
        let story = try await app.row("Tide").id.rawValue
        try await app.withBrowser { browser async throws in
            try await send(try await form(with: "keepUnread", browser).setting("keepUnread", to: "1"), browser)
            // By a navigation, and by script beside the list.
            _ = try await browser.get("/mine/story/\(story)?in=all", Browser.navigation)
            _ = try await browser.post("/mine/act/open-story", "story=\(story)&back=/mine/all")
            #expect(try await app.row("Tide").isRead == false)
            #expect(try await browser.get("/mine/all").page.headings(2).contains("Unread: Tide"))
            try await send(try await form(with: "keepUnread", browser).setting("keepUnread", to: nil), browser)
            _ = try await browser.get("/mine/story/\(story)?in=all", Browser.navigation)
            #expect(try await app.row("Tide").isRead)
            #expect(!(try await browser.get("/mine/all").page.headings().contains("Unread: Tide")))
        }
    }

    // MARK: - Forms

    /// A form of the settings: where it goes, and what a browser would send of it.
    private struct Form {
        let action: String
        var fields: [String: String]

        /// Nil for an empty box.
        func value(of name: String) -> String? { fields[name] }

        /// - Parameter value: nil for a box that is emptied.
        func setting(_ name: String, to value: String?) -> Form {
            var form = self
            form.fields[name] = value
            return form
        }
    }

    /// The form with a control of this name, on whichever page of the settings it is.
    private func form(with name: String, _ browser: Browser) async throws -> Form {
        let first = try await browser.get("/mine/settings").page
        let others = first.parts("a[href^=/mine/settings]").compactMap(\.path).filter { path in
            !path.contains { $0 == "?" || $0 == "#" }
        }
        for path in ["/mine/settings"] + others {
            let page = try await browser.get(path).page
            if let form = page.forms.first(where: { $0.has("[name=\(name)]") }), let action = form.path {
                return Form(action: action, fields: form.fields)
            }
        }
        throw MissingValue(what: "a setting “\(name)”")
    }

    private func send(_ form: Form, _ browser: Browser) async throws {
        let body = form.fields.map { "\(QueryParameters.encoded($0.key))=\(QueryParameters.encoded($0.value))" }
        let answer = try await browser.post(form.action, body.joined(separator: "&"))
        #expect(answer.status == .seeOther)
    }

    private func makeApp() async throws -> WebTestApp {
        let app = try WebTestApp()
        let story = FetchedStory(
            key: "1", title: "Tide", link: try webAddress("https://harbour.example/tide"),
            body: SafeHTML(restoring: "<p>Text</p>"), text: Array(repeating: "word", count: 600).joined(separator: " "),
            publishedAt: WebTestApp.start - 60,
            pictures: [PictureReference(address: try webAddress("https://harbour.example/0.jpg"))])
        try await app.follow("https://harbour.example/feed", stories: [story])
        return app
    }
}
