public import URLs

/// The description of a pack: its identity, version and credits.
public struct PackManifest: Sendable, Hashable {
    /// The version of the file format that this program writes, and the only one that it reads.
    public static let currentFormat = 1

    /// The identifier of the publication, the same in every version: `study-in-yorkshire`.
    public var identity: String
    /// The version of the publication, which is stored only here.
    public var version: PackVersion
    /// The name of the publication.
    public var title: String
    /// The languages as BCP 47 tags, the main one first.
    public var languages: [String]
    /// The licence in the publisher's words, or as an SPDX expression.
    public var licence: String?
    /// The authors of the publication and its pictures, one a line.
    public var credits: [String]
    /// The address of the publication on the web, against which relative addresses of its pages are resolved.
    public var address: WebAddress?
    /// The SHA-256 hashes of the tables, in order; `Pack` computes them.
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

    /// Returns true if a text can be an identity or a page's slug.
    public static func isName(_ text: String) -> Bool { PackNameRules.isSlug(text) }

    /// The SHA-256 of all parts in hexadecimal, equal for equal contents.
    public var digest: String { PackDigest.root(of: parts) }
}

/// A part of a pack, with its hash.
public struct PackPart: Sendable, Hashable {
    /// The name of the table.
    public let name: String
    /// The SHA-256 in hexadecimal.
    public let sha256: String
}
