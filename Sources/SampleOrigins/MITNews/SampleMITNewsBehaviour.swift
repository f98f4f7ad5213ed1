internal import Synchronization

/// The variations of real news APIs, for tests.
public struct SampleMITNewsBehaviour: Sendable {
    /// The form of category and story IDs.
    public enum IDFormat: Sendable {
        /// A number as string, such as `"1"`.
        case numericStrings
        /// A slug, such as `"in_the_media"`.
        case slugs
        /// An integer, such as `1`.
        case integers
    }

    /// The form of timestamps.
    public enum TimestampFormat: Sendable, CaseIterable {
        /// A time such as `2026-11-21T17:24:14Z`.
        case utc
        /// A time such as `2026-11-21T17:24:14+00:00`.
        case offset
        /// A time such as `2026-11-21 17:24:14+0000`.
        case spaceSeparated
    }

    /// The form of the link to the next page.
    public enum PaginationLink: Sendable {
        case next
        /// A link among other relations, with a comma in a title.
        case multipleRelations
        /// A relative reference.
        case relative
        /// A link with an opaque cursor instead of category and offset.
        case opaqueCursor
        /// A link to another host.
        case otherHost
        /// No link.
        case absent
    }

    /// The form of timestamps; nil if it varies by story.
    public var timestampFormat: TimestampFormat?
    /// The form of IDs.
    public var idFormat = IDFormat.numericStrings
    /// The form of the link to the next page.
    public var paginationLink = PaginationLink.next
    /// The Cache-Control of stories; nil for none.
    public var storiesCacheControl: String? = "max-age=60"
    /// The Cache-Control of categories; nil for none.
    public var categoriesCacheControl: String? = "max-age=3600"
    /// True if responses have entity tags.
    public var hasEntityTags = false
    /// True if paths must end in a slash, false if they must not; nil if both forms exist.
    public var requiresTrailingSlash: Bool?
    /// True if the categories are in reverse order.
    public var reversesCategories = false
    /// The number of stories inserted before all others.
    public var insertedStoryCount = 0
    /// The slugs of removed stories.
    public var removedSlugs: Set<String> = []
    /// True if there are no stories.
    public var isEmpty = false

    public init() {}
}

final class SampleMITNewsState: Sendable {
    private let current = Mutex(SampleMITNewsBehaviour())

    var behaviour: SampleMITNewsBehaviour {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func update(_ work: (inout SampleMITNewsBehaviour) -> Void) { current.withLock { work(&$0) } }
}
