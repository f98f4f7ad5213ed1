import Foundation

/// Why an operation failed.
public enum LibraryError: Error, Sendable, Equatable {
    /// Written by a newer Tidings; untouched.
    case newerDataFolder(found: Int, known: Int)
    /// From before the first release; untouched.
    case olderDataFolder(found: Int)
    /// Damaged or another program's; restore a backup.
    case corruptDataFolder(why: String)
    /// Cannot be created, read or written.
    case folderUnusable(why: String)
    /// The master key of stored secrets cannot be read or made; `why` is a sentence.
    case secretsUnusable(why: String)
    /// Another process held the write lock too long.
    case busy
    /// The disk is full; acknowledged writes are kept.
    case diskFull
    /// It does not exist.
    case notThere
    /// It exists already.
    case alreadyThere
    /// Invalid input; `why` says what is valid.
    case invalid(why: String)
    /// Any other failure; `why` is for the log.
    case failed(why: String)

    /// Whether what is stored may still be read, and nothing be stored: the disk is full, or read-only.
    public var preventsWriting: Bool {
        switch self {
        case .diskFull, .folderUnusable: true
        default: false
        }
    }

    /// A sentence that says what to do.
    public var userMessage: String {
        switch self {
        case .newerDataFolder(let found, let known):
            "This data folder was written by a newer Tidings (schema \(found); this one knows \(known)). "
                + "Please use the newer version, or another folder."
        case .olderDataFolder(let found):
            "This data folder was written by a Tidings from before the first release (schema \(found)). Please export its "
                + "feeds with that version (tidings export >feeds.opml), and import them into a new folder with this one."
        case .corruptDataFolder(let why):
            "The database in the data folder cannot be read: \(why). It was left as it is; "
                + "restore a backup, or choose another folder."
        case .folderUnusable(let why): "The data folder cannot be used: \(why)."
        case .busy: "Another Tidings is writing to the data folder. Please try again in a moment."
        case .diskFull: "The disk is full. Nothing was lost; please make room and try again."
        case .notThere: "This does not exist, or no longer does."
        case .alreadyThere: "This exists already."
        case .invalid(let why), .secretsUnusable(let why): why
        case .failed(let why): "Something went wrong in the database: \(why)."
        }
    }
}
