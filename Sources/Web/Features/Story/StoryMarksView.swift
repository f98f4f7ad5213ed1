import Library
import Markup
import News

/// A view of the tick and the save button below a story's title, in editions with ticks.
struct StoryMarksView {
    let scope: RequestScope
    let row: StoryRow

    func write(into w: inout HTMLWriter) {
        guard scope.edition.options.allowsTicks else { return }
        w.element(.div, class: "story-marks") { w in
            button(.ticked).write(style: "mark-button tick", hasWords: true, into: &w)
            if scope.edition.options.allowsSaving {
                button(.saved).write(style: "mark-button", hasWords: true, into: &w)
            }
        }
    }

    private func button(_ tab: MarkButton.Mark) -> MarkButton { MarkButton(scope: scope, row: row, mark: tab) }
}

/// A button that adds a story to a list or removes it. Its label is the edition's own word for the list, if it has one.
struct MarkButton {
    enum Mark: String { case saved, ticked }

    let scope: RequestScope
    let row: StoryRow
    let mark: Mark

    private var tab: EditionTab { mark == .saved ? .saved : .ticked }
    private var isOn: Bool { mark == .saved ? row.isSaved : row.isTicked }

    /// The labels for both states.
    private var words: (off: String, on: String) {
        if let word = scope.edition.options.words[tab] { return (word, word) }
        return mark == .saved ? (Strings.save, Strings.unsave) : (Strings.tick, Strings.ticked)
    }

    func write(style: StaticString, hasWords: Bool, into w: inout HTMLWriter) {
        let label = isOn && hasWords ? words.on : words.off
        ActionForm(
            scope, .setMark, returnPath: scope.currentURI,
            fields: [("story", String(row.id.rawValue)), ("kind", mark.rawValue), ("value", isOn ? "0" : "1")]
        ).write(into: &w) { w in
            w.element(
                .button,
                [
                    .data(.toggle, mark.rawValue), .class(style), .aria("pressed", isOn ? "true" : "false"),
                    // Script changes the label with the state.
                    .data(.labelOn, words.on), .data(.labelOff, words.off), .title(label),
                    .aria("label", hasWords ? nil : label),
                ]
            ) { w in
                tab.icon(isOn: isOn, in: scope.edition).write(scope, into: &w)
                if hasWords { w.element(.span, text: label) }
            }
        }
    }
}

extension MarkKind {
    /// The tab of the mark's list; nil without a list.
    var tab: EditionTab? {
        switch self {
        case .opened, .read: nil
        case .saved: .saved
        case .ticked: .ticked
        }
    }
}
