/// The texts of the settings.
extension Strings {
    static let textSettings = "Text settings"
    static let textSettingsDetail = "Size, font, theme, spacing"
    static let offline = "Offline"
    static let accounts = "Accounts"
    static let devices = "Devices"
    static let security = "Security"
    static let apply = "Apply"
    static let searchSettings = "Search settings"
    static let noSuchSetting = "No settings found."

    // MARK: What the pages hold

    static let readingDetail = "Text, lists, pictures, what counts as read"
    static let feedsDetail = "Add, import, export, mute"
    static let offlineDetail = "Take stories and guides along; what is kept"
    static let editionsDetail = "Every newspaper, and whether it works"
    static let accountsDetail = "Your password, and keys of services"
    static let devicesDetail = "Where you are signed in"
    static let securityDetail = "The connection, and who can read"
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
        "Pictures that were shown are kept until the cache is full; its size is “pictures.cache” in tidings.yaml."
    static let onThisDevice = "On this device"
    static let nothingOnDevice =
        "Nothing is stored on this device: pages open only while it reaches Tidings. Stories that you save can be taken along."

    // MARK: Accounts and security

    static let password = "Password"
    static let passwordSet =
        "Set. To change it, run “tidings reader set-password” on the machine that Tidings runs on."
    static let passwordNotSet =
        "Not set. To read on other devices, run “tidings reader set-password” on the machine that Tidings runs on."
    static let otherSites = "Other sites"
    static let noOtherAccounts = "None. Tidings reads only what is public, and signs in nowhere."
    static let connection = "Connection"
    static let encrypted = "Encrypted: nobody between this device and Tidings can read it."
    static let onThisMachine = "This browser and Tidings are on the same machine; nothing leaves it."
    static let notEncrypted =
        "Not encrypted: others in the same network can read what is sent over it, the password too. docs/serving.md "
        + "shows how to serve Tidings over https."
    static let whoCanRead = "Who can read"
    static let onlySignedIn = "Only those who sign in, with the password or with a link that you make."
}
