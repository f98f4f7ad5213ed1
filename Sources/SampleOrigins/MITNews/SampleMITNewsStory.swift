internal import Foundation

struct SampleMITNewsStory: Sendable {
    var published: PublishedStory
    /// The number of the story, which never changes.
    var number: Int
    var category: SampleMITNewsCategory
    /// True if the story is published elsewhere.
    var isClipping: Bool

    var slug: String { published.story.slug }

    var isFeatured: Bool { number % 9 == 0 }

    /// Returns true if all words occur, ignoring case.
    func contains(_ words: [Substring]) -> Bool {
        let story = published.story
        let text = [story.title, story.dek ?? "", story.byline ?? "", isClipping ? "" : story.plainText]
            .joined(separator: " ").lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}

/// A category of the news API.
public struct SampleMITNewsCategory: Sendable, Hashable {
    /// The ID in content files.
    public var slug: String
    /// The name for readers.
    public var name: String

    /// The categories in API order.
    public static let all: [SampleMITNewsCategory] = [
        .init(slug: "latest", name: "Latest News"), .init(slug: "in_the_media", name: "In the Media"),
        .init(slug: "campus", name: "Around Campus"), .init(slug: "physics", name: "Physics"),
        .init(slug: "engineering", name: "Engineering"), .init(slug: "computing", name: "Computing"),
        .init(slug: "life", name: "Life Sciences"), .init(slug: "climate", name: "Climate and Sea"),
        .init(slug: "materials", name: "Materials"), .init(slug: "space", name: "Space and Sky"),
        .init(slug: "energy", name: "Energy"), .init(slug: "mathematics", name: "Mathematics"),
        .init(slug: "architecture", name: "Architecture and Cities"),
        .init(slug: "health", name: "Health and Medicine"),
    ]

    /// The numeric ID, from 1.
    var number: Int { (Self.all.firstIndex(of: self) ?? 0) + 1 }

    func id(_ format: SampleMITNewsBehaviour.IDFormat) -> OrderedJSON {
        switch format {
        case .numericStrings: .string("\(number)")
        case .integers: .number(number)
        case .slugs: .string(slug)
        }
    }

    /// Returns the category with an ID of any format; nil if there is none.
    static func named(_ id: String) -> SampleMITNewsCategory? {
        all.first { $0.slug == id || "\($0.number)" == id }
    }
}
