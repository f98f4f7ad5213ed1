/// The content that could not be fetched, as the sentences about failures name it.
enum FailedItem {
    case feed, pack, newFeed, page, storyPage, comments, moreStories, searchResults
    case profile(of: String)
    /// A request to a service with keys.
    case service
    /// A page needed for an action that another sentence names.
    case actionPage

    /// The words after "refused to send".
    var noun: String {
        switch self {
        case .feed: "its stories"
        case .pack: "its pack"
        case .newFeed: "that page"
        case .page: "this page"
        case .storyPage: "the page of this story"
        case .comments: "the comments of this story"
        case .moreStories: "more stories"
        case .searchResults: "search results"
        case .profile(let name): "the profile of \(name)"
        case .service: "the stories asked for"
        case .actionPage: "the page for it"
        }
    }

    /// The words after the site's name if it has nothing at the address.
    var absence: String {
        switch self {
        case .feed, .pack: "has nothing at its address any more"
        case .newFeed: "has no page at that address"
        case .page: "has no page at this address"
        case .storyPage: "has no page for this story any more"
        case .comments: "has no comments for this story any more"
        case .moreStories: "has no next page at the expected address"
        case .searchResults: "has no search at its address any more"
        case .profile(let name): "has no public profile of \(name)"
        case .service: "has no stories at that address"
        case .actionPage: "has no page for it any more"
        }
    }
}
