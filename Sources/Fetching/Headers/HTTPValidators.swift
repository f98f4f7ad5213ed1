/// The validators of a response, stored and sent back exactly as received (RFC 9110 §8.8): tags with quotes and `W/`.
///
/// The characters represent header bytes (U+0000 to U+00FF).
public struct HTTPValidators: Sendable, Hashable, Codable {
    /// The value of `ETag`, sent as `If-None-Match`.
    public var entityTag: String?
    /// The value of `Last-Modified`, sent as `If-Modified-Since`; never derived.
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// The size of a value in bytes; servers reject longer header lines.
    static let maxLength = 8192

    /// Creates validators from header values; drops values that cannot be sent back: empty, too long, with control
    /// characters.
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

    /// True if the next request is unconditional.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}
