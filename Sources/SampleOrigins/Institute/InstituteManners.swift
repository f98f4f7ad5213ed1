/// How the institute's interface words its answers, for tests that need each of the ways real ones do.
public struct InstituteManners: Sendable {
    /// How categories and stories are named.
    public enum Naming: Sendable {
        /// `"1"`, `"2"` …
        case numerals
        /// `"physics"`, `"in_the_media"` …
        case words
        /// Numbers that are no strings: `1`, `2` …
        case numbers
    }

    /// How instants are written.
    public enum Dating: Sendable, CaseIterable {
        /// `2026-11-21T17:24:14Z`
        case zulu
        /// `2026-11-21T17:24:14+00:00`
        case offset
        /// `2026-11-21 17:24:14+0000`
        case spaced
    }

    /// How the next page is linked to.
    public enum Linking: Sendable {
        case next
        /// Among other relations, with a comma in a title.
        case several
        /// As a reference without a host.
        case relative
        /// By a word that tells nothing of categories and offsets.
        case opaque
        /// To a site that is not the institute's.
        case elsewhere
        /// Not at all.
        case absent
    }

    /// Nil for a way that changes from story to story.
    public var dating: Dating?
    public var naming = Naming.numerals
    public var linking = Linking.next
    /// The value of Cache-Control of stories; nil for none.
    public var storiesCache: String? = "max-age=60"
    /// The value of Cache-Control of categories; nil for none.
    public var categoriesCache: String? = "max-age=3600"
    /// Whether answers bear an entity tag.
    public var hasEntityTags = false
    /// Only addresses with a slash at the end of their path are known, or only those without; nil for both.
    public var wantsSlash: Bool?
    /// The categories in the opposite order.
    public var isTurned = false
    /// So many stories have been put before all others since.
    public var inserted = 0
    /// Stories that were taken away, by the last part of their page's address.
    public var withdrawn: Set<String> = []
    /// There is no story at all.
    public var isEmpty = false

    public init() {}
}
