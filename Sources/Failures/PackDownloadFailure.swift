/// A reason why a published pack was not installed. The installed version stays in use.
public enum PackDownloadFailure: Sendable, Hashable, Codable {
    case notAPack
    case damaged
    /// A file, or a part of one, whose hash differs from the published one.
    case wrongHash
    /// A pack for a later version of this program.
    case newerFormat
    case foreignSchema
    case tooLarge
    /// Contents that break a rule; the value describes the first violation.
    case faulty(String)
    case otherPublication(identity: String)
    /// A version below the installed one.
    case older(String, installed: String)
    /// Different contents under the installed version's number.
    case changedUnderItsNumber(String)
    /// A file that is listed but missing, or a pack without pictures that no `pack.json` lists.
    case missingFile
    /// A failure to store the pack locally; the value is the reason.
    case cannotStore(String)

    /// A sentence about the site and the remedy, and that the installed version stays in use.
    public func message(about site: String) -> String { "\(reason(site)) The version that is there stays in use." }

    private func reason(_ site: String) -> String {
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
        case .older(let version, let installed):
            "\(site) has version \(version), which is older than the installed \(installed). To go back to it, install its "
                + "file with --downgrade."
        case .changedUnderItsNumber(let version):
            "\(site) has other contents under the number of the installed version \(version). Ask its publisher to raise "
                + "the number."
        case .missingFile: "\(site) lacks a file of the pack. It will be looked for again later."
        case .cannotStore(let why): "What \(site) sent could not be stored here: \(why). Check the data folder's space."
        }
    }
}
