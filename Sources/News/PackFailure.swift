/// Why a published pack was not taken. What is installed stays in use.
public enum PackFailure: Sendable, Hashable, Codable {
    case notAPack
    case damaged
    /// A file, or a part of one, has another hash than was said.
    case wrongHash
    /// Written for a later version of this program.
    case newerFormat
    case foreignSchema
    case tooLarge
    /// The contents break a rule; with the first breach.
    case faulty(String)
    case otherPublication(identity: String)
    /// A file is named, and is not there; or a pack without pictures is not named by a `pack.json`.
    case missingFile
    /// It could not be stored here.
    case cannotStore(String)

    /// A sentence about the site, and what can be done.
    public func message(about site: String) -> String {
        switch self {
        case .notAPack: "\(site) has neither a pack nor a pack.json at this address. Check the address."
        case .damaged: "\(site) has a damaged pack there. Ask its publisher for a whole one."
        case .wrongHash:
            "\(site) sent a file with another hash than its publisher wrote down. It will be fetched again later."
        case .newerFormat: "\(site) has a pack for a newer Tidings. Install that first."
        case .foreignSchema:
            "\(site) has a pack with parts that packs do not have. Ask its publisher for a correct one."
        case .tooLarge: "\(site) has a pack that is larger than Tidings takes. Ask its publisher for a smaller one."
        case .faulty(let fault): "\(site) has a pack with a fault. Tell its publisher: \(fault)"
        case .otherPublication(let identity):
            "\(site) has another publication there (\(identity)). Correct “pack: address:” in the edition's file."
        case .missingFile: "\(site) lacks a file of the pack. It will be looked for again later."
        case .cannotStore(let why): "What \(site) sent could not be stored here: \(why). Check the data folder's space."
        }
    }
}
