import Foundation

/// Why the Library could not do what was asked; each case says what can be done next.
public enum LibraryError: Error, Sendable, Equatable {
    /// The folder was written by a newer Tidings: use that one. Nothing was touched.
    case newerDataFolder(found: Int, known: Int)
    /// The database in the folder is damaged, or another program's: restore a copy. It is never overwritten.
    case corruptDataFolder(why: String)
    /// The folder cannot be made, read or written: choose another, or mend its permissions.
    case folderUnusable(why: String)
    /// Another process kept the database for longer than we waited: try again.
    case busy
    /// The disk is full: make room; what was acknowledged is kept.
    case diskFull
    /// There is no such thing, or no longer.
    case notThere
    /// It is there already.
    case alreadyThere
    /// What was given makes no sense; the words say what does.
    case invalid(why: String)
    /// Anything else; the words are for a log.
    case failed(why: String)

    /// One sentence in plain words that says what to do next.
    public var userMessage: String {
        switch self {
        case .newerDataFolder(let found, let known):
            "This data folder was written by a newer Tidings (layout \(found); this one knows \(known)). "
                + "Please use the newer version, or another folder."
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
