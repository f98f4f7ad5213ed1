/// What an origin gave us to ask "has it changed?" with, kept and sent back exactly as it came (RFC 9110 §8.8).
///
/// Nothing is parsed, trimmed or re-formatted: an entity tag keeps its quotes and its `W/`, a date its spelling.
/// Characters stand for the bytes of the header one to one (U+0000 to U+00FF), so that tags that are not ASCII
/// survive too.
public struct HTTPValidators: Sendable, Hashable, Codable {
    /// The value of `ETag`, sent back as `If-None-Match`.
    public var entityTag: String?
    /// The value of `Last-Modified`, sent back as `If-Modified-Since`. Never invented from anything else.
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The longest value that is kept, in bytes: a head of usual servers takes no longer lines, so a longer one could
    /// never be sent back.
    static let maxLength = 8192

    /// What an answer's head gives to ask with. A value that could not be sent back as it came (empty, with control
    /// characters, longer than `longest`) is left out rather than changed.
    init(entityTags: [String], modified: [String]) {
        entityTag = entityTags.first.flatMap(Self.sendable)
        lastModified = modified.first.flatMap(Self.sendable)
    }

    private static func sendable(_ value: String) -> String? {
        let scalars = value.unicodeScalars
        guard !scalars.isEmpty, scalars.count <= maxLength else { return nil }
        return scalars.allSatisfy { ($0.value >= 0x20 && $0.value != 0x7F || $0.value == 9) && $0.value <= 0xFF }
            ? value : nil
    }

    /// True when there is nothing to ask with: the next request is an unconditional one.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
