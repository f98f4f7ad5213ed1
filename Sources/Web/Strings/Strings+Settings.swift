/// The texts of the settings.
extension Strings {
    static let textSettings = "Text settings"
    static let textSettingsDetail = "Size, font, theme, spacing"
    static let offline = "Offline"
    static let accounts = "Accounts"
    static let appearance = "Appearance"
    static let textSample = "Stories are read in this size."
    static let apply = "Apply"
    static let searchSettings = "Search settings"
    static let noSuchSetting = "No settings found."

    // MARK: What the pages hold

    static let readingDetail = "Lists, pictures, what counts as read"
    static let feedsDetail = "Add, import, export, mute"
    static let offlineDetail = "Take stories and guides along; what is kept"
    static let editionsDetail = "Which newspapers there are, and their order"
    static let accountsDetail = "Sites that you sign in to, and keys of services"
    static let keyboardDetail = "All shortcuts"
    static let aboutDetail = "Version and licences"

    // MARK: Reading

    static let stories = "Stories"
    static let lists = "Lists"
    static let pictures = "Pictures"
    static let readAndUnread = "Read and unread"
    static let discussions = "Discussions"
    static let lineWidth = "Line width on wide screens"

    // MARK: Feeds

    static let yourFeeds = "Your feeds"
    static let mutedDetail = "Words, people, feeds and kinds of headlines hidden from lists"
    static let otherReaders = "Import and export"

    // MARK: Offline

    static let onTheServer = "On the server"
    static let retention =
        "Read stories are kept for 90 days, unread ones for 180, the last 50 of every feed in any case, and saved "
        + "stories for ever."
    static let pictureCache =
        "Pictures that were shown are kept until the room for them is full; then the oldest make way."
    static let onThisDevice = "On this device"
    static let nothingOnDevice =
        "Nothing is stored on this device: pages open only while it reaches Tidings. Stories that you save can be taken along."

    // MARK: Accounts

    static let otherSites = "Other sites"
    static let noOtherAccounts = "None. Tidings reads only what is public, and signs in nowhere."
}
