/// The contents that an import could not bring along, counted by kind and reason.
struct CoreDataImportLosses {
    enum Kind: CaseIterable {
        case photograph, pagePicture, header, textPicture, favourite
    }

    enum Reason: CaseIterable {
        case noUID, outside, noFile, sharedFile, unreadable, noDate
    }

    private var totals: [Kind: Int] = [:]
    private var reasons: [Kind: [Reason: Int]] = [:]

    mutating func count(_ kind: Kind, lost reason: Reason?) {
        totals[kind, default: 0] += 1
        if let reason { reasons[kind, default: [:]][reason, default: 0] += 1 }
    }

    /// A line for each kind with losses, such as "83 of 83 photographs: no such file in the folder of pictures".
    var lines: [String] {
        Kind.allCases.compactMap { kind in
            guard let lost = reasons[kind] else { return nil }
            let count = lost.values.reduce(0, +)
            let why = Reason.allCases.compactMap { reason in
                lost[reason].map { lost.count == 1 ? reason.words : "\($0) × \(reason.words)" }
            }
            return "\(count) of \(totals[kind] ?? count) \(kind.words): \(why.joined(separator: ", "))"
        }
    }
}

extension CoreDataImportLosses.Kind {
    fileprivate var words: String {
        switch self {
        case .photograph: "photographs"
        case .pagePicture: "page pictures"
        case .header: "header pictures"
        case .textPicture: "pictures in texts"
        case .favourite: "favourites"
        }
    }
}

extension CoreDataImportLosses.Reason {
    var words: String {
        switch self {
        case .noUID: "no image UID"
        case .outside: "a UID that is no path in the folder of pictures"
        case .noFile: "no such file in the folder of pictures"
        case .sharedFile: "a name that several UIDs have, and only one file"
        case .unreadable: "a file that is no picture or cannot be read"
        case .noDate: "a date that is none"
        }
    }
}
