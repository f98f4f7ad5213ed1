import Foundation
import Library
import Markup
import News
import Synchronization
import URLs
import Yardstick

/// A clock that is so many days late, and is set by a day from refresh to refresh.
final class LateClock: Sendable {
    private let days: Mutex<Int>
    var now: Date { Date() - Double(days.withLock { $0 }) * 86_400 }

    init(daysAgo: Int) { days = Mutex(daysAgo) }

    func advance() { days.withLock { $0 -= 1 } }
}

/// Words as languages have them: few that are everywhere, many that are rare.
enum Words {
    static let everywhere = "the"
    static let all: [String] = {
        var dice = Dice(state: 42)
        return (0..<20_000).map { _ in
            String((0..<(3 + dice.roll(7))).map { _ in Character(Unicode.Scalar(UInt8(97 + dice.roll(20)))) })
        }
    }()
    static let common = all[0]
    static let rare = all[19_990]
    static let pair = all[0] + " " + all[40]

    static func text(_ count: Int, _ dice: inout Dice) -> String {
        (0..<count).map { _ in
            let chance = Double(dice.roll(1_000_000)) / 1e6
            return all[Int(chance * chance * chance * 19_999)]
        }.joined(separator: " ")
    }
}

/// An origin that has so many stories in every feed, of the last days.
struct Press: Source {
    let each: Int
    let now: Date
    let days: Double
    /// The number of the refresh, each of which finds other stories.
    let edition: Int

    func stories(in channel: ChannelRequest) async throws(SourceError) -> ChannelResponse {
        let address = channel.address.text
        var dice = Dice(state: address.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) } &+ UInt64(edition))
        let stories = (0..<each).map { place in
            let number = edition * each + place
            let text = "the " + Words.text(119, &dice)
            let picture = number % 2 == 0 ? WebAddress("\(address)/\(number).jpg") : nil
            return FetchedStory(
                key: "k\(number)", title: Words.text(8, &dice), link: WebAddress("\(address)/\(number)"),
                dek: Words.text(18, &dice), body: HTMLSanitizer().sanitize("<p>\(text)</p>").html, text: text,
                original: "<p>\(text)</p>",
                publishedAt: now - Double(place) * days * 86_400 / Double(each) - Double(dice.roll(3600)),
                pictures: picture.map { [PictureReference(address: $0)] } ?? [])
        }
        return ChannelResponse(stories: stories)
    }
}
