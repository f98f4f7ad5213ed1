/// The names of the `data-` attributes that pages share with scripts and style sheets. A test fails for a name that only one
/// side knows. Attributes that a script sets and reads itself are its own.
enum DataAttribute: StaticName, CaseIterable {
    // MARK: The state of the whole page, on `html` and `body`

    case theme, density, fontFace = "font-face", textSize = "text-size", lineWidth = "line-width", rowStyle =
        "row-style"
    case headlineFont = "headline-font", layout, palette, paletteStyles = "palette-styles", scaling, pictures, edition
    case serverTime = "server-time", newest, refreshesList = "refreshes-list", reloadMinutes = "reload-minutes"
    case topicSections = "topic-sections", hasDrawer = "has-drawer", hidesOnScroll = "hides-on-scroll"
    case noRowSwipe = "no-row-swipe", rowMarks = "row-marks", saveLabel = "save-label", tickLabel = "tick-label"
    case keepsUnread = "keeps-unread", markOnScroll = "mark-on-scroll"

    // MARK: The story or row that an element stands for

    case story, section, storyKind = "story-kind", unreadList = "unread-list", emptyText = "empty-text", read, saved
    case ticked, list, status, busy, updatedAt = "updated-at", note, retryPath = "retry-path", more, failing
    case pendingChannel = "pending-channel", loading, markAll = "mark-all", hidesRead = "hides-read"

    // MARK: The folder or feed that a row of the sidebar stands for

    case folder, feed

    // MARK: A control, and the action it stands for

    case action, command, toggle, on, undoId = "undo-id", sheet, panel
    case close, closeLabel = "close-label", back, neighbour, next, previous, swipesBetween = "swipes-between"
    case searchLabel = "search-label", fullText = "full-text", fullTextFetch = "full-text-fetch"
    case fullTextShortcut = "full-text-shortcut"
    case external, original, originalLink = "original-link", leavesApp = "leaves-app", share, shareText = "share-text"
    case shareWithoutLink = "share-without-link", copy, muteForm = "mute-form", topicAction = "topic-action"
    case noScript = "no-script", signInForm = "sign-in-form"
    case passkeyAdd = "passkey-add", passkeySignIn = "passkey-sign-in"
    case cancelledText = "cancelled-text", knownText = "known-text", failedText = "failed-text"

    // MARK: The editor of packs

    case packTree = "pack-tree", packGallery = "pack-gallery", waiting, preparing, added
    case slug, device, previewLink = "preview-link", otherEditors = "other-editors"
    case saveState = "save-state", unsaved, uploadState = "upload-state", words, done, failed
    case packPlace = "pack-place", townsPath = "towns-path", mapPath = "map-path", findTown = "find-town", noTown =
        "no-town"
    case showMap = "show-map", mapLabel = "map-label", placeSet = "place-set"

    // MARK: Discussions and writing

    case comments, points, commentCount = "comment-count", voteItem = "vote-item", sessionFingerprint =
        "session-fingerprint"
    case memberView = "member-view", loadAction = "load-action", find, levelToggle = "level-toggle"
    case nextNew = "next-new", jump, otherLabel = "other-label", heightStep = "height-step", compose, composer
    case ownPath = "own-path", countedField = "counted-field", lengthLimit = "length-limit"
    case lengthUnit = "length-unit", sendsDraft = "sends-draft", sent, waitSeconds = "wait-seconds"

    // MARK: Pictures, audio and progress

    case gallery, picture, pictureCount = "picture-count", firstIndex = "first-index", srcset, width, height, address
    case alt, artwork, audio, channelTitle = "channel-title", storyPath = "story-path", enclosure, seconds
    case startPosition = "start-position", title, meanColour = "mean-colour", historyStep = "history-step"
    case position, resumeBlock = "resume-block", spelledOut = "spelled-out", cropped

    // MARK: Packs and maps

    case pageColour = "page-colour", newspaper, opensInPane = "opens-in-pane", favouritesPath = "favourites-path"
    case mapCommand = "map-command", baseMapPath = "base-map-path", tilesPath = "tiles-path", tileZoom = "tile-zoom"
    case latitude, longitude, centre, alsoLabel = "also-label", guideList = "guide-list"
    case guideSection = "guide-section"
    case richText = "rich-text", mediaPath = "media-path", fits, fitsNote = "fits-note"

    // MARK: Offline panel, places, settings

    case offlineEdition = "offline-edition", shownWhen = "shown-when", stateFact = "state-fact"
    case notHere = "not-here", keeper, needsFact = "needs-fact", iphoneOnly = "iphone-only", removeLabel =
        "remove-label"
    case locatePath = "locate-path", locatingText = "locating-text", locationDeniedText = "location-denied-text"
    case locationUnavailableText = "location-unavailable-text", locationTimedOutText = "location-timed-out-text",
        locationInsecureText = "location-insecure-text"
    case choice, offer, off, reveal, advice, signInState = "sign-in-state"
    case settingsEntries = "settings-entries", noResults = "no-results", settingsIndex = "settings-index", searchText =
        "search-text", searched
    case pushDevice = "push-device", pushState = "push-state", addressHash = "address-hash"
    case searchingOrigins = "searching-origins", state

    /// The name behind `data-`.
    var name: String { rawValue.text.description }

    /// The name in a script's `dataset`.
    var datasetName: String {
        let words = name.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}

/// A raw value that is written without a string.
struct StaticName: ExpressibleByStringLiteral, Equatable {
    let text: StaticString

    init(stringLiteral text: StaticString) { self.text = text }

    static func == (one: Self, other: Self) -> Bool { one.text.description == other.text.description }
}
