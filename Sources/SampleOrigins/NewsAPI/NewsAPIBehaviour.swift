internal import Synchronization

/// How the sample news API responds, for tests of the variations of real ones.
public struct NewsAPIBehaviour: Sendable {
    /// Form of category and story ids.
    public enum IDFormat: Sendable {
        /// `"1"`, `"2"` …
        case numericStrings
        /// `"physics"`, `"in_the_media"` …
        case slugs
        /// Numbers that are no strings: `1`, `2` …
        case integers
    }

    /// Form of timestamps.
    public enum TimestampFormat: Sendable, CaseIterable {
        /// `2026-11-21T17:24:14Z`
        case utc
        /// `2026-11-21T17:24:14+00:00`
        case offset
        /// `2026-11-21 17:24:14+0000`
        case spaceSeparated
    }

    /// How the next page is linked.
    public enum PaginationLink: Sendable {
        case next
        /// Among other relations, with a comma in a title.
        case multipleRelations
        /// A relative reference.
        case relative
        /// With an opaque cursor instead of category and offset.
        case opaqueCursor
        /// To another host.
        case otherHost
        /// Without a link.
        case absent
    }

    /// Nil to vary from story to story.
    public var timestampFormat: TimestampFormat?
    public var idFormat = IDFormat.numericStrings
    public var paginationLink = PaginationLink.next
    /// Cache-Control of stories; nil for none.
    public var storiesCacheControl: String? = "max-age=60"
    /// Cache-Control of categories; nil for none.
    public var categoriesCacheControl: String? = "max-age=3600"
    /// Whether responses have an entity tag.
    public var hasEntityTags = false
    /// Whether only paths with a trailing slash exist, or only those without; nil for both.
    public var requiresTrailingSlash: Bool?
    /// Reverses the order of categories.
    public var reversesCategories = false
    /// How many stories have been inserted before all others.
    public var insertedStoryCount = 0
    /// Removed stories, by the last component of their paths.
    public var removedSlugs: Set<String> = []
    /// Removes all stories.
    public var isEmpty = false

    public init() {}
}

/// The news API's present behaviour.
final class NewsAPIState: Sendable {
    private let current = Mutex(NewsAPIBehaviour())

    var behaviour: NewsAPIBehaviour {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func update(_ work: (inout NewsAPIBehaviour) -> Void) { current.withLock { work(&$0) } }
}
