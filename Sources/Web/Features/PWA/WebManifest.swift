import Foundation

/// A W3C Web Application Manifest.
struct WebManifest: Encodable {
    struct Icon: Encodable {
        let src: String
        let sizes: String
        let type = "image/png"
        let purpose: String
    }

    struct Shortcut: Encodable {
        let name: String
        let url: String
    }

    /// The page that the share menu of a phone opens with what is shared.
    struct ShareTarget: Encodable {
        let action: String
        let method = "GET"
        let enctype = "application/x-www-form-urlencoded"
        let params = ["title": "title", "text": "text", "url": "url"]
    }

    let id: String
    let start_url: String
    let scope: String
    let name: String
    let short_name: String
    let description: String
    let lang = "en"
    let dir = "ltr"
    let display = "standalone"
    let background_color: String
    let theme_color: String
    let categories = ["news"]
    let icons: [Icon]
    let shortcuts: [Shortcut]
    let share_target: ShareTarget?

    /// - Parameter savePath: the page that saves what is shared; nil for clients without access.
    static func manifest(for edition: AppManifest, savePath: String?, assets: AssetCatalog) -> WebManifest {
        func icon(_ variant: EditionIcon.Variant, _ purpose: String) -> Icon {
            Icon(src: edition.iconPath(variant, in: assets), sizes: "\(variant.size)x\(variant.size)", purpose: purpose)
        }
        // All editions are within the scope of each app: a link to another edition does not open the browser (decision
        // 25).
        return WebManifest(
            id: edition.rootPath, start_url: edition.rootPath, scope: "/", name: edition.name,
            short_name: edition.shortName, description: edition.about, background_color: edition.day,
            theme_color: edition.day,
            icons: [icon(.small, "any"), icon(.large, "any"), icon(.maskable, "maskable")],
            shortcuts: edition.shortcuts.map { Shortcut(name: $0.name, url: $0.path) },
            share_target: savePath.map { ShareTarget(action: $0) })
    }

    func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }
}
