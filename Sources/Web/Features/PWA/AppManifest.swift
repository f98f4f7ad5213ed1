import News

/// How one edition looks as an installed app: plain values, whatever they come from.
struct AppManifest: Sendable {
    /// A place that a long press on the app's icon leads to.
    struct Shortcut: Sendable {
        let name: String
        let path: String
    }

    /// The edition's id, which names its icons: `icon-ID-192.png` and so on.
    let id: String
    /// Where its pages are, with a slash at the end: the app's id, scope and start (decision 17).
    let rootPath: String
    let name: String
    /// Under the icon: at most twelve letters fit.
    let shortName: String
    let about: String
    /// The ground behind the first page while it loads, and the colour around the page by day and by night.
    let day: String
    let night: String
    let shortcuts: [Shortcut]

    init(
        id: String, home: String, name: String, shortName: String, about: String, day: String, night: String,
        shortcuts: [Shortcut]
    ) {
        self.id = id
        self.rootPath = home
        self.name = name
        self.shortName = shortName
        self.about = about
        self.day = day
        self.night = night
        self.shortcuts = shortcuts
    }

    /// An edition's own.
    init(_ edition: Edition) {
        let places: [(String, Route)] = [
            (Strings.unread, .unread), (Strings.saved, .saved), (Strings.search, .search("")),
        ]
        self.init(
            id: edition.id.rawValue, home: Route.today.path(in: edition.id), name: edition.title,
            shortName: edition.title, about: edition.about ?? "", day: edition.theme.background?.light ?? "#FFFFFF",
            night: edition.theme.background?.dark ?? "#121214",
            shortcuts: places.map { Shortcut(name: $0.0, path: $0.1.path(in: edition.id)) })
    }

    /// The address of its icon in that form: among the assets, or drawn by `IconRenderer`.
    func iconPath(_ variant: EditionIcon.Variant, in assets: AssetCatalog) -> String {
        assets.path(named: "icon-\(id)-\(variant.rawValue).png")
    }

    var manifestPath: String { rootPath + "manifest.webmanifest" }
}
