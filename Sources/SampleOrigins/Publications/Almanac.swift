public import Foundation

/// When each story of the town comes out: most of them in the week before the start, and a note about every half
/// minute after it.
public struct Almanac: Sendable {
    /// The stories of each publication's feed by its slug, newest first, those still to come included.
    public let stories: [String: [PublishedStory]]
    /// The story that stands in two feeds.
    public let shared: PublishedStory?

    /// - Parameters:
    ///   - startAt: the instant that "4 minutes ago" is counted from.
    ///   - fifths: how many of each publication's notes are held back.
    public init(_ publications: [Publication], startAt: Date, holdingBack fifths: Int = 2) {
        let waiting = Self.heldBack(publications, fifths)
        var feeds: [String: [PublishedStory]] = [:]
        for publication in publications {
            let known = publication.stories.filter { waiting[publication.slug + "/" + $0.slug] == nil }
            let ages = publication.rhythm.ages(count: known.count, seed: publication.slug)
            let past = zip(known, ages).map { story, age in
                PublishedStory(
                    story: story, home: publication.slug, publishedAt: startAt.addingTimeInterval(-age))
            }
            let future = publication.stories.compactMap { story in
                waiting[publication.slug + "/" + story.slug].map {
                    PublishedStory(
                        story: story, home: publication.slug, publishedAt: startAt.addingTimeInterval($0))
                }
            }
            feeds[publication.slug] = (past + future).sorted { $0.publishedAt > $1.publishedAt }
        }
        shared = Self.share(in: &feeds)
        stories = feeds
    }

    /// What the feed of `slug` carries at `now`.
    public func stories(of slug: String, at now: Date) -> [PublishedStory] {
        (stories[slug] ?? []).filter { $0.publishedAt <= now }
    }

    /// Seconds after the start by publication and story. Some fifths of each publication's notes wait, and come in
    /// turns, so that no publication speaks twice in a row while others have something to say.
    private static func heldBack(_ publications: [Publication], _ fifths: Int) -> [String: Double] {
        var dice = Dice("drip")
        var queues = publications.map { publication in
            let notes = publication.stories.filter { $0.kind == .note && $0.picture == nil }
            return notes.prefix(notes.count * fifths / 5).reversed().map { publication.slug + "/" + $0.slug }
        }
        var waiting: [String: Double] = [:]
        var seconds = 21.0
        var last = -1
        while queues.contains(where: { !$0.isEmpty }) {
            let most = queues.indices.filter { $0 != last && !queues[$0].isEmpty }
            let place = most.isEmpty ? last : dice.pick(most)
            waiting[queues[place].removeFirst()] = seconds
            seconds += dice.roll(23...37).rounded()
            last = place
        }
        return waiting
    }

    /// The Harbour Post's theatre review is printed by the Tidewater Review as well, a quarter of an hour later.
    private static func share(in feeds: inout [String: [PublishedStory]]) -> PublishedStory? {
        let paper = feeds["harbour-post"] ?? []
        let chosen = paper.first { $0.story.slug == "review-salt-wife" } ?? paper.first { $0.story.kind == .whole }
        guard let chosen, var review = feeds["tidewater-review"] else { return nil }
        var reprint = chosen
        reprint.publishedAt = chosen.publishedAt.addingTimeInterval(15 * 60)
        review.append(reprint)
        feeds["tidewater-review"] = review.sorted { $0.publishedAt > $1.publishedAt }
        return chosen
    }
}
