import Foundation

/// The constants `strings` and `paths`, which the server writes before a script: of the texts and paths that both know, those
/// that the script names.
///
/// So a sentence stands in `Strings` only, a path with its endpoint, and a page loads no text that its scripts do not show.
struct ScriptConstants: Sendable {
    static let shared = ScriptConstants()

    /// The values by constant and name.
    let values: [String: [String: String]] = ["strings": Strings.scripts, "paths": Self.paths]

    private static let paths: [String: String] = [
        "live": ReaderEndpoint.routerPath(of: .live, at: .app),
        "liveMarks": ReaderEndpoint.routerPath(of: .liveMarks, at: .app),
        "serviceWorker": PublicEndpoint.routerPath(of: .serviceWorker, at: .app),
        "offlinePage": PublicEndpoint.routerPath(of: .offlinePage, at: .app),
        "asset": PublicEndpoint.routerPath(of: .asset, at: .app),
        "storedOffline": Endpoints.forReaders.filter(\.isStoredOffline).map(\.routerPath).joined(separator: " "),
        "signIn": PublicEndpoint.routerPath(of: .signIn, at: .app),
        "signInToEdition": PublicEndpoint.routerPath(of: .signIn),
        "signInLink": PublicEndpoint.routerPath(of: .signInLink, at: .app),
    ].merging(pathsOfEdition.mapValues { ReaderEndpoint.routerPath(of: $0) }) { path, _ in path }

    private static let pathsOfEdition: [String: PathPattern] = [
        "today": .today, "unread": .unread, "saved": .saved, "feeds": .feeds, "addFeed": .addFeed, "search": .search,
        "newsstand": .newsstand, "keyboardShortcuts": .keyboardShortcuts, "textSettings": .textSettings,
        "action": .action, "counts": .counts, "packPage": .packPage, "offlineManifest": .offlineManifest,
        "linkedPage": .linkedPage, "story": .story, "offlineFront": .offlineFront, "pageNotHere": .pageNotHere,
        "offlineFavourites": .offlineFavourites, "packMedium": .packMedium,
    ]

    /// Returns the script's own names by constant, such as `tryAgain` of `strings.tryAgain`.
    func names(in script: [UInt8]) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for constant in values.keys {
            for range in script.ranges(of: Array("\(constant).".utf8)) {
                guard !Self.isMember(script[..<range.lowerBound]) else { continue }
                let name = script[range.upperBound...].prefix { Self.isOfName($0) && $0 != UInt8(ascii: ".") }
                names[constant, default: []].insert(String(decoding: name, as: UTF8.self))
            }
        }
        return names
    }

    /// Returns the line before the script; empty if it names nothing. Unknown names are absent, which a test finds.
    func prelude(for script: [UInt8]) -> [UInt8] {
        let constants = names(in: script).sorted { $0.key < $1.key }.map { constant, names in
            let entries = names.sorted().compactMap { name in
                values[constant]?[name].map { "\(name):\(Self.quoted($0))" }
            }
            return "\(constant)={\(entries.joined(separator: ","))}"
        }
        return constants.isEmpty ? [] : Array("const \(constants.joined(separator: ","));\n".utf8)
    }

    private static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }

    /// Returns true if what stands before a name makes it another's member or part; `...` does not.
    private static func isMember(_ before: ArraySlice<UInt8>) -> Bool {
        before.last.map { isOfName($0) && !before.suffix(3).allSatisfy { $0 == UInt8(ascii: ".") } } ?? false
    }

    /// Returns true for bytes of names that are joined by dots, such as `outcome.words`.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
