import Compression
import Foundation
import Library
import Markup
import News
import URLs
import Yardstick

@testable import Web

/// What a page of twelve hundred comments costs: reading them, writing them, and what travels.
enum ThreadSpeed {
    static func measure(_ scope: RequestScope) async throws {
        guard let address = WebAddress("https://talk.example/feed") else { return }
        let talk = Talk()
        let library = scope.library.withSources(SourceCatalog([.feed: { _ in talk }]))
        let channel = try await library.subscriptions.follow(
            DiscoveredChannel(kind: .feed, address: address, metadata: ChannelMetadata(title: "Talk")), for: .first
        ).id
        _ = await Refresher(library: library).runOnce(only: [channel])
        let service = library.discussions
        guard let row = try await library.stories.list(.channel(channel), for: .first, depth: 1).rows.first else {
            return
        }
        let began = Stopwatch.processSeconds
        _ = try await service.refresh(row.id, reason: .viewed)
        let keeping = Stopwatch.processSeconds - began
        var readings: [Double] = []
        var details = try await service.thread(of: row.id, for: .first)
        for _ in 0..<11 {
            let start = Stopwatch.processSeconds
            details = try await service.thread(of: row.id, for: .first)
            readings.append(Stopwatch.processSeconds - start)
        }
        let view = ThreadView(
            scope: scope, details: details, list: nil, mayFetch: false, hasProfiles: true,
            writing: try await ThreadPostingContext(details, for: scope))
        let page = view.page().bytes
        let writings = (0..<11).map { _ in
            let start = Stopwatch.processSeconds
            _ = view.page()
            return Stopwatch.processSeconds - start
        }
        FactLine.say([
            "what": "thread", "comments": details.comments.count, "bytes": page.count,
            "packedBytes": Zlib.gzip(page, level: 4)?.count ?? 0, "keepingSeconds": keeping,
            "readingSeconds": Stopwatch.median(readings), "writingSeconds": Stopwatch.median(writings),
        ])
    }
}

/// One story, and what people say under it.
private struct Talk: Source, DiscussionCapability {
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(stories: [FetchedStory(key: "1", title: "The tide barrier", publishedAt: Date())])
    }

    var discussion: (any DiscussionCapability)? { self }

    func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        DiscussionResponse(comments: Self.comments)
    }

    private static let comments = (0..<1_200).map { number in
        let words = "The harbour office had said nothing until noon, when water stood two feet deep in the market hall."
        let html = "<p>\(words)</p><p><i>\(words)</i> <a href=\"https://far.example/\(number)\">there</a></p>"
        let cleaned = HTMLSanitizer().sanitize(html)
        return FetchedComment(
            key: "\(number)", parentKey: number % 6 == 0 ? nil : "\(number - 1)", author: "reader\(number % 90)",
            body: cleaned.html, text: cleaned.text, original: html, publishedAt: Date() - Double(number) * 60,
            link: WebAddress("https://talk.example/item?id=\(number)"))
    }
}
