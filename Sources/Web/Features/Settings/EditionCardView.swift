import Library
import Markup
import News

/// A newspaper with its cover, in the settings: how it is, its place in the order, and a switch for the newsstand.
struct EditionCardView {
    let scope: RequestScope
    let edition: Edition
    /// How its feeds are; nil for the reader's own newspaper.
    let health: EditionHealth?
    let isUpdating: Bool
    let isFirst: Bool
    let isLast: Bool

    private var isShown: Bool { scope.preferences.editions.shows(edition) }

    func write(into w: inout HTMLWriter) {
        let state = isUpdating ? "updating" : health?.code ?? "working"
        let id = edition.id.rawValue
        w.element(
            .section, class: "edition edition-cover-row",
            [.id("edition-\(id)"), .data(.edition, id), .data(.state, state), .data(.off, isSet: !isShown)]
        ) { w in
            writeCover(&w)
            w.element(.div, class: "edition-words") { w in
                w.element(.h2) { w in
                    w.element(.a, [.href(Route.today.path(in: edition.id))], text: edition.title)
                }
                w.element(.p, text: words)
            }
            writeControls(&w)
            writeWays(&w)
        }
    }

    /// Writes a small front page with the nameplate; the title beside it names it.
    private func writeCover(_ w: inout HTMLWriter) {
        w.element(
            .span, class: "edition-cover",
            [
                .data(.newspaper, edition.id.rawValue), .data(.headlineFont, edition.theme.headlineFont.rawValue),
                .aria("hidden", "true"),
            ]
        ) { w in
            w.element(.b, text: edition.title)
            w.element(.i)
        }
    }

    private var words: String {
        guard isShown else { return Strings.editionHidden }
        return health.map { Strings.editionHealth($0, isUpdating: isUpdating, time: scope.time) }
            ?? Strings.ownEditionDescription
    }

    private func writeWays(_ w: inout HTMLWriter) {
        w.element(.div, class: "edition-ways") { w in
            if health != nil, health != .neverOpened { writeLink(.feeds, "Feeds", &w) }
            if health == .signInRequired, !scope.library.sources.keyedAPIs(of: edition).isEmpty {
                writeLink(.apiKey, Strings.enterKey, &w)
            }
            if edition.pack.map({ $0.address == nil }) == true {
                writeLink(.page(.packEditor), PackEditorStrings.editPage, &w)
            }
            if health?.canRetry == true {
                ActionForm(scope, .refresh, in: edition.id, returnPath: scope.currentURI)
                    .writeButton(Strings.tryNow, style: "quiet", into: &w)
            }
        }
    }

    private func writeLink(_ route: Route, _ words: String, _ w: inout HTMLWriter) {
        w.element(.a, class: "quiet", [.href(route.path(in: edition.id))], text: words)
    }

    private func writeControls(_ w: inout HTMLWriter) {
        w.element(.div, class: "edition-controls") { w in
            if !edition.usesFolders { writeSwitch(&w) }
            writeMove("up", Strings.moveUp(edition.title), isPossible: !isFirst, &w)
            writeMove("down", Strings.moveDown(edition.title), isPossible: !isLast, &w)
        }
    }

    private func writeMove(_ direction: String, _ label: String, isPossible: Bool, _ w: inout HTMLWriter) {
        form([("move", direction)]).write(into: &w) { w in
            w.element(
                .button, class: "icon-button",
                [.aria("label", label), .disabled(!isPossible), .data(.offer, direction)]
            ) { w in
                Icon.down.write(scope, into: &w)
            }
        }
    }

    private func writeSwitch(_ w: inout HTMLWriter) {
        form([("shown", isShown ? "0" : "1")]).write(into: &w) { w in
            w.element(
                .button,
                [
                    .role("switch"), .aria("checked", isShown ? "true" : "false"),
                    .aria("label", Strings.showInNewsstand(edition.title)),
                ])
        }
    }

    private func form(_ fields: [(name: String, value: String)]) -> ActionForm {
        ActionForm(
            scope, .arrangeEdition, returnPath: "\(scope.path(Route.editions))#edition-\(edition.id.rawValue)",
            fields: [("edition", edition.id.rawValue)] + fields, style: "native-submit")
    }
}

/// A change of a newspaper's place in the order, or of whether the newsstand shows it.
struct EditionArrangementForm: FormValue {
    let edition: String
    /// The direction, "up" or "down".
    let move: String?
    let shown: String?

    static let faults = ["edition": "No newspaper was named."]

    func apply(to arrangement: inout EditionArrangement, _ edition: Edition, among editions: [Edition]) {
        if let move { arrangement.move(edition, by: move == "up" ? -1 : 1, among: editions) }
        if let shown { arrangement.show(edition, shown == "1") }
    }
}
