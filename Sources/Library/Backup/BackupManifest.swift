import Foundation
import Packs

/// The last file of a backup, which lists the others; a truncated backup has none.
struct BackupManifest: Codable, Equatable {
    struct File: Codable, Equatable {
        let name: String
        let size: Int
        /// The SHA-256 hash in hexadecimal.
        let sha256: String
    }

    static let name = "backup.json"
    /// The version of the backup format, raised when older versions of Tidings cannot restore it.
    static let currentFormat = 1

    var format = Self.currentFormat
    let program: String
    let madeAt: String
    /// The schema version of the database.
    let layout: Int
    var files: [File]

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array(try encoder.encode(self)) + [0x0A]
    }
}

/// The files that a backup may contain.
enum BackupEntryName {
    static let database = "tidings.sqlite"
    static let settings = "tidings.yaml"
    /// The name under which settings are restored, so that they do not take effect.
    static let restoredSettings = "tidings.yaml.restored"
    static let editions = "editions"
    /// The folder of the packs' media. The files are named by their hashes, so the manifest does not list them.
    static let media = "media"

    /// Returns the path in the data folder; nil for a name that a backup may not contain.
    static func validated(_ given: String) -> String? {
        let name = given.hasPrefix("./") ? String(given.dropFirst(2)) : given
        if [database, settings, BackupManifest.name].contains(name) { return name }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == editions, let file = parts.last, isEdition(String(file)) else { return nil }
        return name
    }

    /// Returns the hash in the name of a pack's medium (`media/ab/<sha256>`); nil for other names.
    static func mediumID(_ given: String) -> PackMediumID? {
        let name = given.hasPrefix("./") ? String(given.dropFirst(2)) : given
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == media, let id = PackMediumID(parts[2]), id.hex.prefix(2) == parts[1] else {
            return nil
        }
        return id
    }

    static func medium(_ id: PackMediumID) -> String { "\(media)/\(id.hex.prefix(2))/\(id.hex)" }

    static func isEdition(_ file: String) -> Bool {
        (file.hasSuffix(".yaml") || file.hasSuffix(".yml")) && !file.hasPrefix(".") && file.utf8.count <= 80
            && file.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
    }
}
