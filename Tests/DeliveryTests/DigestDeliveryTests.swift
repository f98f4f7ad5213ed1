import Foundation
import Markup
import News
import SampleOrigins
import TestSupport
import Testing
import URLs
import Web

@testable import Delivery
@testable import Library

/// Digests on their way out, by mail and as notifications.
@Suite struct DigestDeliveryTests {
    private func topic(_ number: Int64, _ title: String, others: [String] = [], language: String? = nil) -> DigestTopic
    {
        DigestTopic(
            story: StoryID(rawValue: number), cluster: nil, title: title,
            text: "The beginning of story \(number), which goes on for long enough to need a second line in a mail.",
            publisher: "Harbour Post", others: others, wordCount: 530,
            shownAt: Date(timeIntervalSince1970: 1_800_000_000),
            link: "https://harbour.example/\(number)", language: language, direction: language == "he" ? .rtl : .ltr)
    }

    private func issue(at date: Date, number: Int = 14, isEmpty: Bool = false) -> DigestIssue {
        let topics = [
            topic(1, "The <barrier> closes", others: ["Daily Quay", "Press Box", "Port Times"]),
            topic(2, "潮汐闸门今晚关闭，渡轮停航，请提前出行，潮汐闸门今晚关闭，渡轮停航，请提前出行，闸门关闭"), topic(3, "שלום עולם", language: "he"),
        ]
        let sections = [DigestSection(id: SectionID(rawValue: 2), title: "Valley", stories: [topic(4, "Choir sings")])]
        return DigestIssue(
            id: .init(rawValue: 1), reader: .first, edition: .mine, number: number, slug: "2027-01-15", dueAt: date,
            zone: .gmt, periodBeginAt: date - 86_400, periodEndAt: date, openedAt: nil,
            content: DigestContent(
                topics: isEmpty ? [] : topics, sections: isEmpty ? [] : sections, leftOutCount: isEmpty ? 0 : 187))
    }

    private func composer(_ origin: String = "https://news.test") -> DigestMessageComposer {
        DigestMessageComposer(origin: origin) { _ in "Mine" }
    }

    private func mail(_ server: SampleMailServer) -> DeliveryAddress {
        .mail(
            MailAddress(
                host: "127.0.0.1", port: server.port, security: .none, user: "", password: "",
                sender: "tidings@news.test", recipient: "mara@harbour.test"))
    }

    /// Returns the text of a body in quoted-printable.
    private func decoded(_ part: String) -> String {
        let joined = part.replacing("=\r\n", with: "")
        var (bytes, rest) = ([UInt8](), Array(joined.utf8)[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "="), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(.mission("BREAK-34")) func `a mailed digest has a text of short lines, and a document that loads nothing`()
        async throws
    {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            let message = try #require(composer().message(for: issue(at: fixture.clock.now)))
            #expect(await fixture.ways.send(message, to: mail(server)) == .sent)
            let sent = try #require(server.mails.first).content
            #expect(sent.contains("Subject: Your day: The <barrier> closes"))
            let parts = sent.components(separatedBy: "Content-Transfer-Encoding: quoted-printable\r\n\r\n").dropFirst()
                .map(decoded)
            #expect(parts.count == 2)
            let lines = (parts.first ?? "").components(separatedBy: "\r\n")
            #expect(lines.contains("1. The <barrier> closes") && lines.contains("Friday 15 January 2027"))
            #expect(lines.contains("   Harbour Post. Also at Daily Quay, Press Box and 1 more."))
            #expect(
                lines.contains("   https://news.test/mine/story/1") && lines.contains("- Choir sings (Harbour Post)"))
            #expect(lines.contains { $0.hasPrefix("That was the day. 187 more stories") })
            #expect(lines.allSatisfy { line in line.count <= 74 && line.filter { $0 > "\u{2E80}" }.count <= 36 })
            let document = parts.last ?? ""
            #expect(document.contains("The &lt;barrier&gt; closes") && document.contains("dir=\"rtl\""))
            #expect(document.contains("href=\"https://news.test/mine/story/1\""))
            #expect(document.contains("href=\"https://news.test/mine/digest/2027-01-15\""))
            for loaded in ["<img", "<link", "<script", "src=", "url(", "@import"] {
                #expect(!document.contains(loaded), "\(loaded)")
            }
        }
    }

    @Test func `links lead to the publishers where this server has no public address`() throws {
        let message = try #require(composer("http://127.0.0.1:8480").message(for: issue(at: .now)))
        #expect(message.html?.contains("href=\"https://harbour.example/1\"") == true)
        #expect(message.text.contains("https://harbour.example/1"))
    }

    @Test func `a notification names the lead and two more, and an empty issue is not sent`() async throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let message = try #require(composer().message(for: issue(at: now)))
        let payload = String(decoding: PushWay.payload(of: message), as: UTF8.self)
        #expect(payload.contains("\"title\":\"Your day: The <barrier> closes\"") && payload.contains("שלום עולם"))
        #expect(payload.contains("\"path\":\"/mine/digest/2027-01-15\"") && !payload.contains("Choir"))
        #expect(message.urgency == .low && message.id == issue(at: now).messageID && message.id.count <= 32)
        #expect(composer().message(for: issue(at: now, isEmpty: true)) == nil)
    }

    @Test(.mission("BREAK-34")) func `a mail server that was down for two days gets the last digest, once`()
        async throws
    {
        try await SampleMailServer.open { server in
            let fixture = try DeliveryFixture(ports: [server.port])
            let source = FakeSource()
            let library = fixture.library.withSources(source.catalog)
            let (clock, composer) = (fixture.clock, composer())
            let way = try await library.deliveries.save(mail(server), named: "mara@harbour.test", for: fixture.me)
            let feed = try webAddress("https://harbour.example/feed")
            let channel = try await library.subscriptions.follow(
                DiscoveredChannel(kind: .feed, address: feed, metadata: ChannelMetadata(title: "Harbour Post")),
                folder: nil, for: fixture.me)
            let schedule = try #require(DigestSchedule(hours: [9], zone: .gmt))
            try await library.digests.choose(
                DigestSettings(isOn: true, schedule: schedule, ways: [way]), for: fixture.me)
            server.reply(to: "CONNECT", with: "421 4.3.2 Down")
            for hour in 0..<50 {
                if hour % 6 == 0 {
                    let story = FetchedStory(key: "\(hour)", title: "Told at \(hour)", publishedAt: clock.now)
                    source.put(.success(ChannelResponse(stories: [story])), at: feed.text)
                    _ = try await library.refreshing.requestRefresh(
                        [channel.id], reason: .manual, for: fixture.me, minimumInterval: .zero)
                    _ = await Refresher(library: library).runOnce(only: [channel.id])
                }
                try await library.digests.makeDue { composer.message(for: $0) }
                await fixture.sendDue()
                clock.advance(3_600)
            }
            #expect(server.mails.isEmpty)
            #expect(try await library.digests.archive(for: fixture.me).count == 3)
            server.resetReplies()
            for _ in 0..<6 {
                await fixture.sendDue()
                clock.advance(3_600)
            }
            #expect(server.mails.count == 1)
            #expect(server.mails.first?.content.contains("Subject: Your day: Told at 48") == true)
        }
    }
}
