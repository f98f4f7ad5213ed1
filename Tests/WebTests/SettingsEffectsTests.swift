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
        let effect: String

        var testDescription: String { "\(name)=\(value): \(effect)" }
    }

    static let boxes = [
        Choice(name: "scaleInterface", value: "1", effect: " data-scaling=\"all\""),
        Choice(name: "readingTime", value: "1", effect: "2\u{00A0}min\u{00A0}read"),
        Choice(name: "hidePictures", value: "1", effect: " data-pictures=\"off\""),
        Choice(name: "columns", value: "1", effect: "/columns.js\""),
        Choice(name: "keepUnread", value: "1", effect: " data-keeps-unread"),
        Choice(name: "markOnScroll", value: "1", effect: " data-mark-on-scroll=\"on\""),
    ]

    static let choices = [
        Choice(name: "textSize", value: "5", effect: " data-text-size=\"5\""),
        Choice(name: "face", value: "sans", effect: " data-font-face=\"sans\""),
        Choice(name: "theme", value: "sepia", effect: " data-theme=\"sepia\""),
        Choice(name: "measure", value: "wide", effect: " data-line-width=\"wide\""),
        Choice(name: "density", value: "compact", effect: " data-density=\"compact\""),
        // Smaller pictures have smaller files.
        Choice(name: "density", value: "compact", effect: "/72w/"),
    ]

    @Test(arguments: boxes + choices)
    func `every choice of the settings changes what it names, and only while it is chosen`(
        choice: Choice
    ) async throws {
        let app = try await makeApp()
        let path = "/mine/all"
        try await app.withBrowser { browser async throws in
            #expect(!(try await browser.get(path).text.contains(choice.effect)))
            let before = try await form(with: choice.name, browser)
            try await send(before.setting(choice.name, to: choice.value), browser)
            #expect(try await browser.get(path).text.contains(choice.effect))
            let chosen = try await form(with: choice.name, browser)
            #expect(chosen.value(of: choice.name) == choice.value, "the form shows what is chosen")
            try await send(chosen.setting(choice.name, to: before.value(of: choice.name)), browser)
            #expect(!(try await browser.get(path).text.contains(choice.effect)))
        }
    }

    @Test func `HN-09: a story that is opened stays unread while the settings say so, in lists and counts`()
        async throws
    {
        let app = try await makeApp()
        let story = try await app.row("Tide").id.rawValue
        try await app.withBrowser { browser async throws in
            try await send(try await form(with: "keepUnread", browser).setting("keepUnread", to: "1"), browser)
            // By a navigation, and by script beside the list.
            _ = try await browser.get("/mine/story/\(story)?in=all", Browser.navigation)
            _ = try await browser.post("/mine/act/open-story", "story=\(story)&back=/mine/all")
            #expect(try await app.row("Tide").isRead == false)
            #expect(
                try await browser.get("/mine/all").text.contains("<span class=\"visually-hidden\">Unread: </span>Tide<")
            )
            try await send(try await form(with: "keepUnread", browser).setting("keepUnread", to: nil), browser)
            _ = try await browser.get("/mine/story/\(story)?in=all", Browser.navigation)
            #expect(try await app.row("Tide").isRead)
            #expect(!(try await browser.get("/mine/all").text.contains("Unread: </span>Tide<")))
        }
    }

    // MARK: - Forms

    /// A form of the settings: where it goes, and what a browser would send of it.
    private struct Form {
        let action: String
        let fields: [(name: String, value: String)]

        /// Nil for an empty box.
        func value(of name: String) -> String? { fields.first { $0.name == name }?.value }

        /// - Parameter value: nil for a box that is emptied.
        func setting(_ name: String, to value: String?) -> Form {
            let others = fields.filter { $0.name != name }
            return Form(action: action, fields: others + (value.map { [(name: name, value: $0)] } ?? []))
        }
    }

    /// The form with a control of this name, on whichever page of the settings it is.
    private func form(with name: String, _ browser: Browser) async throws -> Form {
        let first = try await browser.get("/mine/settings").text
        let others = first.matches(of: /href="(\/mine\/settings[^"?#]*)"/).map { String($0.1) }
        for path in ["/mine/settings"] + others {
            let page = try await browser.get(path).text
            for found in page.matches(of: /<form[^>]* action="([^"]+)"[^>]*>(.*?)<\/form>/.dotMatchesNewlines())
            where found.2.contains("name=\"\(name)\"") {
                return Form(action: String(found.1), fields: fields(of: String(found.2)))
            }
        }
        throw MissingValue(what: "a setting “\(name)”")
    }

    /// Hidden and text fields, and what is checked.
    private func fields(of form: String) -> [(name: String, value: String)] {
        form.matches(of: /<input[^>]*>/).compactMap { input -> (name: String, value: String)? in
            func attribute(_ name: String) -> String? {
                input.0.split(separator: " \(name)=\"", maxSplits: 1).dropFirst().first?.prefix { $0 != "\"" }
                    .description
            }
            let isBox = ["checkbox", "radio"].contains(attribute("type") ?? "")
            guard let name = attribute("name"), !isBox || input.0.contains(" checked") else { return nil }
            return (name: name, value: attribute("value") ?? "")
        }
    }

    private func send(_ form: Form, _ browser: Browser) async throws {
        let body = form.fields.map { "\(QueryParameters.encoded($0.name))=\(QueryParameters.encoded($0.value))" }
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
