internal import Synchronization

/// Variations of real news APIs, for tests.
public struct MITNewsBehaviour: Sendable {
    /// Form of category and story ids.
    public enum IDFormat: Sendable {
        /// `"1"`
        case numericStrings
        /// `"in_the_media"`
        case slugs
        /// `1`
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

    /// Link to the next page.
    public enum PaginationLink: Sendable {
        case next
        /// Among other relations, with a comma in a title.
        case multipleRelations
        /// A relative reference.
        case relative
        /// An opaque cursor instead of category and offset.
        case opaqueCursor
        /// To another host.
        case otherHost
        /// No link.
        case absent
    }

    /// Nil: varies by story.
    public var timestampFormat: TimestampFormat?
    public var idFormat = IDFormat.numericStrings
    public var paginationLink = PaginationLink.next
    /// Cache-Control; nil for none.
    public var storiesCacheControl: String? = "max-age=60"
    /// Cache-Control; nil for none.
    public var categoriesCacheControl: String? = "max-age=3600"
    /// Whether responses have entity tags.
    public var hasEntityTags = false
    /// Nil: both forms of a path exist.
    public var requiresTrailingSlash: Bool?
    /// Reverses the order.
    public var reversesCategories = false
    /// Number of stories inserted before all others.
    public var insertedStoryCount = 0
    /// Slugs of removed stories.
    public var removedSlugs: Set<String> = []
    /// Without stories.
    public var isEmpty = false

    public init() {}
}

final class MITNewsState: Sendable {
    private let current = Mutex(MITNewsBehaviour())

    var behaviour: MITNewsBehaviour {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func update(_ work: (inout MITNewsBehaviour) -> Void) { current.withLock { work(&$0) } }
}
