import Library
import News

/// What is said of newspapers.
extension Words {
    static let editions = "Editions"
    static let allPapers = "All papers"
    static let ownPaper = "Your own paper: what you follow, in your folders."
    static let followAlso = "Follow in your own paper"
    static let ownEditions =
        "A paper of your own is one file in the folder “editions” of the data folder; docs/editions.md shows how in ten "
        + "minutes. Files are read at the start, and when Tidings gets SIGHUP."

    static func feeds(of title: String) -> String { "Where \(title) comes from" }

    /// How an edition's origins are doing, and what can be done.
    static func standing(_ standing: EditionStanding, isUpdating: Bool, time: TimeWords) -> String {
        let now = isUpdating ? " It is being updated at this moment." : ""
        return switch standing {
        case .unopened: "Not opened yet. Its origin is asked when you open it, not before."
        case .arriving: "Opened a moment ago; its first stories are on their way."
        case .working: "Working.\(now)"
        case .partly(let failing, let total):
            "\(failing) of its \(total) channels cannot be read at present; the others can.\(now)"
        case .needsKey: "Its origin wants a key or a sign-in, and shows nothing without. What came before stays.\(now)"
        case .silent(let since?):
            "The service no longer answers; the last answer came \(time.since(since)). What came before stays, and it is "
                + "tried again from time to time.\(now)"
        case .silent(nil):
            "The service does not answer. It may be closed for good, or you may be offline. It is tried again from time "
                + "to time.\(now)"
        }
    }

    static func notInThisBuild(_ missing: [SourceKind]) -> String {
        let names = missing.map { "“\($0.rawValue)”" }.joined(separator: " and ")
        return "Not in this build yet: it needs a source of the kind \(names), which this Tidings cannot read."
    }

    static func broken(_ name: String, _ complaints: [EditionComplaint]) -> String {
        let place = complaints.first.map { ", line \($0.line)" } ?? ""
        return
            "The file \(name) cannot be used\(place). The other editions are not touched by it. Mend the file, check it "
            + "with “tidings edition check”, and send Tidings SIGHUP or start it again."
    }

    static func complaint(_ complaint: EditionComplaint) -> String {
        "Line \(complaint.line), column \(complaint.column): \(complaint.sentence)"
    }
}
