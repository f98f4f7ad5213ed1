import Library
import News

extension Strings {
    static let loading = "Loading…"
    static func loading(from host: String) -> String { "Loading this page from \(host)…" }
    static let loadPage = "Load page"
    static let pageBack = "Back to the previous page"
    static let pageForward = "Forward to the next page"
    static let fetchAgain = "Reload page"
    static func fetched(from host: String) -> String { "From \(host), fetched" }
    static let pageUnchanged = "This is the page as it was loaded before."
    static func openAt(_ host: String) -> String { "Open at \(host)" }

    static let unsignedLink = "This page was not opened"
    static let unsignedLinkReason =
        "Tidings opens only addresses that its own pages link to, and this is not one of them."

    static func pageNotLoaded(_ host: String) -> String { "This page of \(host) has not been loaded yet." }
    static func hardlyAnyText(_ words: Int) -> String {
        words == 1
            ? "Only one word could be found on this page." : "Only \(words) words could be found on this page."
    }
    static func veryLong(_ words: Int, _ pieces: Int) -> String {
        "This page has about \(words / 1000) thousand words. It is shown in \(pieces) parts."
    }
    static func subscribersOnly(_ host: String) -> String {
        "This is only the beginning: \(host) shows the rest only to subscribers, or after a sign-in."
    }
    static let pageParts = "Parts of this page"
    static let previousPart = "Previous part"
    static let nextPart = "Next part"
    static func partNumber(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }

    // MARK: External links

    static let shareMenu = "This page"
    static let shareLink = "Share link"
    static let openInBrowser = "Open in browser"
    static let cancel = "Cancel"
    static let stay = "Stay here"
    static func openExternalLink(_ host: String) -> String { "Open \(host) in the browser?" }
    static let externalLinkWarning =
        "The site will then see your visit, and can run scripts, load pictures and set cookies."

    static func linkedPageOutcome(_ outcome: FetchOutcome) -> String {
        switch outcome {
        case .fetched, .upToDate: "Page loaded"
        case .unchanged: "The page has not changed"
        case .inProgress: "The page is being loaded"
        case .tooSoon, .deferred, .backingOff: "The page was loaded a moment ago"
        case .failed, .unavailable: "The page could not be loaded"
        }
    }
}
