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

    private func button(_ mark: MarkKind) -> MarkButton { MarkButton(scope: scope, row: row, mark: mark) }
}

/// A button that adds a story to a list or removes it. Its label is the edition's own word for the list, if it has one.
struct MarkButton {
    let scope: RequestScope
    let row: StoryRow
    /// `.saved` or `.ticked`.
    let mark: MarkKind

    private var tab: EditionTab { mark == .saved ? .saved : .ticked }
    private var isOn: Bool { mark == .saved ? row.isSaved : row.isTicked }

    /// The labels for both states.
    private var words: (off: String, on: String) {
        if let word = scope.edition.options.words[tab] { return (word, word) }
        return mark == .saved ? (Strings.save, Strings.unsave) : (Strings.tick, Strings.ticked)
    }

    func write(style: StaticString, hasWords: Bool, into w: inout HTMLWriter) {
        let tab = tab
        func face(_ isOn: Bool, _ label: String) -> MarkForm.Face {
            MarkForm.Face(icon: tab.icon(isOn: isOn, in: scope.edition), label: hasWords ? label : nil)
        }
        MarkForm(
            scope: scope, story: row.id, mark: mark, isOn: isOn, off: face(false, words.off), on: face(true, words.on)
        ).write(
            [
                .data(.toggle, mark.rawValue), .class(style), .aria("pressed", isOn ? "true" : "false"),
                .title(hasWords ? nil : words.off), .aria("label", hasWords ? nil : words.off),
            ], into: &w)
    }
}

extension MarkKind {
    /// The tab of the mark's list; nil without a list.
    var tab: EditionTab? {
        switch self {
        case .opened, .read, .restored: nil
        case .saved: .saved
        case .ticked: .ticked
        }
    }
}
