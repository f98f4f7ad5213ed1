import Foundation
import HTTPTypes
import News
import Synchronization
import TestSupport
import Testing

@testable import Library
@testable import Web

/// *Settings, Notifications*, from its forms to what is stored and said.
@Suite struct NotificationsPageTests {
    /// A gateway that sends nothing and returns the outcome that it is told.
    final class FakeGateway: DeliveryGateway {
        let outcome = Mutex(DeliveryOutcome.sent)
        let rejection = Mutex<DeliveryFailure?>(nil)
        let sent = Mutex<[(message: OutgoingMessage, address: DeliveryAddress)]>([])

        func pushKey() async throws(LibraryError) -> String { "BKey_of-the-server" }
        func rejection(of address: DeliveryAddress) -> DeliveryFailure? { rejection.withLock { $0 } }
        func send(_ message: OutgoingMessage, to address: DeliveryAddress) async -> DeliveryOutcome {
            sent.withLock { $0.append((message, address)) }
            return outcome.withLock { $0 }
        }
    }

    private static let page = "/mine/settings/notifications"
    private static let mail =
        "kind=mail&recipient=mara%40harbour.test&sender=news%40harbour.test&host=mail.harbour.test&port=587"
        + "&security=starttls&user=mara&secret=harbour+light"

    private func open(_ body: @escaping @Sendable (WebTestApp, FakeGateway, Browser) async throws -> Void) async throws
    {
        let keys = temporaryFolder("tidings-keys")
        defer { removeFolder(keys) }
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        let gateway = FakeGateway()
        let app = try WebTestApp(
            masterKeyFile: MasterKeyFile(url: keys.appending(path: "secrets.key")), delivery: gateway)
        try await app.withBrowser { browser async throws in try await body(app, gateway, browser) }
    }

