public import Failures

/// An error that prevented reading, building or writing a pack. Nothing was changed.
public enum PackError: Error, Sendable, Equatable {
    /// A file or folder that does not exist or cannot be opened.
    case notThere(String)
    /// A file that is something other than a pack.
    case notAPack(String)
    /// A file that ends too early, or whose structure is broken.
    case damaged(String)
    /// A part whose hash differs from the one in the file.
    case wrongHash(part: String)
    /// A pack in a newer format.
    case newerFormat(found: Int)
    /// Tables, views, triggers or indexes that packs do not have.
    case foreignSchema(String)
    /// Contents beyond the limits.
    case tooLarge(String)
    /// Contents with faults, all of which are listed.
    case faults([PackIssue])
    /// A target that exists already.
    case targetOccupied(String)
    /// A target that cannot be written.
    case cannotWrite(String)

    /// A message for the user, which ends with what to do.
    public var userMessage: String {
        switch self {
        case .notThere(let what), .notAPack(let what), .targetOccupied(let what), .cannotWrite(let what): what
        case .damaged(let why):
            "This pack is damaged: \(why). Nothing of it was taken. Fetch it again, or ask its publisher for a whole one."
        case .wrongHash(let part):
            "This pack is damaged or was changed: its \(part) has another hash than the file says. Nothing of it was "
                + "taken. Fetch it again, or ask its publisher for a whole one."
        case .newerFormat(let found):
            "This pack is written in format \(found); this Tidings reads format \(PackManifest.currentFormat). "
                + "Install a newer Tidings."
        case .foreignSchema(let what):
            "This pack has something that packs do not have (\(what)), so nothing of it was taken. Ask its publisher for "
                + "one that follows docs/packs.md."
        case .tooLarge(let what): "\(what). Nothing of it was taken. Ask its publisher for a smaller one."
        case .faults(let faults):
            faults.count == 1
                ? faults[0].description : "There are \(faults.count) faults; the first: \(faults[0].description)"
        }
    }
}

/// A fault in the contents of a pack: its place, and what to do.
public struct PackIssue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file in the folder, or the part of the pack file: `page leeds`.
    public var place: String
    /// The line in the file, from 1.
    public var line: Int?
    /// A message that ends with what to do.
    public var message: String

    public init(place: String, line: Int? = nil, _ message: String) {
        self.place = place
        self.line = line
        self.message = message
    }

    public var description: String { "\(place):\(line.map { "\($0):" } ?? "") \(message)" }
}

extension PackDownloadFailure {
    /// Creates the reason why a published pack was not accepted.
    public init(_ error: PackError) {
        self =
            switch error {
            case .notAPack: .notAPack
            case .damaged: .damaged
            case .wrongHash: .wrongHash
            case .newerFormat: .newerFormat
            case .foreignSchema: .foreignSchema
            case .tooLarge: .tooLarge
            case .faults(let faults): .faulty(faults.first?.description ?? "")
            case .notThere: .missingFile
            case .targetOccupied(let why), .cannotWrite(let why): .cannotStore(why)
            }
    }
}
