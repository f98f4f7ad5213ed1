public import Failures

/// Why a pack could not be read, made or written. Nothing was changed.
public enum PackError: Error, Sendable, Equatable {
    /// No such file or folder, or it cannot be opened.
    case notThere(String)
    /// The file is something else.
    case notAPack(String)
    /// The file ends too early, or its structure is broken.
    case damaged(String)
    /// A part has another hash than the file says.
    case wrongHash(part: String)
    /// Written in a newer format.
    case newerFormat(found: Int)
    /// Tables, views, triggers or indexes that packs do not have.
    case foreignSchema(String)
    /// More than the limits allow.
    case tooLarge(String)
    /// The contents have faults; all of them are listed.
    case faults([PackFault])
    /// The target exists.
    case targetOccupied(String)
    /// The target cannot be written.
    case cannotWrite(String)

    /// Ends with what to do.
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

/// Something wrong in a pack's contents: where, and what to do.
public struct PackFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file in the folder, or what in the pack file: `page leeds`.
    public var place: String
    /// From 1.
    public var line: Int?
    /// Ends with what to do.
    public var message: String

    public init(place: String, line: Int? = nil, _ message: String) {
        self.place = place
        self.line = line
        self.message = message
    }

    public var description: String { "\(place):\(line.map { "\($0):" } ?? "") \(message)" }
}

extension PackFailure {
    /// Why a published pack was not taken.
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
