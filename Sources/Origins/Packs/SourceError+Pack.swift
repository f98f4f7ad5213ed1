import News
import Packs

extension SourceError {
    /// - Parameter site: the host that a pack came from.
    init(_ error: PackError, site: String) {
        let failure: PackFailure =
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
        let cause = FailureCause(.pack(failure), at: site)
        self = if case .tooLarge = error { .notAllowed(cause) } else { .unreadable(cause) }
    }
}
