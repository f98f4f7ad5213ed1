import Foundation

/// Why a backup or a restore failed; existing files are unchanged.
public enum BackupError: Error, Sendable, Equatable {
    /// There is no database to back up in the folder, or no such file to restore.
    case notThere(String)
    /// The target exists; it was not touched.
    case targetOccupied(String)
    /// The file is not a Tidings backup, or is damaged.
    case unreadable(String)
    /// It would unpack to more than `bytes`; the limit can be raised.
    case tooLarge(bytes: Int)
    /// The backup was made by a newer Tidings.
    case newer(found: Int, known: Int)
    /// The backup was made by a version from before the first release.
    case older(found: Int)
    /// A failure of the disk or the database.
    case library(LibraryError)

    public var userMessage: String {
        switch self {
        case .notThere(let what), .targetOccupied(let what), .unreadable(let what): what
        case .tooLarge(let bytes):
            "The backup unpacks to more than \(max(1, bytes >> 30)) GB. If that is right, restore it with --limit and a "
                + "larger number of gigabytes."
        case .newer(let found, let known):
            "This backup was made by a newer Tidings (schema \(found); this one knows \(known)). "
                + "Please use the newer version."
        case .older(let found):
            "This backup was made by a Tidings from before the first release (schema \(found)). Please restore it with that "
                + "version, export the feeds (tidings export >feeds.opml), and import them with this one."
        case .library(let error): error.userMessage
        }
    }

    init(_ error: any Error) {
        switch error {
        case let own as BackupError: self = own
        case let library as LibraryError: self = .library(library)
        case let system as NSError where system.domain == NSPOSIXErrorDomain && system.code == Int(ENOSPC):
            self = .library(.diskFull)
        default: self = .library(LibraryError(error))
        }
    }
}
