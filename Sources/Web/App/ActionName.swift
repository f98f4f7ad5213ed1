/// The name of an action: the last path component of its POST.
enum ActionName: String, Sendable, CaseIterable {
    case setMark = "set-mark", markRead = "mark-read", openStory = "open-story", loadMore = "load-more"
    case undo, refresh, follow, unfollow, updateSubscription = "update-subscription", retry
    case fullText = "full-text", linkedPage = "linked-page", refreshComments = "refresh-comments"
    case relatedDiscussions = "related-discussions", readingProgress = "reading-progress"
    case importOPML = "import-opml", starterFeeds = "starter-feeds", preferences, updateFolder = "update-folder"
    case orderFolders = "order-folders", moveSubscription = "move-subscription"
    case savePage = "save-page", importSaved = "import-saved"
    case forgetSearches = "forget-searches", forgetSearch = "forget-search"
    case saveSearch = "save-search"
    case endSession = "end-session", endOtherSessions = "end-other-sessions", renameDevice = "rename-device"
    case arrangeEdition = "arrange-edition"
    case makeSignInLink = "make-sign-in-link"
    case makeAppPassword = "make-app-password", removeAppPassword = "remove-app-password"
    case hideAppPassword = "hide-app-password"
    case addPasskey = "add-passkey", removePasskey = "remove-passkey"
    case locatePlace = "locate-place", followTopic = "follow-topic", unfollowTopic = "unfollow-topic"
    case moveTopic = "move-topic", refreshPublishers = "refresh-publishers"
    case mute, unmute, restoreKeptBack = "restore-kept-back", suggestions
    case preparePush = "prepare-push", subscribeDevice = "subscribe-device", saveWay = "save-way", testWay = "test-way",
        removeWay = "remove-way"
    case saveDigest = "save-digest", makeDigestFeed = "make-digest-feed", endDigestFeed = "end-digest-feed"
    case saveAlert = "save-alert", removeAlert = "remove-alert", saveAlertSettings = "save-alert-settings"
    case silenceAlert = "silence-alert"
    case createPack = "create-pack", editPack = "edit-pack", addPackPage = "add-pack-page", savePackPage =
        "save-pack-page"
    case movePackPage = "move-pack-page", removePackPage = "remove-pack-page"
    case uploadPackPictures = "upload-pack-pictures"
    case savePackPhotograph = "save-pack-photograph", removePackPhotograph = "remove-pack-photograph"
    case savePackSettings = "save-pack-settings", undoPackChange = "undo-pack-change"
    case restorePackItem = "restore-pack-item", publishPack = "publish-pack"
    case cancelPackPublication = "cancel-pack-publication", servePack = "serve-pack"
    case invitePerson = "invite-person", withdrawInvitations = "withdraw-invitations"
    case setPersonRole = "set-person-role", makePersonLink = "make-person-link", removePerson = "remove-person"
    case renameOwnPerson = "rename-own-person", leaveHouse = "leave-house"
    case unlinkIdentity = "unlink-identity"
    case goBackToPackVersion = "go-back-to-pack-version"
    case deletePack = "delete-pack", stopPackEditing = "stop-pack-editing"
    case movePackPhotograph = "move-pack-photograph"
    case setAPIKey = "set-api-key", tryAPIKey = "try-api-key", removeAPIKey = "remove-api-key"

    // Actions that send a request to an origin, or store what is to be sent there.
    case comment, submit, vote
    case saveDraft = "save-draft", discardDraft = "discard-draft", preview
    case editComment = "edit-comment", delete, favourite, hide, flag
    case memberSignIn = "member-sign-in", memberSignOut = "member-sign-out", adoptSession = "adopt-session"
    /// The fetch of a thread as only a member sees it; sent by script when the thread is shown.
    case refreshMemberView = "refresh-member-view"
    case retryOutbox = "retry-outbox", lookUpOutbox = "look-up-outbox", removeFromOutbox = "remove-from-outbox"
    case forgetGuest = "forget-guest"
    case saveMemberProfile = "save-member-profile", refreshReplies = "refresh-replies"
}
