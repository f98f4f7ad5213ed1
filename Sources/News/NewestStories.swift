import Caching

/// The stories of one response: the newest, where an origin lists more than anyone reads.
public struct NewestStories {
    public static let maxCount = 5_000

    private var stories = NewestElements<FetchedStory>(limit: maxCount)

    public init() {}

    /// Appends the next story of the response.
    public mutating func append(_ story: FetchedStory) { stories.append(story, date: story.publishedAt) }

    /// Returns the newest stories, in the origin's order.
    /// - Parameter diagnostics: begin with what was left out, as only the first ones are kept.
    public mutating func finished(_ diagnostics: inout [String]) -> [FetchedStory] {
        if stories.isOverfull {
            diagnostics.insert(
                "The origin lists \(stories.count) stories; only the newest \(Self.maxCount) were kept.", at: 0)
        }
        return stories.elements()
    }
}
