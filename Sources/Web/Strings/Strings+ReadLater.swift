import Foundation

extension Strings {
    static let readLater = "Read later"
    static let readLaterDetail = "Instapaper, Raindrop.io, wallabag …"
    static let readLaterService = "Service"
    static let readLaterNone = "Only Saved"
    static let readLaterExplanation =
        "Saved keeps stories here. A service of your choice gets a line in each story's menu as well: it opens the service's own page with the story's link, in your browser. Tidings itself sends nothing."

    static func readLaterServer(_ names: [String]) -> String {
        "Address of your server (for \(names.formatted(.list(type: .or).locale(.init(identifier: "en_GB")))))"
    }

    static func readLaterLink(_ service: String) -> String { "Save to \(service)" }

    static func readLaterServerMissing(_ service: String) -> String {
        "\(service) runs on a server of your own: please give its address, such as https://links.example.org."
    }
}
