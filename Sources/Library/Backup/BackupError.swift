import Foundation

/// An error of a backup or restore; existing files are unchanged.
public enum BackupError: Error, Sendable, Equatable {
    /// A missing database or backup file, or a target that cannot be written; the text is a sentence for the reader.
    case notThere(String)
    /// A target that exists already or is in use; the text is a sentence for the reader.
    case targetOccupied(String)
    /// A file that is not a backup of Tidings, or is damaged; the text is a sentence for the reader.
    case unreadable(String)
    /// A backup that unpacks to more than `bytes`.
    case tooLarge(bytes: Int)
    /// A backup made by a newer Tidings; the numbers are schema versions.
    case newer(found: Int, known: Int)
    /// A backup made before the first release; the number is a schema version.
    case older(found: Int)
    /// Pack versions that were installed while the pictures were copied, in every attempt.
    case changedMeanwhile
    /// A failure of the disk or the database.
    case library(LibraryError)

    /// A sentence for the user that says what to do.
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
