public import Foundation

/// The publication times of all stories: most in the week before the start, then about one per half minute.
public struct PublicationSchedule: Sendable {
    /// The stories by publication slug, newest first, including those not yet published.
    public let stories: [String: [PublishedStory]]
    /// The story that appears in two feeds; nil without those publications.
    public let sharedStory: PublishedStory?

    /// Computes the schedule.
    /// - Parameters:
    ///   - publications: The publications with stories.
    ///   - startAt: The start of the demo, from which ages are counted.
    ///   - fifths: The fifths of the briefs that are published after the start.
    public init(_ publications: [Publication], startAt: Date, delayedFifths fifths: Int = 2) {
        let waiting = Self.releaseDelays(publications, fifths)
        var feeds: [String: [PublishedStory]] = [:]
        for publication in publications {
            let known = publication.stories.filter {
                $0.age == nil && waiting[publication.slug + "/" + $0.slug] == nil
            }
            let ages = publication.cadence.ages(count: known.count, seed: publication.slug)
            let past = zip(known, ages).map { story, age in
                PublishedStory(
                    story: story, home: publication.slug, publishedAt: startAt.addingTimeInterval(-age))
            }
            let events = publication.stories.compactMap { story in
                story.age.map { age in
                    PublishedStory(
                        story: story, home: publication.slug,
                        publishedAt: startAt.addingTimeInterval(-Double(age.components.seconds)))
                }
            }
            let future = publication.stories.compactMap { story in
                waiting[publication.slug + "/" + story.slug].map {
                    PublishedStory(
                        story: story, home: publication.slug, publishedAt: startAt.addingTimeInterval($0))
                }
            }
            feeds[publication.slug] = (past + events + future).sorted { $0.publishedAt > $1.publishedAt }
        }
        sharedStory = Self.addReprint(in: &feeds)
        stories = feeds
    }

    /// Creates a schedule of stories with known times.
    init(stories: [String: [PublishedStory]]) {
        self.stories = stories
        sharedStory = nil
    }

    /// Returns the published stories of a publication at an instant, newest first.
    public func stories(of slug: String, at now: Date) -> [PublishedStory] {
        (stories[slug] ?? []).filter { $0.publishedAt <= now }
    }

    /// Returns the seconds after the start by publication and story. No publication has two in a row while others have
    /// some left.
    private static func releaseDelays(_ publications: [Publication], _ fifths: Int) -> [String: Double] {
        var rng = SeededRandom("drip")
        var queues = publications.map { publication in
            let notes = publication.stories.filter { $0.kind == .note && $0.picture == nil && $0.age == nil }
            return notes.prefix(notes.count * fifths / 5).reversed().map { publication.slug + "/" + $0.slug }
        }
        var waiting: [String: Double] = [:]
        var seconds = 21.0
        var last = -1
        while queues.contains(where: { !$0.isEmpty }) {
            let most = queues.indices.filter { $0 != last && !queues[$0].isEmpty }
            let index = most.isEmpty ? last : rng.pick(most)
            waiting[queues[index].removeFirst()] = seconds
            seconds += rng.double(23...37).rounded()
            last = index
        }
        return waiting
    }

    /// Adds the Harbour Post's theatre review to the Tidewater Review's feed, a quarter of an hour later.
    private static func addReprint(in feeds: inout [String: [PublishedStory]]) -> PublishedStory? {
        let candidates = feeds["harbour-post"] ?? []
        let chosen =
            candidates.first { $0.story.slug == "review-salt-wife" } ?? candidates.first { $0.story.kind == .whole }
        guard let chosen, var review = feeds["tidewater-review"] else { return nil }
        var reprint = chosen
        reprint.publishedAt = chosen.publishedAt.addingTimeInterval(15 * 60)
        review.append(reprint)
        feeds["tidewater-review"] = review.sorted { $0.publishedAt > $1.publishedAt }
        return chosen
    }
}

/// The distribution of a publication's stories over the week before the start.
struct PublishingRate: Sendable, Hashable {
    /// The age of the newest story in minutes.
    var newest: Double
    /// The age of the oldest story in hours.
    var span: Double
    /// The skew: 1 is even; a higher value is denser towards the start.
    var skew: Double

    /// Returns the ages in seconds, newest first, uneven but constant for a seed.
    func ages(count: Int, seed: String) -> [Double] {
        var rng = SeededRandom(seed)
        let reach = span * 3600 - newest * 60
        return (0..<count).map { index in
            guard index > 0 else { return newest * 60 }
            let wobble = rng.double(-0.38...0.38)
            let share = min(1, (Double(index) + wobble) / Double(max(1, count - 1)))
            var power = share
            // An integer power and a linear blend need no maths library.
            for _ in 1..<max(1, Int(skew)) { power *= share }
            let blend = skew - skew.rounded(.down)
            return (newest * 60 + reach * (power * (1 - blend) + power * share * blend)).rounded()
        }
    }
}

/// A story with its time and its site.
public struct PublishedStory: Sendable, Hashable {
    /// The story itself.
    public var story: SampleStory
    /// The slug of the publication that hosts the story; the feed's may differ.
    public var home: String
    /// The publication time; after the start for delayed briefs.
    public var publishedAt: Date
    /// The path on the home site.
    public var path: String { "/stories/\(story.slug)" }

    /// Returns the path of a picture on the home site, by its index in `SampleStory.pictures`.
    func picturePath(_ index: Int) -> String {
        index == 0 ? "/pictures/\(story.slug).jpg" : "/pictures/\(story.slug)-\(index + 1).jpg"
    }
}
