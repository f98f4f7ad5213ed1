public import URLs

/// What a pack says about itself.
public struct PackManifest: Sendable, Hashable {
    /// The version of the file format that this program writes; it reads this one only.
    public static let currentFormat = 1

    /// Which publication it is, the same in every version: `study-in-yorkshire`.
    public var identity: String
    /// Which version of the publication. It is stored here and nowhere else.
    public var version: PackVersion
    /// The publication's name.
    public var title: String
    /// BCP 47 tags, the main one first.
    public var languages: [String]
    /// In the publisher's words, or an SPDX expression.
    public var licence: String?
    /// Who made it and its pictures, one a line.
    public var credits: [String]
    /// Where the publication is on the web; relative addresses of its pages are resolved against it.
    public var address: WebAddress?
    /// The SHA-256 of each table, in order. `Pack` computes them.
    public internal(set) var parts: [PackPart] = []

    public init(
        identity: String, version: PackVersion, title: String, languages: [String], licence: String? = nil,
        credits: [String] = [], address: WebAddress? = nil
    ) {
        self.identity = identity
        self.version = version
        self.title = title
        self.languages = languages
        self.licence = licence
        self.credits = credits
        self.address = address
    }

    /// Whether it can be an identity or a page's slug.
    public static func isName(_ text: String) -> Bool { PackName.isSlug(text) }

    /// SHA-256 over all parts, in hexadecimal: equal for equal contents.
    public var digest: String { PackDigest.root(of: parts) }
}

/// A part of a pack, with its hash.
public struct PackPart: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// SHA-256 in hexadecimal.
    public let sha256: String
}
