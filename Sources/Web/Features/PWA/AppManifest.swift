import News

/// An edition as an installable app.
struct AppManifest: Sendable {
    /// An entry in the menu of a long press on the app's icon.
    struct Shortcut: Sendable {
        let name: String
        let path: String
    }

    /// The ID in icon names: `icon-ID-192.png`.
    let id: String
    /// The path with a trailing slash: the app's ID and start URL.
    let rootPath: String
    let name: String
    /// The name under the icon, where about twelve characters fit.
    let shortName: String
    let about: String
    let day: String
    let night: String
    let shortcuts: [Shortcut]

    init(
        id: String, rootPath: String, name: String, shortName: String, about: String, day: String, night: String,
        shortcuts: [Shortcut]
    ) {
        self.id = id
        self.rootPath = rootPath
        self.name = name
        self.shortName = shortName
        self.about = about
        self.day = day
        self.night = night
        self.shortcuts = shortcuts
    }

    /// The manifest of Tidings itself, for clients that may not know the editions.
    static let withoutEdition = AppManifest(
        id: EditionID.mine.rawValue, rootPath: "/", name: Strings.productName, shortName: Strings.productName,
        about: "",
        day: "#FFFFFF", night: "#121214", shortcuts: [])

    init(_ edition: Edition) {
        let tabs: [EditionTab] = edition.pack == nil ? [.unread, .saved] : [.photographs, .map, .saved]
        let targets = tabs.map { ($0.title(in: edition), $0.route) } + [(Strings.search, Route.search(""))]
        self.init(
            id: edition.id.rawValue, rootPath: Route.today.path(in: edition.id), name: edition.title,
            shortName: edition.title, about: edition.about ?? "", day: edition.theme.background?.light ?? "#FFFFFF",
            night: edition.theme.background?.dark ?? "#121214",
            shortcuts: targets.map { Shortcut(name: $0.0, path: $0.1.path(in: edition.id)) })
    }

    /// Returns the path of an icon, which is an asset or drawn by `IconRenderer`.
    func iconPath(_ variant: EditionIcon.Variant, in assets: AssetCatalog) -> String {
        assets.path(named: "icon-\(id)-\(variant.rawValue).png")
    }

    var manifestPath: String { rootPath + "manifest.webmanifest" }
}
