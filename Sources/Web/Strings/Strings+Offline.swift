/// The texts of reading without a network.
extension Strings {
    // MARK: The panel

    static let takeAlong = "Take along"
    static let takeAlongAgain = "Take it along again"
    static let takeNewVersion = "Take the new version"
    static let takeNewStories = "Take the new ones"
    static let goOn = "Go on"
    static let stop = "Stop"
    static let removeFromDevice = "Remove from this device"
    static let takeAlongProgress = "How much is here"

    /// The texts of a guide's panel, by the states in which they are shown. `{size}` is a placeholder for a number; a
    /// part in brackets is omitted without its number.
    static let guideAlongTexts: [(states: String, text: String)] =
        [
            (
                "absent",
                "Keep all of it on this device, to read without a network[: {size}][, {pictures} pictures]. [{free} are free.]"
            ),
            ("taking", "It is being taken along[; until then version {version} stays]. You can read on meanwhile."),
            (
                "taken",
                "On this device, to read without a network: version {version}, {usedSize}, since {date}.[ It has {news}.]"
            ),
            ("outdated", "Version {version} is here. There is a newer one[: {changes}], not fetched to save data."),
            ("gone", "The server does not have this publication any more."),
        ] + alongTexts

    static let storiesAlongTexts: [(states: String, text: String)] =
        [
            ("absent", "Keep your saved stories on this device, to read without a network.[ {free} are free.]"),
            ("taking", "They are being taken along. You can read on meanwhile."),
            ("taken", "On this device, to read without a network: {version}, since {date}. What you save is added."),
            ("outdated", "Here: {version}. What you saved or removed since was not fetched, to save data."),
            ("gone", "This newspaper has no saved stories any more."),
        ] + alongTexts

    private static let alongTexts: [(states: String, text: String)] = [
        ("lost", "The browser has thrown away what was taken along, as it does when space is short."),
        ("full", "There is not enough room[: {needed} are needed][, {free} are free]. Make room, then go on."),
        ("damaged", "Something did not arrive whole, three times. Nothing of it is used; what is whole stays here."),
        (
            "failed",
            "Nothing was stored. The server did not answer, or this browser keeps no pages, as in a private window."
        ),
        ("signedOut", "This browser was signed out, and what it had is gone. You can take it along again."),
        ("waiting", "The server cannot be reached. What is missing follows as soon as it can."),
        ("stopped", "Stopped. What is here already need not be fetched again."),
        ("impossible", "This browser cannot store pages. Newer browsers can, on https."),
    ]
    static let takeAlongAmount =
        "{doneSize} of {allSize}, {donePictures} of {allPictures} pictures[, about {time} left]"
    static let takeAlongNeedsScript = "Taking pages along needs script, which this browser has turned off."
    static let takeAlongNeedsSecure =
        "Pages can be taken along only over https, since browsers store none that came "
        + "unencrypted."
    static let mayBeThrownAway =
        "This browser may throw it away when space is short. It does so less often with installed apps and bookmarked pages."
    static let iPhoneKeeps =
        "On an iPhone or iPad add Tidings to the home screen first, and take it along there: Safari itself forgets it after a "
        + "week without a visit."

    // MARK: Settings

    static func savedStories(of newspaper: String) -> String { "\(newspaper): saved stories" }
    static let alongOnDevice =
        "The front pages that you read last, and the guides and saved stories that you take along."
    static let frontPages = "Front pages"
    static let frontPagesHint =
        "The last front page of each newspaper stays on this device with the stories on it, to read without a network. With "
        + "Save data on nothing is kept. Signing out removes it."
    static let keepFronts = "Keep front pages"
    static let keepNothing = "Keep none, and remove them"

    static let notOnServer = "Not on this server any more"
    static let notOnServerHint = "You took these along. They open without a network until you remove them."

    // MARK: Without the server

    static let serverGone = "Tidings cannot be reached"
    static let serverGoneHint = "There is no network, or the machine that Tidings runs on does not respond."
    static let guidesHere = "On this device"
    static let pageNotHere = "Offline"
    static let pageNotHereHint = "This page is not on this device, and Tidings cannot be reached."
    static let favouriteWaits = "Kept on this device until Tidings can be reached"
    static let outsideNeedsNetwork = "That page is elsewhere on the web, and there is no network now"
    static let noFavouritesHere = "No favourites."
    static let noPageNamed = "No page was named."
}
