import Library
import Markup
import News

/// The lines of a page's head that make it an app: manifest, icons, and the colour around it.
struct AppHead {
    let house: House
    var face = AppFace(.mine)
    var theme = Preferences.Theme.automatic

    func write(into w: inout HTMLWriter) {
        link("icon", house.assets.path("tidings.svg"), " type=\"image/svg+xml\"", &w)
        link("apple-touch-icon", face.icon(.touch, in: house.assets), "", &w)
        link("manifest", face.manifestPath, "", &w)
        // The second name is the standard one, the first what iOS reads.
        w.raw(
            "<meta name=\"apple-mobile-web-app-capable\" content=\"yes\"><meta name=\"mobile-web-app-capable\" content=\"yes\"><meta name=\"apple-mobile-web-app-status-bar-style\" content=\"default\"><meta name=\"apple-mobile-web-app-title\""
        )
        w.attribute("content", face.shortName)
        w.raw(">")
        switch theme {
        case .automatic:
            colour(face.day, " media=\"(prefers-color-scheme: light)\"", &w)
            colour(face.night, " media=\"(prefers-color-scheme: dark)\"", &w)
        case .day: colour(face.day, "", &w)
        case .night: colour(face.night, "", &w)
        case .black: colour("#000000", "", &w)
        case .sepia: colour("#F6EDDC", "", &w)
        }
    }

    private func colour(_ colour: String, _ media: StaticString, _ w: inout HTMLWriter) {
        w.raw("<meta name=\"theme-color\"")
        w.raw(media)
        w.attribute("content", colour)
        w.raw(">")
    }

    private func link(_ rel: String, _ path: String, _ more: StaticString, _ w: inout HTMLWriter) {
        w.raw("<link")
        w.attribute("rel", rel)
        w.raw(more)
        w.attribute("href", path)
        w.raw(">")
    }
}
