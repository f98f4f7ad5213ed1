public import Foundation

/// A story with its place in the town: when it comes out and where it stands.
public struct PublishedStory: Sendable, Hashable {
    public var story: SampleStory
    /// The slug of the publication on whose site it stands, which is not always the one whose feed carries it.
    public var home: String
    /// When it comes out; later than the start for a note that is held back.
    public var publishedAt: Date
    /// The path of its page on its home's site.
    public var path: String { "/stories/\(story.slug)" }

    /// The path of a picture on its home's site, by its place in `SampleStory.pictures`.
    func picturePath(_ place: Int) -> String {
        place == 0 ? "/pictures/\(story.slug).jpg" : "/pictures/\(story.slug)-\(place + 1).jpg"
    }
}
