import Feeds
import Fetching
import Foundation
import Markup
import News
import Untrusted

/// The website's own pages as a way in: one at a time, with time between them, and none for a while after it said no.
struct Website: Sendable {
    let fetcher: Fetcher
    let reading: WebsiteReading
    let addresses: HackerNewsAddresses
    /// Between two pages: what other readers of the site keep (protocols of public clients, about 2 s).
    let spacing: Duration

    private static let largestPage = 4 << 20
    private static let mostParts = 20
    /// The site says no by these too, without Retry-After.
    private static let silencing: Set<Int> = [403, 429, 503]
    private static let format = "Hacker News pages"

    private var host: String { WebAddress(addresses.site)?.host ?? addresses.site }

    /// What is kept of a list or a thread: enough to know it again.
    private struct Seen: Codable {
        var kind = "pages"
        var print: String
    }

    // MARK: Lists

    func list(_ channel: ChannelRequest) async throws(SourceError) -> ChannelAnswer {
        let address = channel.after.map(\.rawValue) ?? channel.address.text
        let list = try reading.list(try await page(address), host: host, mayBeEmpty: channel.after != nil)
        let print = Self.print(list.stories)
        let isSame = channel.after == nil && channel.memory?.read(as: Seen.self)?.print == print
        var answer = ChannelAnswer(
            stories: isSame ? nil : list.stories, next: try next(list.more, from: address),
            facts: ChannelFacts(site: addresses.base, language: "en", format: Self.format),
            memory: ChannelMemory(writing: Seen(print: print)), pace: OriginPace(asksWhole: true, shownSeconds: 300),
            status: 200)
        answer.firstRank = list.firstRank ?? 0
        return answer
    }

    /// A further page stays at the site.
    private func next(_ more: String?, from address: String) throws(SourceError) -> Cursor? {
        guard let more, let here = WebAddress(address) else { return nil }
        guard let next = WebAddress(more, base: here), addresses.owns(next) else { return nil }
        return Cursor(rawValue: next.text)
    }

    private static func print(_ stories: [ArrivingStory]) -> String {
        let lines = stories.map {
            "\($0.key) \($0.title) \($0.points ?? 0) \($0.commentCount ?? 0) \($0.link?.text ?? "")"
        }
        return Fingerprint.of(Array(lines.joined(separator: "\n").utf8))
    }

    // MARK: Threads

    func thread(
        _ request: DiscussionRequest, _ progress: DiscussionAbility.Progress
    ) async throws(SourceError) -> DiscussionAnswer {
        guard let id = UntrustedInteger(request.story)?.int(in: JSONValue.exact), let first = addresses.page(of: id)
        else { throw .notThere }
        var address = first.text
        var rows: [WebsiteReading.Row] = []
        var story: ArrivingStory?
        var asked: Set<String> = []
        var isWhole = false
        while asked.count < Self.mostParts, asked.insert(address).inserted {
            let part = try reading.thread(try await page(address), host: host)
            rows += part.comments
            story = story ?? part.story
            guard let next = try next(part.more, from: address) else {
                isWhole = true
                break
            }
            await progress(DiscussionAnswer(comments: reading.nested(rows), story: story))
            address = next.rawValue
        }
        let comments = reading.nested(rows)
        let print = HackerNewsThreadMemory.print(of: comments)
        return DiscussionAnswer(
            comments: request.memory?.read(as: Seen.self)?.print == print ? nil : comments, story: story,
            isWhole: isWhole, memory: ChannelMemory(writing: Seen(print: print)), freshSeconds: 300)
    }

    func story(_ key: String) async throws(SourceError) -> ArrivingStory {
        guard let id = UntrustedInteger(key)?.int(in: JSONValue.exact), let address = addresses.page(of: id) else {
            throw .notThere
        }
        guard let story = try reading.thread(try await page(address.text), host: host).story else { throw .notThere }
        return story
    }

    // MARK: People

    func person(_ name: String) async throws(SourceError) -> Person {
        let address = "\(addresses.site)/user?id=\(HackerNewsAddresses.encoded(name))"
        return try reading.person(try await page(address), name: name, host: host)
    }

    func stories(by name: String, after cursor: Cursor?) async throws(SourceError) -> SearchAnswer {
        let address = cursor?.rawValue ?? "\(addresses.site)/submitted?id=\(HackerNewsAddresses.encoded(name))"
        let list = try reading.list(try await page(address), host: host, mayBeEmpty: true)
        return SearchAnswer(stories: list.stories, next: try next(list.more, from: address))
    }

    func comments(by name: String, after cursor: Cursor?) async throws(SourceError) -> SaidAnswer {
        let address = cursor?.rawValue ?? "\(addresses.site)/threads?id=\(HackerNewsAddresses.encoded(name))"
        let root = ParsedPage(try await page(address)).root
        let rows = reading.comments(in: root, by: nil).filter { $0.comment.author == name }
        let more = root.first(reading.markup.selector("item.more"))?["href"]
        return SaidAnswer(
            comments: rows.map { row in
                SaidComment(comment: row.comment, story: row.story ?? row.comment.key, storyTitle: row.storyTitle)
            }, next: try next(more, from: address))
    }

    // MARK: Asking

    private func page(_ address: String) async throws(SourceError) -> String {
        guard let own = WebAddress(address), addresses.owns(own) else {
            throw .notAllowed(why: "\(address) is not a page of \(host)")
        }
        var request = FetchRequest(
            address: address, accept: "text/html, application/xhtml+xml;q=0.9", limit: Self.largestPage)
        request.spacing = spacing
        request.silencing = Self.silencing
        let answer: FetchAnswer
        do { answer = try await fetcher.fetch(request) } catch { throw SourceError(error, site: host) }
        let html: String
        do { html = try DocumentText.page(answer.body, charset: answer.charset) } catch {
            throw .unreadable(why: error.sentence)
        }
        // Pages of few words say why there is nothing else.
        guard html.utf8.count < 200 else { return html }
        let said = PlainText.of(html: html)
        if said.contains("No such item") || said.contains("No such user") { throw .notThere }
        throw .unreadable(why: "\(host) sent no page but “\(PlainText.excerpt(of: said, limit: 80))”.")
    }
}
