public import Foundation

/// The contents of `pack.json`: the version of a publication on a web server, and the names of its files
/// (docs/packs.md).
public struct PackIndex: Sendable, Hashable {
    /// The name of the index file.
    public static let fileName = "pack.json"
    /// The maximum size of the file in bytes.
    public static let maxSize = 64 << 10
    /// The name of the folder with the pictures.
    public static let mediaFolder = "media"

    /// The identifier of the publication.
    public var identity: String
    /// The version of the publication.
    public var version: PackVersion
    /// The name of the publication.
    public var title: String
    /// The digest of the contents, as `PackManifest.digest`.
    public var digest: String
    /// The name of the light pack, a file beside `pack.json`.
    public var name: String
    /// The size of the light pack in bytes.
    public var size: Int
    /// The SHA-256 of the light pack in hexadecimal.
    public var sha256: String
    /// The name of the folder with the pictures, beside `pack.json`.
    public var media: String

    private struct Document: Codable {
        struct File: Codable {
            var name: String
            var size: Int
            var sha256: String
        }
        var format: Int
        var identity: String
        var version: String
        var title: String
        var digest: String
        var pack: File
        var media: String
    }

    init(_ manifest: PackManifest, name: String, size: Int, sha256: String) {
        (identity, version, title) = (manifest.identity, manifest.version, manifest.title)
        (digest, media) = (manifest.digest, Self.mediaFolder)
        (self.name, self.size, self.sha256) = (name, size, sha256)
    }

    /// Decodes `pack.json`.
    /// - Throws: `.tooLarge`, `.newerFormat`; `.faults` for any other content that is not a valid index.
    public init(json: Data, limits: PackLimits = PackLimits()) throws(PackError) {
        guard json.count <= Self.maxSize else { throw .tooLarge("\(Self.fileName) is larger than 64 kB") }
        let document: Document
        do { document = try JSONDecoder().decode(Document.self, from: json) } catch {
            throw Self.fault("is not as docs/packs.md says. Write it with tidings pack publish.")
        }
        guard document.format <= PackManifest.currentFormat else { throw .newerFormat(found: document.format) }
        guard document.format == PackManifest.currentFormat, PackNameRules.isSlug(document.identity),
            let version = PackVersion(document.version), PackNameRules.problem(of: document.title, longest: 500) == nil
        else { throw Self.fault("has a wrong format, identity, version or title. Correct it.") }
        guard PackMediumID(document.digest) != nil, PackMediumID(document.pack.sha256) != nil else {
            throw Self.fault("has a hash that is none. Hashes have 64 hexadecimal digits, lower case.")
        }
        guard Self.isFileName(document.pack.name), Self.isFileName(document.media) else {
            throw Self.fault("names files elsewhere. Name a file and a folder beside it.")
        }
        guard document.pack.size > 0 else { throw Self.fault("says that its pack is empty. Correct it.") }
        guard document.pack.size <= limits.fileSize else {
            throw .tooLarge("This pack is larger than \(max(1, limits.fileSize >> 20)) MB")
        }
        (identity, self.version, title) = (document.identity, version, document.title)
        (digest, name, size) = (document.digest, document.pack.name, document.pack.size)
        (sha256, media) = (document.pack.sha256, document.media)
    }

    /// Encodes the index; the same index gives the same bytes.
    func json() throws(PackError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let document = Document(
            format: PackManifest.currentFormat, identity: identity, version: version.description, title: title,
            digest: digest, pack: Document.File(name: name, size: size, sha256: sha256), media: media)
        do { return try encoder.encode(document) + Data("\n".utf8) } catch {
            throw .cannotWrite("\(Self.fileName) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Returns the path of a picture, relative to `pack.json`.
    public func path(of medium: PackMedium) -> String { "\(media)/\(Self.fileName(of: medium))" }

    static func fileName(of medium: PackMedium) -> String {
        "\(medium.id.hex).\(medium.type.fileExtensions.first ?? "jpg")"
    }

    private static func fault(_ message: String) -> PackError {
        .faults([PackIssue(place: fileName, "The file \(message)")])
    }

    /// Returns true for a name of letters, digits, `-`, `_` and `.` that is not hidden, and so leads to no other
    /// folder.
    private static func isFileName(_ name: String) -> Bool {
        (1...200).contains(name.utf8.count) && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x2D || byte == 0x2E || byte == 0x5F
            }
    }

    // MARK: - The files of a published folder

    static let (prefix, suffix, hashLength) = ("pack-", ".tidingspack", 16)

    /// Returns the media type of a file that `PackPublisher` writes below a publication's folder; nil for other paths.
    public static func mediaType(ofFileAt path: String) -> String? {
        if path == fileName { return "application/json" }
        // The type of SQLite files (IANA media types).
        if isPackName(path) { return "application/vnd.sqlite3" }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == mediaFolder else { return nil }
        return mediumType(ofFile: parts[1])?.rawValue
    }

    static func isPackName(_ name: String) -> Bool {
        let middle = name.dropFirst(prefix.count).dropLast(suffix.count)
        return name.hasPrefix(prefix) && name.hasSuffix(suffix) && middle.utf8.count == hashLength
            && middle.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    /// Returns the type of a picture by its file's name, a hash with an extension; nil for other names.
    static func mediumType(ofFile name: some StringProtocol) -> PackMediaType? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, PackMediumID(parts[0]) != nil else { return nil }
        return PackMediaType.allCases.first { $0.fileExtensions.contains(String(parts[1])) }
    }
}
