internal import Synchronization

/// How the institute's interface words its answers, for tests that need each of the ways real ones do.
public struct NewsAPIBehaviour: Sendable {
    /// How categories and stories are named.
    public enum IDFormat: Sendable {
        /// `"1"`, `"2"` …
        case numericStrings
        /// `"physics"`, `"in_the_media"` …
        case slugs
        /// Numbers that are no strings: `1`, `2` …
        case integers
    }

    /// How instants are written.
    public enum TimestampFormat: Sendable, CaseIterable {
        /// `2026-11-21T17:24:14Z`
        case utc
        /// `2026-11-21T17:24:14+00:00`
        case offset
        /// `2026-11-21 17:24:14+0000`
        case spaceSeparated
    }

    /// How the next page is linked to.
    public enum PaginationLink: Sendable {
        case next
        /// Among other relations, with a comma in a title.
        case multipleRelations
        /// As a reference without a host.
        case relative
        /// By a word that tells nothing of categories and offsets.
        case opaqueCursor
        /// To a site that is not the institute's.
        case otherHost
        /// Not at all.
        case absent
    }

    /// Nil for a way that changes from story to story.
    public var timestampFormat: TimestampFormat?
    public var idFormat = IDFormat.numericStrings
    public var paginationLink = PaginationLink.next
    /// The value of Cache-Control of stories; nil for none.
    public var storiesCacheControl: String? = "max-age=60"
    /// The value of Cache-Control of categories; nil for none.
    public var categoriesCacheControl: String? = "max-age=3600"
    /// Whether answers bear an entity tag.
    public var hasEntityTags = false
    /// Only addresses with a slash at the end of their path are known, or only those without; nil for both.
    public var requiresTrailingSlash: Bool?
    /// The categories in the opposite order.
    public var reversesCategories = false
    /// So many stories have been put before all others since.
    public var insertedStoryCount = 0
    /// Stories that were taken away, by the last part of their page's address.
    public var removedSlugs: Set<String> = []
    /// There is no story at all.
    public var isEmpty = false

    public init() {}
}

/// What the institute was told of its manners.
final class NewsAPIState: Sendable {
    private let current = Mutex(NewsAPIBehaviour())

    var behaviour: NewsAPIBehaviour {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func update(_ work: (inout NewsAPIBehaviour) -> Void) { current.withLock { work(&$0) } }
}
