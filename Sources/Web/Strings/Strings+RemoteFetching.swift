import Library
import News

extension Strings {
    static func notFetchedYet(_ host: String) -> String { "Nothing has been fetched from \(host) yet." }
    static func findFeeds(at host: String) -> String { "Find feeds at \(host)" }
    static func notSearchedYet(_ title: String) -> String {
        "Only stories that are stored here were searched; \(title) has not been searched yet."
    }
    static func searchOrigin(_ title: String) -> String { "Search \(title)" }

    static func moreStories(_ count: Int) -> String { Plural.story.counted(count, "more") }

    /// Returns the note after the title of a row.
    static func opens(at host: String) -> String { "opens at \(host)" }

    /// Returns the reason why an origin returned no older stories.
    /// - Parameter code: a `FailureCode`, `under-way`, or `not-offered` by a service's plan.
    static func loadMoreFailure(_ code: String, title: String) -> String {
        if code == "not-offered" { return "\(title) does not offer more stories on the key’s plan." }
        if code == "under-way" { return "More stories are being loaded already. Try again in a moment." }
        // The code does not say whether the origin refused or failed.
        return failure(
            FetchFailure(code: FailureCode(rawValue: code) ?? .unreachable), of: .moreStories, at: title)
    }

    static func searching(_ title: String) -> String { "Searching \(title) too…" }
    static func searchTimedOut(_ title: String) -> String {
        "\(title) has not answered the search in time. These are the stories found here."
    }
}
