import Foundation

/// Why the Library could not carry out an operation; each case implies what to do next.
public enum LibraryError: Error, Sendable, Equatable {
    /// The data folder was written by a newer Tidings; it was left untouched.
    case newerDataFolder(found: Int, known: Int)
    /// The folder was written by a version from before the first release, which cannot be migrated. Nothing was touched.
    case olderDataFolder(found: Int)
    /// The database is damaged or belongs to another program; it is never overwritten, a backup has to be restored.
    case corruptDataFolder(why: String)
    /// The folder cannot be created, read or written.
    case folderUnusable(why: String)
    /// Another process held the write lock for longer than the timeout.
    case busy
    /// The disk is full; acknowledged writes are kept.
    case diskFull
    /// The object does not exist, or no longer.
    case notThere
    /// The object exists already.
    case alreadyThere
    /// The input is invalid; `why` says what would be valid.
    case invalid(why: String)
    /// Any other failure; `why` is for the log.
    case failed(why: String)

    /// One sentence for the user that says what to do next.
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
        case .notThere: "There is no such thing, or no longer."
        case .alreadyThere: "That is there already."
        case .invalid(let why): why
        case .failed(let why): "Something went wrong in the database: \(why)."
        }
    }
}
