extension PackFailure {
    /// A sentence that says what to do, with what stays.
    func message(about site: String) -> String { reason(site) + " The version that is there stays in use." }

    private func reason(_ site: String) -> String {
        switch self {
        case .notAPack: "\(site) answered with something that is no pack; check the address."
        case .damaged(let why): "The pack of \(site) is damaged (\(why)); it is fetched again later."
        case .newerFormat(let format):
            "The pack of \(site) is written in format \(format), which a newer Tidings reads; install that."
        case .tooLarge: "The pack of \(site) is larger than Tidings reads; ask its publisher for a smaller one."
        case .faulty(1, let first): "The pack of \(site) has a fault, which its publisher has to correct: \(first)"
        case .faulty(let count, let first):
            "The pack of \(site) has \(count) faults, which its publisher has to correct; the first: \(first)"
        case .older(let version, let installed):
            "\(site) has version \(version), which is older than the installed \(installed); to go back to it, install its "
                + "file with --downgrade."
        case .changedUnderItsNumber(let version):
            "\(site) has other contents under the number of the installed version \(version); ask its publisher to raise "
                + "the number."
        case .otherPublication(let identity):
            "\(site) has another publication, “\(identity)”; correct the address or the identity in the edition's file."
        case .notStored: "The pictures of the pack of \(site) could not be stored; check the data folder and its space."
        }
    }
}
