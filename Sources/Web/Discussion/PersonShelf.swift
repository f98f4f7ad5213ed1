/// What of somebody a page shows.
enum PersonShelf: String, Sendable, CaseIterable {
    case about, stories, comments
}
