/// The names of the `data-` attributes that pages share with scripts and style sheets. A test fails for a name that only one
/// side knows. Attributes that a script sets and reads itself are its own.
enum DataAttribute: String, CaseIterable {
    // MARK: The state of the whole page, on `html` and `body`

    case theme, density, face, size, measure, rowStyle = "row-style", headlines, layout, hue, hues, scale, pictures
    case edition, now, newest, refreshesList = "refreshes-list", reload, topics, drawer
    case hidesOnScroll = "hides-on-scroll", rowsStay = "rows-stay", saveIcon = "save-icon", saveLabel = "save-label"
    case tickLabel = "tick-label", keepsUnread = "keeps-unread", scrollMarks = "scroll-marks"

    // MARK: The story or row that an element stands for

    case story, section, storyKind = "story-kind", unread, read, saved, ticked, list, code, status, busy, at, note, none
    case retryPath = "retry-path", more, failing, pendingChannel = "pending-channel", installing, markAll = "mark-all"
    case hidesRead = "hides-read"

    // MARK: A control, and the action it stands for

    case action, command, toggle, labelOn = "label-on", labelOff = "label-off", undoId = "undo-id", sheet, panel
    case close, closeLabel = "close-label", back, neighbour, next, previous, swipesBetween = "swipes-between", search
    case shortcutTarget = "shortcut-target", fullTextFetch = "full-text-fetch", fullTextShortcut = "full-text-shortcut",
        external
    case original, leavesApp = "leaves-app", share, shareWords = "share-words", copy, muteForm = "mute-form"
    case topicAction = "topic-action", noScript = "no-script", enter

    // MARK: Discussions and writing

    case comments, votes, member, memberView = "member-view", loadAction = "load-action", find
    case levelToggle = "level-toggle", nextNew = "next-new", jump, other, heightStep = "height-step", compose
    case composer, countedField = "counted-field", limit, unit, sendsDraft = "sends-draft", sent
    case waitSeconds = "wait-seconds"

    // MARK: Pictures, audio and progress

    case gallery, picture, files, width, height, address, alt, artwork, audio, feed, href, enclosure, seconds, title
    case meanColour = "mean-colour", host, historyStep = "history-step", position, anchor, spelledOut = "spelled-out",
        dek, count, first
    case cropped

    // MARK: Packs and maps

    case pageColour = "page-colour", newspaper, beside, favourites, map, base, tiles, tileZoom = "tile-zoom", latitude
    case longitude, centre, alsoLabel = "also-label", guides, withGuides = "with-guides"

    // MARK: Offline panel, places, settings

    case along, shownWhen = "shown-when", stateFact = "state-fact", needsFact = "needs-fact", onIphone = "on-iphone"
    case strays, locatePath = "locate-path", locating, denied, unavailable, timedOut = "timed-out", insecure, results
    case settingsIndex = "settings-index", searchText = "search-text", searched, searchingOrigins = "searching-origins",
        state

    /// The name in a script's `dataset`.
    var datasetName: String {
        let words = rawValue.split(separator: "-")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
