import Caching

/// A collector of the stories of one response, which keeps only the newest if an origin lists very many.
public struct NewestStories {
    /// The maximum number of stories kept.
    public static let maxCount = 5_000

    private var stories = NewestElements<FetchedStory>(limit: maxCount)

    public init() {}

    /// Appends the next story of the response.
    public mutating func append(_ story: FetchedStory) { stories.append(story, date: story.publishedAt) }

    /// Returns the newest stories, in the origin's order.
    /// - Parameter diagnostics: The diagnostics of the response; a note about omitted stories is inserted first,
    ///   because only the first diagnostics are stored.
    public mutating func finished(_ diagnostics: inout [String]) -> [FetchedStory] {
        if stories.isOverfull {
            diagnostics.insert(
                "The origin lists \(stories.count) stories; only the newest \(Self.maxCount) were kept.", at: 0)
        }
        return stories.elements()
    }
}
