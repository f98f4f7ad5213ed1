internal import Foundation

/// A story as stored by WordPress.
struct SampleWordPressPost: Sendable {
    /// The ID: four digits for the oldest stories, six for the newest.
    var id: Int
    var story: SampleStory
    var publishedAt: Date

    var slug: String { story.slug }

    /// The categories; the other topics are tags.
    var categories: [SampleWordPressCategory] { story.topics.compactMap(SampleWordPressCategory.named) }
    var tags: [String] { story.topics.filter { SampleWordPressCategory.named($0) == nil } }

    var authorID: Int { 2 + Int(SeededRandom.seed(of: story.byline ?? "") % 40) }

    /// The path, such as `/2026/11/21/slug/`.
    var path: String {
        let day = TimestampFormatter(publishedAt).rfc3339.prefix(10).replacing("-", with: "/")
        return "/\(day)/\(slug)/"
    }

    private var uploadsPath: String {
        "/wp-content/uploads/" + TimestampFormatter(publishedAt).rfc3339.prefix(7).replacing("-", with: "/")
    }

    /// Returns the path of a picture, as the original or a resized copy.
    func picturePath(_ index: Int, copy: String = "") -> String {
        "\(uploadsPath)/\(slug)-\(["one", "two", "three", "four", "five", "six"][min(index, 5)])\(copy).jpg"
    }

    /// Returns the posts, newest first.
    static func all(_ stories: [SampleStory], startAt: Date) -> [SampleWordPressPost] {
        let count = stories.count
        return stories.enumerated().map { index, story in
            let age = 190 + 150 * index + 22 * index * index
            let old = count - 1 - index
            let third = max(1, count / 3)
            let id =
                switch old {
                case ..<third: 9_990 - (third - old) * 7
                case ..<(2 * third): 10_020 + old * 113
                default: 100_003 + old * 41
                }
            let at =
                story.slug == "old-year" ? newYearsEve(before: startAt) : startAt.addingTimeInterval(-60 * Double(age))
            return SampleWordPressPost(id: id, story: story, publishedAt: at)
        }.sorted { ($0.publishedAt, $0.id) > ($1.publishedAt, $1.id) }
    }

    /// Returns 22:30 on 31 December of the previous year.
    private static func newYearsEve(before date: Date) -> Date {
        let year = Int(TimestampFormatter(date).rfc3339.prefix(4)) ?? 2026
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(year: year - 1, month: 12, day: 31, hour: 22, minute: 30)
        return calendar.date(from: parts) ?? date
    }
}

/// A category of the site.
public struct SampleWordPressCategory: Sendable, Hashable {
    /// The numeric ID, as in the REST API.
    public var id: Int
    /// The slug in paths and content files.
    public var slug: String
    /// The name in the menu.
    public var name: String

    /// The categories in menu order.
    public static let all: [SampleWordPressCategory] = [
        .init(id: 3, slug: "feature", name: "Features"), .init(id: 4, slug: "news", name: "News"),
        .init(id: 7, slug: "sports", name: "Sports"), .init(id: 5, slug: "opinion", name: "Opinion"),
        .init(id: 9, slug: "artsweek", name: "Artsweek"), .init(id: 12, slug: "on-the-menu", name: "On the Menu"),
        .init(id: 15, slug: "science", name: "Science & Tech"), .init(id: 31, slug: "online-2", name: "Online"),
    ]

    static func named(_ slug: String) -> SampleWordPressCategory? { all.first { $0.slug == slug } }
}
