internal import Foundation

/// A publisher's story about an event, as the service and as the publisher has it. A class, so that sorting and
/// filtering the archive does not copy the articles.
final class SampleNewsArticle: Sendable {
    /// The form of the service's link to the story.
    enum LinkForm {
        case same
        /// A link with fields that tell the publisher where readers come from.
        case tracked
        /// A link to a second page with the same text.
        case second
    }

    let publisher: SampleNewsPublisher
    let event: SampleNewsEvent
    let category: String
    /// The title in the service's words; the publisher's are in ``published``.
    let title: String
    let description: String
    let text: String
    /// The story on the publisher's site.
    let published: PublishedStory
    /// The position among the publishers that report the event, from 0.
    let teller: Int
    /// The seed that decides about an article's oddities.
    let seed: UInt64

    init(
        publisher: SampleNewsPublisher, event: SampleNewsEvent, title: String, description: String, text: String,
        published: PublishedStory, teller: Int, seed: UInt64
    ) {
        self.publisher = publisher
        self.event = event
        category = event.category
        self.title = title
        self.description = description
        self.text = text
        self.published = published
        self.teller = teller
        self.seed = seed
    }

    var publishedAt: Date { published.publishedAt }
    var author: String? { published.story.byline }

    var linkForm: LinkForm {
        switch seed % 5 {
        case 3: .tracked
        case 4: .second
        default: .same
        }
    }

    /// The path of the linked page below the publisher's base URL.
    var servicePath: String {
        switch linkForm {
        case .same: published.path
        case .tracked: published.path + "?utm_source=news-service&utm_medium=api"
        case .second: "/amp/" + published.story.slug
        }
    }

    var lacksDescription: Bool { seed % 11 == 1 }
    var lacksText: Bool { seed % 13 == 2 }
    var lacksPicture: Bool { seed % 6 == 3 }

    func isWithdrawn(_ share: Int?) -> Bool {
        guard let share, share > 0 else { return false }
        return (seed / 7) % UInt64(share) == 0
    }
}
