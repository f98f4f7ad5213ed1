import Foundation
import Testing

@testable import Feeds

/// Feeds whose every number is one that no honest feed has.
@Suite struct HostileNumberTests {
    static let extremes = [
        "-9223372036854775809", "-9223372036854775808", "-1", "9223372036854775807", "9223372036854775808", "1e999",
        "-1e999", "99999999999999999999999999999999", "NaN", "inf", "0x1p3", "٣", "+", "", "99999999999:99",
        "99999999999:99999999999:99999999999", "-1:-1", "1e308:1e308:1e308",
    ]

    @Test(arguments: extremes)
    func `a feed made of such numbers is read, and none of them is believed`(number: String) throws {
        let rss = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
             xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
             xmlns:thr="http://purl.org/syndication/thread/1.0"><channel><title>T</title><ttl>\(number)</ttl>
             <skipHours><hour>\(number)</hour></skipHours><sy:updatePeriod>hourly</sy:updatePeriod>
             <sy:updateFrequency>\(number)</sy:updateFrequency><sy:updateBase>\(number)</sy:updateBase>
             <item><title>I</title><pubDate>\(number)</pubDate><enclosure url="https://a.example/1.mp3" length="\(number)"
             type="audio/mpeg"/><itunes:duration>\(number)</itunes:duration><slash:comments>\(number)</slash:comments>
             <media:content url="https://a.example/1.jpg" width="\(number)" height="\(number)" fileSize="\(number)"/>
             <media:thumbnail url="https://a.example/2.jpg" width="\(number)" height="\(number)"/></item></channel></rss>
            """
        let (feed, entries) = try FeedParser.parse(Array(rss.utf8))
        let entry = try #require(entries.first)
        #expect(feed.ttl.map { $0 <= .seconds(525_600 * 60) } ?? true)
        #expect(entry.enclosures.allSatisfy { ($0.length ?? 0) >= 0 && ($0.length ?? 0) <= 1_000_000_000_000_000 })
        #expect(entry.enclosures.allSatisfy { ($0.duration ?? .zero) <= .seconds(40_000_000_000) })
        #expect((0...1_000_000_000).contains(entry.commentCount ?? 0))
    }

    @Test(arguments: extremes)
    func `a JSON feed made of such numbers is read`(number: String) throws {
        for number in [number, "\"\(number)\""] {
            let json = """
                {"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [{"id": "1", "date_published": \(number),
                 "attachments": [{"url": "https://a.example/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": \(number),
                 "duration_in_seconds": \(number)}], "title": "I"}]}
                """
            // Some of these are no JSON at all; whatever is made of them, the parser comes back.
            guard let (_, entries) = try? FeedParser.parse(Array(json.utf8)) else { continue }
            for enclosure in entries.flatMap(\.enclosures) {
                #expect((enclosure.length ?? 1) > 0 && (enclosure.length ?? 1) <= 1_000_000_000_000_000)
            }
        }
    }

    @Test(arguments: [-Double.infinity, -1e300, 1e300, .infinity, .nan, 0])
    func `an instant of any year can be written`(seconds: Double) {
        #expect(ISO8601Writer.string(Date(timeIntervalSince1970: seconds)).hasSuffix("Z"))
    }
}
