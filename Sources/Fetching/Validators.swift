/// What an origin gave us to ask "has it changed?" with, kept and sent back exactly as it came (RFC 9110 §8.8).
///
/// Nothing is parsed, trimmed or re-formatted: an entity tag keeps its quotes and its `W/`, a date its spelling.
/// Characters stand for the bytes of the header one to one (U+0000 to U+00FF), so that tags that are not ASCII
/// survive too.
public struct Validators: Sendable, Hashable, Codable {
    /// The value of `ETag`, sent back as `If-None-Match`.
    public var entityTag: String?
    /// The value of `Last-Modified`, sent back as `If-Modified-Since`. Never invented from anything else.
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// True when there is nothing to ask with: the next request is an unconditional one.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
