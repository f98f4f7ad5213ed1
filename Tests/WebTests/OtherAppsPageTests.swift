import Foundation
import HTTPTypes
import Library
import News
import Testing

@testable import Web

/// The settings page of other apps: passwords are made, shown to the browser that made them, and removed.
@Suite struct OtherAppsPageTests {
    private static let page = "/mine/settings/apps"

    @Test func `a password is shown to the browser that made it until it says that it is typed`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            let made = try await browser.post("/mine/act/make-app-password", "name=Phone%20%3Cb%3E")
            #expect(made.status == .seeOther && made.header("Location") == Self.page)
            let page = try await browser.get(Self.page, Browser.navigation)
            #expect(page.header("Cache-Control") == "no-store")
            #expect(page.text.contains("Type this into Phone &lt;b&gt;"))
            let secret = try #require(page.text.firstMatch(of: /data-copy="([a-z]{24})"/)).1
            #expect(page.text.contains("http://localhost/api/greader.php"))
            #expect(page.text.contains("Not used yet"))
            let token = try await app.library.appPasswords.signIn(
                userName: "reader", secret: String(secret), from: LoginClient(address: "192.0.2.7", isLocal: false)
            ).token
            #expect(token.count == 64)
            #expect(try await browser.post("/mine/act/hide-app-password").status == .seeOther)
            let later = try await browser.get(Self.page, Browser.navigation)
            #expect(!later.text.contains(secret) && later.text.contains("Last used"))
        }
    }

    private func showsPassword(_ text: String) -> Bool { text.contains(/data-copy="[a-z]{24}"/) }

    @Test func `other browsers and readers do not see it, nor remove others' apps`() async throws {
        let app = try WebTestApp()
        try await app.withBrowser { browser async throws in
            _ = try await browser.post("/mine/act/make-app-password", "name=Mine")
            let other = try await app.secondReader(browser)
            let page = try await browser.get(Self.page, other)
            #expect(page.status == .ok && !page.text.contains("Mine") && !showsPassword(page.text))
            let password = try #require(try await app.library.appPasswords.all(for: app.reader).first)
            let form = "password=\(password.id.rawValue)"
            #expect(try await browser.post("/mine/act/remove-app-password", form, other).status == .notFound)
            #expect(try await app.library.appPasswords.all(for: app.reader).count == 1)
            #expect(try await browser.post("/mine/act/remove-app-password", form).status == .seeOther)
            #expect(try await app.library.appPasswords.all(for: app.reader).isEmpty)
            #expect(try await !showsPassword(browser.get(Self.page, Browser.navigation).text))
        }
    }

    @Test func `an app needs a name, and no one has more than fifty`() async throws {
        let app = try WebTestApp()
        for number in 1...50 { _ = try await app.library.appPasswords.create(named: "App \(number)", for: app.reader) }
        try await app.withBrowser { browser async throws in
            for name in ["", "%20", String(repeating: "x", count: 61), "Another"] {
                _ = try await browser.post("/mine/act/make-app-password", "name=\(name)")
            }
            #expect(try await app.library.appPasswords.all(for: app.reader).count == 50)
        }
    }
}
