import Markup
import News
import YAML
import Yams

/// A parser of edition files that continues after errors, to report all of them.
struct EditionParser {
    private(set) var diagnostics: [EditionDiagnostic] = []
    private(set) var id: EditionID?

    /// The first path segments that the server uses or may use later. A test compares them with all routes.
    static let reservedIDs: Set<String> = [
        "mine", "assets", "picture", "pictures", "audio", "api", "sw", "sign-in", "sign-out", "enter",
        "newsstand", "settings", "manifest", "offline", "linked", "share", "external", "sync", "fever", "reader",
        "readers", "editions", "notifications", "way", "unsubscribe", "alerts", "rule", "hub", "now",
        "edition", "all", "saved", "search", "unread", "favicon", "robots", "health", "static", "tidings", "today",
        "feeds", "feed", "sections", "section", "story", "stories", "ticked", "keyboard-shortcuts", "key", "keys",
        "add", "mute", "mutes", "menu", "save", "password", "phone", "access",
        "act",
        "photo", "photos",
        "gallery", "map", "page", "pages", "comments", "membership", "about", "live", "push", "digest", "link",
        "details",
        "counts", "person", "people", "import", "reading", "security", "devices", "accounts", "text",
        "topic", "topics", "places", "photograph", "photographs", "from", "media", "pack", "packs", "favourites",
        "profile", "edit", "new", "join", "invitation", "openid", "return", "apps", "others", "towns", "publish",
        "history", "preview",
        "remove", "passkey", "passkeys", "options", "export", "marks",
        "reply", "replies",
        "submit",
        "outbox", "drafts", "account", "flag", "delete", "list",
        "lists",
        "read-later", "tiles", "kept-back", "tone", "suggestions",
    ]

    /// Returns the ID derived from a file name: `Harbour Paper.yaml` gives `harbour-paper`.
    static func id(ofFile name: String) -> EditionID {
        let stem = name.split(separator: ".").dropLast().joined(separator: "-")
        return EditionID(rawValue: slug(stem.isEmpty ? name : stem))
    }

    /// Returns the text reduced to small letters, digits and hyphens, at most 40 characters.
    static func slug(_ title: String) -> String {
        let parts = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return String(parts.joined(separator: "-").prefix(40))
    }

    /// Parses an edition file.
    /// - Returns: the readable parts of the edition, which is valid only if there are no diagnostics; nil if nothing is
    ///   readable.
    mutating func edition(in text: String, file: String) -> Edition? {
        let root: Node?
        do throws(YAMLDiagnostic) { root = try YAMLReader.root(of: text) } catch {
            report(error.line, error.column, error.message)
            return nil
        }
        guard let root, !isEmpty(root) else {
            report(1, 1, "The file is empty. Begin with a title and sections; docs/editions.md has an example.")
            return nil
        }
        let keys = [
            "id", "title", "about", "language", "look", "shell", "sections", "offered", "topics", "pack", "options",
        ]
        guard let table = table(root, "An edition", keys) else { return nil }
        let id = self.id(table["id"], file: file, root)
        self.id = id
        let title = line(table["title"], "title", maxLength: 60)
        if table["title"] == nil { report(root, "The edition has no title. Add one: title: Harbour Paper") }
        let pack = self.pack(table)
        let sections =
            table["pack"] == nil
            ? self.sections(table, root) : pack.map { Self.sections(of: $0, title: title ?? "") }
        var edition = Edition(id: id, title: title ?? "", sections: sections ?? .listed([]), pack: pack)
        edition.about = line(table["about"], "about", maxLength: 200)
        edition.language = language(table["language"]) ?? "en"
        edition.theme = theme(table["look"])
        edition.layout = layout(table["shell"])
        edition.options = options(table["options"])
        edition.topics = topics(table["topics"])
        if table["pack"] == nil { checkPackTabs(edition, at: table["shell"] ?? root) }
        if edition.layout.tabs.contains(.ticked), !edition.options.allowsTicks {
            report(
                table["shell"] ?? root,
                "The tab “ticked” shows stories that were ticked. Allow ticks: options: { ticks: true }")
        }
        return edition
    }

    private mutating func id(_ node: Node?, file: String, _ root: Node) -> EditionID {
        guard let node else {
            let id = Self.id(ofFile: file)
            checkID(id.rawValue, at: root, from: "The file's name gives the id “\(id.rawValue)”, which")
            return id
        }
        let text = line(node, "id", maxLength: 40) ?? ""
        if !text.isEmpty { checkID(text, at: node, from: "The id “\(text)”") }
        return text.isEmpty ? Self.id(ofFile: file) : EditionID(rawValue: text)
    }

    private mutating func checkID(_ id: String, at node: Node, from subject: String) {
        if Self.reservedIDs.contains(id) {
            report(node, "\(subject) belongs to Tidings itself. Choose another, such as id: \(id)-paper")
        } else if !Self.isSlug(id) {
            report(
                node,
                "\(subject) cannot stand in an address. Use small letters, digits and single hyphens, such as id: harbour-paper"
            )
        }
    }

    /// Returns true if the text consists of small letters, digits and single hyphens, at most 40 characters.
    static func isSlug(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 40 && slug(text) == text
    }

    mutating func language(_ node: Node?) -> String? {
        guard let node, let text = line(node, "language", maxLength: 35) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            parts.allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
            && (parts.first.map { (2...3).contains($0.count) } ?? false)
        if !isTag { report(node, "“\(text)” is no language tag. Write one such as en, de or pt-BR.") }
        return text
    }

    // MARK: - Layout

    private mutating func layout(_ node: Node?) -> EditionBars {
        var layout = EditionBars()
        guard let node,
            let table = table(node, "“shell”", ["front", "list", "story", "storyBar", "tabs", "drawer", "bars"])
        else {
            return layout
        }
        layout.frontBottomBar = choice(table["front"], "front") ?? layout.frontBottomBar
        layout.listBottomBar = choice(table["list"], "list") ?? layout.listBottomBar
        layout.storyBottomBar = choice(table["story"], "story") ?? layout.storyBottomBar
        layout.storyBar = choice(table["storyBar"], "storyBar") ?? layout.storyBar
        layout.hasDrawer = bool(table["drawer"], "drawer") ?? layout.hasDrawer
        layout.topBar = choice(table["bars"], "bars") ?? layout.topBar
        if let node = table["tabs"] { layout.tabs = tabs(node) }
        if layout.hasTabs, layout.tabs.isEmpty {
            report(table["tabs"] ?? node, "There are no tabs to show. Name some: tabs: [today, unread, saved]")
        }
        return layout
    }

    private mutating func tabs(_ node: Node) -> [EditionTab] {
        guard let items = list(node, "tabs") else { return [] }
        var tabs: [EditionTab] = []
        for item in items {
            guard let tab: EditionTab = choice(item, "tabs") else { continue }
            if tabs.contains(tab) {
                report(item, "The tab “\(tab.rawValue)” stands here twice. Take one away.")
            } else {
                tabs.append(tab)
            }
        }
        return tabs
    }

    // MARK: - Diagnostics

    mutating func report(_ node: Node, _ message: String) {
        report(node.mark?.line ?? 1, node.mark?.column ?? 1, message)
    }

    private mutating func report(_ line: Int, _ column: Int, _ message: String) {
        guard diagnostics.count < 50 else { return }
        diagnostics.append(EditionDiagnostic(line: line, column: column, message: message))
    }
}
