import Foundation

/// Why a backup was not made or not restored; what was there before is as it was.
public enum BackupError: Error, Sendable, Equatable {
    /// There is nothing to be copied in the folder, or no such file to be restored.
    case notThere(String)
    /// Something is in the way; it was not touched.
    case targetOccupied(String)
    /// The file is no backup of ours, or is damaged.
    case unreadable(String)
    /// It would unpack to more than so many bytes; the limit can be raised.
    case tooLarge(bytes: Int)
    /// The backup was made by a newer Tidings.
    case newer(found: Int, known: Int)
    /// The disk or the database would not.
    case library(LibraryError)

    public var userMessage: String {
        switch self {
        case .notThere(let what), .targetOccupied(let what), .unreadable(let what): what
        case .tooLarge(let bytes):
            "The backup unpacks to more than \(max(1, bytes >> 30)) GB. If that is right, restore it with --limit and a "
                + "larger number of gigabytes."
        case .newer(let found, let known):
            "This backup was made by a newer Tidings (layout \(found); this one knows \(known)). "
                + "Please use the newer version."
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
