import News

/// An edition as an installable app, independent of the manifest's format.
struct AppManifest: Sendable {
    /// An entry of the menu that a long press on the app's icon opens.
    struct Shortcut: Sendable {
        let name: String
        let path: String
    }

    /// The edition's id, which is part of its icons' names: `icon-ID-192.png`.
    let id: String
    /// The edition's root path with a trailing slash: the app's id, scope and start URL.
    let rootPath: String
    let name: String
    /// The label under the icon, where about twelve characters fit.
    let shortName: String
    let about: String
    /// Background and theme colours for the light and the dark theme.
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

    /// The URL of an icon, which is an asset or drawn by `IconRenderer`.
    func iconPath(_ variant: EditionIcon.Variant, in assets: AssetCatalog) -> String {
        assets.path(named: "icon-\(id)-\(variant.rawValue).png")
    }

    var manifestPath: String { rootPath + "manifest.webmanifest" }
}
