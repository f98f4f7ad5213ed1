import Foundation

/// An error of the Library.
public enum LibraryError: Error, Sendable, Equatable {
    /// A data folder that a newer Tidings wrote; the folder is left unchanged.
    case newerDataFolder(found: Int, known: Int)
    /// A data folder from before the first release; the folder is left unchanged.
    case olderDataFolder(found: Int)
    /// A database that is damaged or belongs to another program; the reader must restore a backup.
    case corruptDataFolder(why: String)
    /// A folder that cannot be created, read or written.
    case folderUnusable(why: String)
    /// A master key for stored secrets that cannot be read or created; `why` is a sentence for the reader.
    case secretsUnusable(why: String)
    /// A write lock that another process held for longer than the busy timeout.
    case busy
    /// A full disk; acknowledged writes are kept.
    case diskFull
    /// A thing that does not exist.
    case notThere
    /// A thing that exists already.
    case alreadyThere
    /// Something that needs a role which the reader does not have.
    case notAllowed(ReaderRole)
    /// Invalid input; `why` says what is valid.
    case invalid(why: String)
    /// Any other failure; `why` is for the log.
    case failed(why: String)

    /// True if stored data can still be read but nothing can be written: the disk is full or read-only.
    public var preventsWriting: Bool {
        switch self {
        case .diskFull, .folderUnusable: true
        default: false
        }
    }

    /// A sentence for the reader that says what to do.
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
        case .notAllowed(.editor):
            "Only those who edit here may do that. Ask who runs this house to make you an editor."
        case .notAllowed: "Only who runs this house may do that. Ask them."
        case .invalid(let why), .secretsUnusable(let why): why
        case .failed(let why): "Something went wrong in the database: \(why)."
        }
    }
}
