internal import Foundation

/// A story of the institute as its interface gives it.
struct InstituteStory: Sendable {
    var published: PublishedStory
    /// A number that never changes.
    var number: Int
    var department: InstituteDepartment
    /// Told by another publication.
    var isClipping: Bool

    var slug: String { published.story.slug }

    /// Every ninth stands in a place of honour.
    var isFeatured: Bool { number % 9 == 0 }

    /// Whether all the words occur in it, whatever their case.
    func contains(_ words: [Substring]) -> Bool {
        let story = published.story
        let text = [story.title, story.dek ?? "", story.byline ?? "", isClipping ? "" : story.plainText]
            .joined(separator: " ").lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}
