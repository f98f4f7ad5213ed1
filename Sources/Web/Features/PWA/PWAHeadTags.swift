import Library
import Markup
import News

/// The head tags for installation as an app.
struct PWAHeadTags {
    let dependencies: WebDependencies
    var manifest = AppManifest(.mine)
    var theme = Preferences.Theme.automatic

    func write(into w: inout HTMLWriter) {
        let touchIcon = manifest.iconPath(.touch, in: dependencies.assets)
        w.void(.link, [.rel("icon"), .type("image/svg+xml"), .href(dependencies.assets.path("tidings.svg"))])
        w.void(.link, [.rel("apple-touch-icon"), .href(touchIcon)])
        // The manifest is requested with the session's cookie: strangers get another one.
        w.void(
            .link, [.rel("manifest"), .attribute("crossorigin", "use-credentials"), .href(manifest.manifestPath)])
        // The prefixed name is for iOS.
        w.void(.meta, [.name("apple-mobile-web-app-capable"), .content("yes")])
        w.void(.meta, [.name("mobile-web-app-capable"), .content("yes")])
        w.void(.meta, [.name("apple-mobile-web-app-status-bar-style"), .content("default")])
        w.void(.meta, [.name("apple-mobile-web-app-title"), .content(manifest.shortName)])
        switch theme {
        case .automatic:
            writeThemeColour(manifest.day, media: "(prefers-color-scheme: light)", &w)
            writeThemeColour(manifest.night, media: "(prefers-color-scheme: dark)", &w)
        case .day: writeThemeColour(manifest.day, &w)
        case .night: writeThemeColour(manifest.night, &w)
        case .black: writeThemeColour("#000000", &w)
        case .sepia: writeThemeColour("#F6EDDC", &w)
        }
    }

    private func writeThemeColour(_ colour: String, media: String? = nil, _ w: inout HTMLWriter) {
        w.void(.meta, [.name("theme-color"), .media(media), .content(colour)])
    }
}
