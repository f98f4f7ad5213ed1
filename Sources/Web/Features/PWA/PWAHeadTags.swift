import Library
import Markup
import News

/// The head tags for installation as an app.
struct PWAHeadTags {
    let dependencies: WebDependencies
    var manifest = AppManifest(.mine)
    var theme = Preferences.Theme.automatic

    func write(into w: inout HTMLWriter) {
        writeLink("icon", dependencies.assets.path("tidings.svg"), " type=\"image/svg+xml\"", &w)
        writeLink("apple-touch-icon", manifest.iconPath(.touch, in: dependencies.assets), "", &w)
        // The manifest is requested with the session's cookie: strangers get another one.
        writeLink("manifest", manifest.manifestPath, " crossorigin=\"use-credentials\"", &w)
        // The prefixed name is for iOS.
        w.raw(
            "<meta name=\"apple-mobile-web-app-capable\" content=\"yes\"><meta name=\"mobile-web-app-capable\" content=\"yes\"><meta name=\"apple-mobile-web-app-status-bar-style\" content=\"default\"><meta name=\"apple-mobile-web-app-title\""
        )
        w.attribute("content", manifest.shortName)
        w.raw(">")
        switch theme {
        case .automatic:
            writeThemeColour(manifest.day, " media=\"(prefers-color-scheme: light)\"", &w)
            writeThemeColour(manifest.night, " media=\"(prefers-color-scheme: dark)\"", &w)
        case .day: writeThemeColour(manifest.day, "", &w)
        case .night: writeThemeColour(manifest.night, "", &w)
        case .black: writeThemeColour("#000000", "", &w)
        case .sepia: writeThemeColour("#F6EDDC", "", &w)
        }
    }

    private func writeThemeColour(_ colour: String, _ media: StaticString, _ w: inout HTMLWriter) {
        w.raw("<meta name=\"theme-color\"")
        w.raw(media)
        w.attribute("content", colour)
        w.raw(">")
    }

    private func writeLink(_ rel: String, _ path: String, _ more: StaticString, _ w: inout HTMLWriter) {
        w.raw("<link")
        w.attribute("rel", rel)
        w.raw(more)
        w.attribute("href", path)
        w.raw(">")
    }
}
