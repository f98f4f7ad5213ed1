import Foundation

/// Why a backup or restore failed; existing files are unchanged.
public enum BackupError: Error, Sendable, Equatable {
    /// No database or no backup file.
    case notThere(String)
    /// The target exists.
    case targetOccupied(String)
    /// Not a backup of Tidings, or damaged.
    case unreadable(String)
    /// Unpacks to more than `bytes`.
    case tooLarge(bytes: Int)
    /// Made by a newer Tidings.
    case newer(found: Int, known: Int)
    /// Made before the first release.
    case older(found: Int)
    /// Versions of packs were installed while their pictures were copied, each time anew.
    case changedMeanwhile
    /// Disk or database failure.
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
        case .changedMeanwhile:
            "A guide was installed while the backup was made. Nothing was written; make the backup again."
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
