/// The texts of scripts, which name them as `strings.loadingMore`. What stands in braces is filled in there; of two forms, the
/// first is that of one, and a bar stands between them.
extension Strings {
    static let scripts: [String: String] = [
        scriptLists, scriptTimes, scriptStories, scriptPictures, scriptRecordings, scriptDiscussions, scriptWriting,
        scriptPacks, scriptTextEditor, scriptAccess, scriptNotifications,
    ].reduce([:]) { $0.merging($1) { text, _ in text } }

    private static let scriptLists = [
        "tryAgain": tryAgain, "signedOut": SignInStrings.signedOutHere, "signIn": SignInStrings.signIn, "done": "Done",
        "close": closeCallout, "cancel": cancel, "yes": "Yes",
        "remove": removeKeyNow,
        "text": text, "newsstand": "Newsstand", "keyboard": keyboard, "search": search,
        "closeSections": "Close sections", "folderMoved": "{folder} is now {place} of {count}",
        "noAnswer": "Tidings did not respond.", "nothingChanged": "Tidings cannot be reached. Nothing was changed.",
        "undo": undo, "undone": "Undone", "undoByKey": "{what}. Press z to undo.", "unread": "{count} unread",
        "save": save, "unsave": "Unsave", "readState": "Read", "unreadState": unread,
        "loadingMore": "Loading more…", "noMoreLoaded": "More could not be loaded. Tidings did not respond.",
        "moreStories": "{count} more story|{count} more stories",
        "noMoreStories": "No more stories",
        "searchFailed": "The search failed. Tidings did not respond.",
        "otherSitesFailed": "The other sites could not be searched. Tidings did not respond.",
        "offerMarkOnScroll": "Mark stories read as they scroll past?",
        "updating": updating, "updatingInBar": updatingInBar, "refreshing": "Refreshing", "newStories": "{count} new",
        "offline": "No Internet connection", "offlineInBar": "No Internet Connection",
        "noConnection": "No connection to Tidings", "noRefresh": "Tidings did not respond",
    ]

    private static let scriptTimes = [
        "months": TimeFormatter.shortMonths.map { "\($0)" }.joined(separator: " "), "now": "Now",
        "minutesAgo": "{count} min", "hoursAgo": "{count} h", "yesterday": "Yesterday", "justNow": "just now",
        "days": "{count} day|{count} days", "hours": "{count} hour|{count} hours", "ago": "{age} ago",
        "minutes": "{count} minute|{count} minutes", "seconds": "{count} second|{count} seconds",
        "updatedJustNow": "Updated just now", "updatedJustNowInBar": "Updated Just Now",
        "updatedMinutesAgo": "Updated {count} minute ago|Updated {count} minutes ago",
        "updatedYesterday": "Updated yesterday", "updatedOn": "Updated on {date}", "updatedAt": "Updated at {time}",
    ]

    private static let scriptStories = [
        "story": "Story", "chooseStory": chooseStory, "closeStory": "Close the story", "storyOpened": "Opened: {title}",
        "noStory": "The story could not be shown. Tidings did not respond.",
        "linkCopied": "Link copied", "notShared": "That did not work here. Open the web page for its link.",
        "resumeReading": "Continue where you stopped",
        "loadingFullText": "Loading the full text…", "fullTextLoaded": "Full text loaded",
        "pageLoaded": "Loaded: {title}",
        "linkedPageChanged": "The page has changed. Open it again to see the new text.",
    ]

    private static let scriptPictures = [
        "pictures": pictures, "picturesOf": "Pictures: {title}", "pictureAt": "Picture {place}. {description}",
        "indexOfCount": "{index} of {count}", "caption": "Caption", "showPicture": "Show picture",
        "previousPicture": "Previous picture", "nextPicture": "Next picture", "larger": "Larger",
        "pictureShown": "Picture shown", "picturesShown": "Pictures shown",
        "sharePicture": "Share this picture", "pictureAddressCopied": "The picture’s address is copied.",
        "pictureNotShared": "The picture could not be shared.",
        "noPicture": "The picture could not be fetched. Tidings did not respond.",
        "noPictures": "The pictures could not be fetched. Tidings did not respond.",
        "noOtherPictures": "The other pictures could not be fetched. Tidings did not respond.",
        "noPictureHere": "This picture could not be fetched.",
        "noPictureFrom": "This picture could not be fetched from {host}.",
    ]

    private static let scriptRecordings = [
        "player": "Player", "listen": "Listen", "continueAt": "Continue at {time}", "play": "Play", "pause": "Pause",
        "stopped": "Stopped", "speed": "Speed",
        "speedSet": "Speed {speed}", "sleepTimer": "Sleep timer", "off": "Off", "atTheEnd": "At the end",
        "fifteenSecondsBack": "15 seconds back", "thirtySecondsForward": "30 seconds forward",
        "morePlayerOptions": "More player options", "positionInRecording": "Position in the recording",
        "closePlayer": "Close player", "heardToItsEnd": "“{title}” is heard to its end and marked read",
        "noRecording": "The recording could not be loaded from {feed}.",
    ]

