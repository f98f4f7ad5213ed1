/// The texts about other apps that read the feeds here.
extension Strings {
    static let otherApps = "Other apps"
    static let otherAppsDetail = "Read your feeds in NetNewsWire, Reeder, Read You and others"
    static let whatAppsDo =
        "Other news readers can show your feeds and newspapers. What you read or save there is read and saved here, and the other way round."
    static let nameOfApp = "Name of the app or device"
    static let appExample = "NetNewsWire on my phone"
    static let nameTheApp = "Type the name of the app or device."
    static let makeAppPassword = "Make a password for it"
    static func typeInto(_ app: String) -> String { "Type this into \(app)" }
    static let serverAddress = "Address, as of a FreshRSS"
    static let userName = "User name"
    static let shownOnce = "The password is shown only now. If it gets lost, remove the app and make another one."
    static let passwordTyped = "I have typed it"
    static let copy = "Copy"
    static let theLink = "the link"
    static func copyValue(_ name: String) -> String { "Copy: \(name)" }
    static let howToSetUp = "How to set up an app"
    static let chooseFreshRSS =
        "In the app, add an account of the kind FreshRSS, Google Reader, Miniflux or Fever, whichever it offers first, and give it this address."
    static let googleReader = "FreshRSS"
    static let googleReaderBare = "Miniflux, Google Reader, The Old Reader"
    static let fever = "Fever"
    static let newsboat = "Lines for Newsboat’s file “config”"
    static let appsWithoutCertificate =
        "Most apps on phones want an address that begins with https. Serve Tidings with a certificate, or behind a proxy that has one."
    static let appsSignedIn = "Apps"
    static let lastUse = "Last used"
    static let neverUsed = "Not used yet"
    static let removalSignsOut = "The app can then no longer read here. What it has marked stays."
    static let removeApp = "Remove"
    static let theApp = "the app"
    static func appSignedOut(_ name: String) -> String { "Removed: \(name)" }
}
