import Library
import News

extension Strings {
    static let editions = "Editions"
    static let allEditions = "Everywhere"
    static let ownEditionDescription = "Your own feeds, in your folders."
    static let followAlso = "Add to your own feeds"
    static let customEditionsHint =
        "Whoever runs this Tidings can add newspapers and guides of their own; its documentation shows how."

    static let editionHidden = "Not in the newsstand."
    static func showInNewsstand(_ title: String) -> String { "Show \(title) in the newsstand" }

    static let frontPageLink = "Front page"
    static func frontPage(of title: String) -> String { "Front page of \(title)" }
    static func feeds(of title: String) -> String { "Feeds of \(title)" }

    static func editionHealth(_ health: EditionHealth, isUpdating: Bool, time: TimeFormatter) -> String {
        let now = isUpdating ? " It is being updated." : ""
        return switch health {
        case .neverOpened: "Not opened yet. Nothing is fetched for it before you open it."
        case .loading: "Opened a moment ago. Its first stories are being loaded."
        case .healthy: "Working.\(now)"
        case .degraded(let failing, let total):
            "\(failing) of its \(total) feeds cannot be loaded at present; the others can.\(now)"
        case .signInRequired:
            "The site requires a key or a sign-in. Stories that were loaded before stay.\(now)"
        case .unreachable(let since?):
            "The site has not responded since \(time.since(since)). Stories that were loaded before stay, and Tidings "
                + "tries again from time to time.\(now)"
        case .unreachable(nil):
            "The site does not respond. It may be closed for good, or this machine may be offline. Tidings tries again "
                + "from time to time.\(now)"
        }
    }

    static func notInThisBuild(_ missing: [SourceKind]) -> String {
        let names = missing.map { "“\($0.rawValue)”" }.joined(separator: " and ")
        return "Not supported by this version of Tidings: it needs a source of the kind \(names)."
    }

    static let unusableEdition =
        "It cannot be shown, as its description has lines that cannot be used. The other newspapers still work."

    static func editionDiagnostic(_ diagnostic: EditionDiagnostic) -> String {
        "Line \(diagnostic.line), column \(diagnostic.column): \(diagnostic.message)"
    }
}