    private static let scriptDiscussions = [
        "comments": "{count} comment|{count} comments", "points": "{count} point|{count} points",
        "closeComments": "Close comments",
        "firstCommentsLoaded": "The first comments are loaded", "unknownAuthor": "Unknown author",
        "authorOnTitle": "{author} on {title}",
        "expanded": "Expanded", "collapsed": "Collapsed", "collapsedComments": "Collapsed, {count} comments",
        "repliesExpanded": "Replies expanded", "repliesCollapsed": "Replies collapsed",
        "nextComment": nextComment, "nextNewComment": "Next new comment", "noFurtherComment": "No further comment",
        "noEarlierComment": "No comment before", "lastNewComment": "That was the last new comment",
        "findInComments": findInThread, "previousResult": "Previous result", "nextResult": "Next result",
        "results": "{count} result|{count} results", "none": "None", "nothingFound": "Nothing found",
    ]

    private static let scriptWriting = [
        "lengthOfLimit": "{length} of {limit} {unit}", "tooLong": "{excess} too many: at most {limit} {unit}",
        "keptInBrowser": "Kept in this browser: Tidings cannot be reached.",
        "nothingToPreview": "There is no text to preview.",
        "previewNeedsConnection": "The preview needs a connection to Tidings.",
        "sending": "Sending…", "sendNow": "Send now", "sendInSeconds": "{label} ({seconds} s)",
        "notSent": "Not sent: no connection. What you wrote is kept here.", "canBeSent": "It can be sent now.",
    ]

    private static let scriptAccess = [
        "passwordTooShort": "{count} more character|{count} more characters",
        "passwordWeak": "Easy to guess. Make it longer, or add a word that does not belong to it.",
        "passwordFair": "Good enough, as wrong guesses have to wait. Another word makes it strong.",
        "passwordStrong": "Strong.", "passwordAdvice": passwordAdvice, "passwordsDiffer": passwordsDiffer,
    ]

    private static let scriptPacks = [
        "copied": "Copied", "favouriteWaits": favouriteWaits, "outsideNeedsNetwork": outsideNeedsNetwork,
        "noFavouritesHere": noFavouritesHere,
        "outsideGuide": "{host} is outside this guide, and there is no network. Try again when there is one.",
        "offlineAsOf": "Offline, as of {time}", "slowAsOf": "As of {time}. Tidings has not answered yet.",
        "frontPageAsOf": "Front page, as of {time}", "reachedAgain": "Tidings can be reached again.",
        "loadCurrent": "Load the current page", "keepFronts": keepFronts, "keepNothing": keepNothing,
        "frontsAreKept": "Front pages are kept on this device", "nothingIsKept": "No front page is kept on this device",
        "storiesHereSearched": "Offline. The stories on this device were searched.",
        "noStoryHere": "No story on this device has the words “{query}”.",
        "pagesHereSearched": "Tidings cannot be reached. The pages on this device were searched.",
        "firstPagesHere":
            "Tidings cannot be reached. These are the first {shown} of {count} pages on this device.",
        "noPageHere": "No page here has the words “{query}”.",
        "searchNeedsWord": "Type at least one word to search for.",
    ]

    private static let scriptTextEditor = [
        "formatting": "Formatting", "paragraph": "Paragraph", "heading": "Heading", "subheading": "Smaller heading",
        "bold": "Bold", "italic": "Italic", "superscript": "Superscript", "bulletList": "Bulleted list",
        "numberedList": "Numbered list", "quote": "Quotation", "link": "Link", "unlink": "Remove link",
        "picture": "Picture", "redo": "Redo", "editHTML": "Edit as HTML", "editFormatted": "Edit as formatted text",
        "htmlShown": "The text is shown as HTML", "formattedShown": "The text is shown formatted",
        "onlyAsHTML": "This can only be edited as HTML, because of {elements}. Remove that, or save the text as it is.",
        "guidePages": "Pages of the guide", "pageOrAddress": "Page of the guide, or web address",
        "webAddress": "Web address", "setLink": "Link",
        "noPageFound": "No page of the guide has these words. A web address begins with https://.",
        "guidePictures": "Pictures of the guide", "findPicture": "Find a picture",
        "noGuidePictures": "This guide has no pictures yet. Add one to it, then choose it here.",
        "alternativeText": "What it shows", "insert": "Insert", "pictureFrom": "Picture from {host}",
        "alternativeHint":
            "Read out to those who do not see the picture. Leave it empty if the picture only decorates.",
    ]
}
