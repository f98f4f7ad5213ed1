/// The texts about the choice of the front page (`docs/why/how-the-front-page-is-chosen.md`).
extension Strings {
    static let frontPageChoice = "How is the front page chosen?"
    static let weighedFrontPage = [
        "Stories are weighed, and the heaviest come first. A story weighs more if it has a large picture or a long "
            + "text, if several of your sources report it, or if its source rarely publishes. After twelve hours it "
            + "weighs half as much. What you have read comes after all that is unread.",
        "The heaviest story becomes the lead if it is strong: if it has a large picture, is reported by three of your "
            + "sources, or is long. Once you have read it, the next unread story steps up, at the next full hour or "
            + "when you come back. A story in another language than "
            + "most of the page leads only if no other can. Each story is on the page once, and no source fills a "
            + "section while others have new stories.",
        "Weights are computed once an hour, so that nothing moves while you read. In between, only a clearly better "
            + "story replaces the lead. Tidings does not build a profile of you.",
    ]
    static let inThisIssue = "In this issue"
    static func issue(_ number: Int) -> String { "No. \(number)" }
    static func endOfIssue(_ number: Int) -> String { "End of \(issue(number))." }
    static func waiting(in title: String) -> String { " in \(title)" }
    static let otherLists = "Other lists"
    static func singleListFrontPage(_ title: String) -> [String] {
        ["\(title) begins with its first list, in that list's order. The other lists are in the menu of sections."]
    }
    static func listedFrontPage(_ title: String) -> [String] {
        [
            "\(title) shows the first stories of its lists, in the order of those lists. A story in several lists "
                + "appears in the first of them."
        ]
    }
}
