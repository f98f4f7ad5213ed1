/// The name of an action: the last path component of its POST.
enum ActionName: String, Sendable, CaseIterable {
    case setMark = "set-mark", markRead = "mark-read", openStory = "open-story", loadMore = "load-more"
    case undo, refresh, follow, unfollow, updateSubscription = "update-subscription", retry
    case fullText = "full-text", linkedPage = "linked-page", refreshComments = "refresh-comments"
    case relatedDiscussions = "related-discussions", readingProgress = "reading-progress"
    case importOPML = "import-opml", starterFeeds = "starter-feeds", preferences, updateFolder = "update-folder"
    case forgetSearches = "forget-searches", forgetSearch = "forget-search"
    case endSession = "end-session", endOtherSessions = "end-other-sessions"
    case locatePlace = "locate-place", followTopic = "follow-topic", unfollowTopic = "unfollow-topic"
    case moveTopic = "move-topic", refreshPublishers = "refresh-publishers"
    case mute, unmute
    case setAPIKey = "set-api-key", tryAPIKey = "try-api-key", removeAPIKey = "remove-api-key"
}
