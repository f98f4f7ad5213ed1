import Foundation
import Library
import Markup
import News
import URLs

@testable import Web

/// An origin with stories, comments, people, recordings and pages outside, that answers at once.
struct FuzzSource: Source, ChannelDiscovery, ArticleCapability, DiscussionCapability, ProfileCapability,
    SearchCapability
{
    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        ChannelResponse(
            stories: (1...12).map(Self.story), next: channel.after == nil ? SourceCursor(rawValue: "2") : nil)
    }

    private static func story(_ number: Int) -> FetchedStory {
        let html =
            "<p>The tide rose <a href=\"https://far.example/\(number)\">far</a>.</p><img src=\"https://harbour.example/\(number).jpg\" alt=\"\">"
        let cleaned = HTMLSanitizer(base: WebAddress("https://harbour.example/")).sanitize(html)
        var story = FetchedStory(
            key: "k\(number)", title: "Story \(number) <of> the harbour",
            link: WebAddress("https://harbour.example/\(number)"), body: cleaned.html, text: cleaned.text,
            original: html,
            publishedAt: Date(timeIntervalSince1970: 1_795_252_800 - Double(number) * 600))
        story.pictures = cleaned.pictures
        if let sound = WebAddress("https://harbour.example/\(number).mp3") {
            story.enclosures = [Enclosure(address: sound, type: "audio/mpeg", length: 9_999_999)]
        }
        story.discussionLink = WebAddress("https://harbour.example/\(number)#comments")
        return story
    }

    func discover(at address: WebAddress) async throws(SourceError) -> [DiscoveredChannel] {
        [DiscoveredChannel(kind: .feed, address: address, metadata: ChannelMetadata(title: "Found <there>"))]
    }

    private static var comment: FetchedComment {
        let cleaned = HTMLSanitizer().sanitize("<p>I <i>said</i> so.</p>")
        return FetchedComment(key: "11", author: "ann <b>", body: cleaned.html, text: cleaned.text)
    }

    var discussion: (any DiscussionCapability)? { self }

    func thread(
        for request: DiscussionRequest, progress: DiscussionProgress
    ) async throws(SourceError) -> DiscussionResponse {
        DiscussionResponse(comments: [Self.comment])
    }

    var profiles: (any ProfileCapability)? { self }

    func profile(_ name: String) async throws(SourceError) -> Profile { Profile() }

    func stories(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        SearchResponse(stories: [Self.story(3)])
    }

    func comments(by name: String, after cursor: SourceCursor?) async throws(SourceError) -> ProfileCommentsResponse {
        ProfileCommentsResponse(comments: [
            ProfileComment(comment: Self.comment, storyKey: "k1", storyTitle: "Story <1>")
        ])
    }

    var search: (any SearchCapability)? { self }

    func stories(matching words: String, after cursor: SourceCursor?) async throws(SourceError) -> SearchResponse {
        SearchResponse(stories: [Self.story(2)])
    }

    func article(for request: ArticleFetchRequest) async throws(SourceError) -> ArticleResponse {
        let whole = String(repeating: "whole text ", count: 50)
        let cleaned = HTMLSanitizer(base: request.address).sanitize("<p>\(whole)</p><a href=\"/on\">On</a>")
        return ArticleResponse(
            .fullText(
                FullText(
                    address: request.address, body: cleaned.html, text: cleaned.text, pictures: [], parts: [],
                    title: "The quay")))
    }

    /// A recording of 5 MB.
    static func sounds(_ key: [UInt8]) -> AudioProxy {
        AudioProxy(key: key) { (address, bytes) async throws(AudioProxyError) in
            let length: Int64 = 5_000_000
            let wanted = bytes.clamped(to: 0..<length)
            return AudioChunk(
                bytes: [UInt8](repeating: 0, count: min(wanted.count, 65_536)), length: length, type: "audio/mpeg",
                entityTag: "\"1\"", address: address)
        }
    }
}
