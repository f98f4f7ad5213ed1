import Library
import News

extension Strings {
    static let editions = "Editions"
    static let allEditions = "All papers"
    static let ownEditionDescription = "Your own paper: what you follow, in your folders."
    static let followAlso = "Follow in your own paper"
    static let customEditionsHint =
        "A paper of your own is one file in the folder “editions” of the data folder; docs/editions.md shows how in ten "
        + "minutes. Files are read at the start, and when Tidings gets SIGHUP."

    static func frontPage(of title: String) -> String { "Front page of \(title)" }
    static func feeds(of title: String) -> String { "Where \(title) comes from" }

    static func editionHealth(_ health: EditionHealth, isUpdating: Bool, time: TimeFormatter) -> String {
        let now = isUpdating ? " It is being updated at this moment." : ""
        return switch health {
        case .neverOpened: "Not opened yet. Its origin is asked when you open it, not before."
        case .loading: "Opened a moment ago; its first stories are on their way."
        case .healthy: "Working.\(now)"
        case .degraded(let failing, let total):
            "\(failing) of its \(total) channels cannot be read at present; the others can.\(now)"
        case .signInRequired:
            "Its origin wants a key or a sign-in, and shows nothing without. What came before stays.\(now)"
        case .unreachable(let since?):
            "The service no longer answers; the last answer came \(time.since(since)). What came before stays, and it is "
                + "tried again from time to time.\(now)"
        case .unreachable(nil):
            "The service does not answer. It may be closed for good, or you may be offline. It is tried again from time "
                + "to time.\(now)"
        }
    }

    static func notInThisBuild(_ missing: [SourceKind]) -> String {
        let names = missing.map { "“\($0.rawValue)”" }.joined(separator: " and ")
        return "Not in this build yet: it needs a source of the kind \(names), which this Tidings cannot read."
    }

    static func unusableEditionFile(_ name: String, _ diagnostics: [EditionDiagnostic]) -> String {
        let location = diagnostics.first.map { ", line \($0.line)" } ?? ""
        return
            "The file \(name) cannot be used\(location). The other editions are not touched by it. Mend the file, check it "
            + "with “tidings edition check”, and send Tidings SIGHUP or start it again."
    }

    static func editionDiagnostic(_ diagnostic: EditionDiagnostic) -> String {
        "Line \(diagnostic.line), column \(diagnostic.column): \(diagnostic.message)"
    }
}
