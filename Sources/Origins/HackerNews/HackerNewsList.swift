import Markup

/// One of the lists that the official interface gives, named as it names them.
enum HackerNewsList: String, CaseIterable {
    case top, new, best, ask, show
    case jobs = "job"

    /// The list that a page of the website shows; nil for its other pages, which only the website itself has.
    init?(page: WebAddress) {
        guard page.query == nil || page.query == "" else { return nil }
        switch page.path {
        case "/", "", "/news": self = .top
        case "/newest": self = .new
        case "/best": self = .best
        case "/ask": self = .ask
        case "/show": self = .show
        case "/jobs": self = .jobs
        default: return nil
        }
    }
}
