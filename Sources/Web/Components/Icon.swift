import Markup

/// An icon of `assets/icons.svg`.
struct Icon: Sendable {
    private let name: StaticString

    static let back = Icon(name: "back"), chevron = Icon(name: "chevron"), down = Icon(name: "down")
    static let moveUp = Icon(name: "move-up")
    static let search = Icon(name: "search"), refresh = Icon(name: "refresh"), typography = Icon(name: "type")
    static let save = Icon(name: "save"), saveOn = Icon(name: "save-on"), share = Icon(name: "share")
    static let external = Icon(name: "out"), check = Icon(name: "check")
    static let star = Icon(name: "star"), starOn = Icon(name: "star-on")
    static let tick = Icon(name: "tick"), tickOn = Icon(name: "tick-on")
    static let ring = Icon(name: "ring"), ringOn = Icon(name: "ring-on"), today = Icon(name: "today")
    static let todayOn = Icon(name: "today-on"), feeds = Icon(name: "feeds"), feedsOn = Icon(name: "feeds-on")
    static let plus = Icon(name: "plus"), close = Icon(name: "close")
    static let audio = Icon(name: "audio"), film = Icon(name: "film"), gear = Icon(name: "gear")
    static let wait = Icon(name: "wait"), alert = Icon(name: "alert"), gone = Icon(name: "gone")
    static let more = Icon(name: "more"), copy = Icon(name: "copy"), mail = Icon(name: "mail")
    static let mute = Icon(name: "mute"), menu = Icon(name: "menu")
    static let sidebar = Icon(name: "sidebar")
    static let comments = Icon(name: "talk")
    static let text = Icon(name: "text")
    static let keys = Icon(name: "keys")
    static let topics = Icon(name: "topics")
    static let gallery = Icon(name: "gallery"), galleryOn = Icon(name: "gallery-on")
    static let map = Icon(name: "map"), mapOn = Icon(name: "map-on")
    static let account = Icon(name: "account"), write = Icon(name: "write")
    static let phone = Icon(name: "phone"), computer = Icon(name: "computer"), lock = Icon(name: "lock")
    static let people = Icon(name: "people"), key = Icon(name: "key")
    static let bell = Icon(name: "bell"), flash = Icon(name: "flash")
    static let download = Icon(name: "down-tray"), info = Icon(name: "info")
    static let grid = Icon(name: "grid"), list = Icon(name: "list")

    /// Writes the icon, hidden from assistive technology: a label names the control.
    func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        w.raw("<svg class=\"icon\" aria-hidden=\"true\"><use href=\"/assets/")
        w.text(scope.dependencies.assets.contentHash)
        w.raw("/icons.svg#")
        w.raw(name)
        w.raw("\"/></svg>")
    }
}