    @Test func `a mailbox is added, tried, changed and removed, and its password is never shown`() async throws {
        try await open { app, gateway, browser in
            let form = try await browser.get("\(Self.page)/way?kind=mail").page
            #expect(form.has("input[name=recipient]") && form.has("input[type=password][name=secret]"))
            let saved = try await browser.post("/mine/act/save-way", Self.mail)
            #expect(saved.status == .seeOther && saved.header("Location") == Self.page)
            let id = try #require(try await app.library.deliveries.ways(for: .first).first?.id.rawValue)
            let page = try await browser.get(Self.page)
            #expect(page.page.text.contains("mara@harbour.test") && page.page.text.contains("Nothing was sent yet."))
            _ = try await browser.post("/mine/act/test-way", "way=\(id)")
            let sent = gateway.sent.withLock { $0 }
            #expect(sent.count == 1 && sent.first?.message.title == "It works")
            guard case .mail(let address)? = sent.first?.address else { return #expect(Bool(false), "no mail") }
            #expect(address.password == "harbour light" && address.security == .startTLS && address.port == 587)
            #expect(try await browser.get(Self.page).page.text.contains("The last message was sent"))
            // An empty password stays as it was.
            let changed = Self.mail.replacing("&secret=harbour+light", with: "&secret=").replacing("587", with: "465")
            _ = try await browser.post("/mine/act/save-way", "\(changed)&way=\(id)")
            guard case .mail(let kept) = try await app.library.deliveries.address(of: .init(rawValue: id), for: .first)
            else { return #expect(Bool(false), "no mail") }
            #expect(kept.password == "harbour light" && kept.port == 465)
            for path in [Self.page, "\(Self.page)/way?kind=mail&way=\(id)"] {
                #expect(!(try await browser.get(path).text.contains("harbour light")), "\(path)")
            }
            _ = try await browser.post("/mine/act/remove-way", "way=\(id)")
            #expect(try await app.library.deliveries.ways(for: .first).isEmpty)
        }
    }

    @Test(arguments: [
        (DeliveryFailure(.signInRefused, status: 535, detail: "5.7.8 No"), "refused the user name or password (535)."),
        (DeliveryFailure(.mailboxFull, status: 452), "The mailbox is full (452). Make room in it"),
        (DeliveryFailure(.greylisted, status: 450), "asks to send again later (450)."),
        (DeliveryFailure(.certificate), "certificate is not valid for its name."),
    ])
    func `a test that fails says why, and what to do`(failure: DeliveryFailure, words: String) async throws {
        try await open { app, gateway, browser in
            _ = try await browser.post("/mine/act/save-way", Self.mail)
            let id = try #require(try await app.library.deliveries.ways(for: .first).first?.id.rawValue)
            gateway.outcome.withLock { $0 = .refused(failure) }
            _ = try await browser.post("/mine/act/test-way", "way=\(id)")
            #expect(try await browser.get(Self.page).page.text.contains(words))
        }
    }

    @Test(arguments: [
        ("port=587", "port=0", "A port is a number"), ("port=587", "port=99999999999999999999", "A port is a number"),
        ("host=mail.harbour.test", "host=", "Enter the name of the mail server"),
        ("host=mail.harbour.test", "host=a%0D%0Ab", "Enter the name of the mail server"),
        ("security=starttls", "security=maybe", "Choose how the connection"),
        ("harbour+light", "a%0D%0Ab", "A password or secret"), ("kind=mail", "kind=push", "There is no such way"),
    ])
    func `a wrong field gets one sentence, and nothing is stored`(part: String, other: String, words: String)
        async throws
    {
        try await open { app, _, browser in
            let answer = try await browser.post("/mine/act/save-way", Self.mail.replacing(part, with: other))
            #expect(answer.status == .unprocessableContent && answer.page.text.contains(words))
            #expect(try await app.library.deliveries.ways(for: .first).isEmpty)
        }
    }

    @Test func `a device is subscribed by script, listed by its name, and shown nothing of its endpoint`() async throws
    {
        try await open { app, gateway, browser in
            #expect(try await browser.get(Self.page).page.has("[data-push-device] button[hidden]"))
            let key = try await browser.post("/mine/act/prepare-push", "", ["Accept": "application/json"])
            #expect(key.text.contains("\"pushKey\":\"BKey_of-the-server\""))
            let form = "endpoint=https%3A%2F%2Fpush.example%2Fsecret-1&publicKey=BAAA&secret=AAAA"
            let agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Safari/604"
            for _ in 0..<2 {
                let answer = try await browser.post(
                    "/mine/act/subscribe-device", form, ["Accept": "application/json", "User-Agent": agent])
                #expect(answer.status == .ok)
            }
            let shown = try await browser.get(Self.page)
            #expect(shown.page.parts("[data-address-hash]").count == 1, "the same device is listed once")
            #expect(shown.page.text.contains("Safari on iPhone") && !shown.text.contains("secret-1"))
            gateway.rejection.withLock { $0 = DeliveryFailure(.addressRefused) }
            let refused = try await browser.post(
                "/mine/act/subscribe-device", form.replacing("push.example", with: "10.0.0.1"),
                ["Accept": "application/json"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("own network"))
        }
    }

    @Test func `the link of a mail ends it by one press, also without a session, and not by being fetched`()
        async throws
    {
        try await open { app, _, browser in
            _ = try await browser.post("/mine/act/save-way", Self.mail)
            let way = try #require(try await app.library.deliveries.ways(for: .first).first)
            guard case .mail(let mail) = try await app.library.deliveries.address(of: way.id, for: .first) else {
                return
            }
            let path = "/unsubscribe/\(mail.unsubscribeToken)"
            #expect(try await browser.get(path).page.hasButton("Send no more mails"))
            #expect(try await browser.post("/unsubscribe/\(String(repeating: "A", count: 43))").status == .notFound)
            #expect(try await app.library.deliveries.ways(for: .first).count == 1)
            #expect(try await browser.post(path, "List-Unsubscribe=One-Click").status == .ok)
            #expect(try await app.library.deliveries.ways(for: .first).isEmpty)
        }
    }
}
