/// The validators of a response, stored and sent back exactly as received (RFC 9110 §8.8).
///
/// Nothing is parsed, trimmed or re-formatted: an entity tag keeps its quotes and its `W/`, a date its spelling.
/// Characters stand for header bytes one to one (U+0000 to U+00FF), so that non-ASCII tags survive.
public struct HTTPValidators: Sendable, Hashable, Codable {
    /// The value of `ETag`, sent back as `If-None-Match`.
    public var entityTag: String?
    /// The value of `Last-Modified`, sent back as `If-Modified-Since`. Never derived from anything else.
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The longest value that is kept, in bytes: common servers accept no longer header lines, so it could not be sent
    /// back.
    static let maxLength = 8192

    /// Takes the validators of a response head. Drops a value that could not be sent back unchanged (empty, with
    /// control characters, longer than `maxLength`).
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

    /// True when the next request is unconditional.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
