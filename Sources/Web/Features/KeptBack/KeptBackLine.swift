import Library
import Markup
import News

/// The line at the end of a list that leads to the stories which are kept back.
enum KeptBackLine {
    /// Writes the line; nothing if no story is kept back.
    static func write(_ scope: RequestScope, _ count: KeptBackCount, of list: StoryList, into w: inout HTMLWriter) {
        guard count.hasEarlier else { return }
        w.element(.p, class: "list-end kept-back") { w in
            w.element(.a, class: "quiet", [.href(scope.path(Route.keptBack(list)))]) { w in
                w.text(Strings.keptBackLine(count))
                Icon.chevron.write(scope, into: &w)
            }
        }
    }
}

/// The button that shows a story all the same, or keeps it back again.
enum KeptBackButton {
    static func write(_ scope: RequestScope, _ story: KeptBackStory, into w: inout HTMLWriter) {
        MarkForm(
            scope: scope, story: story.row.id, mark: .restored, isOn: story.isRestored,
            off: MarkForm.Face(icon: .plus, label: Strings.showAnyway),
            on: MarkForm.Face(icon: .close, label: Strings.keepBackAgain)
        ).write(
            [
                .class("quiet"), .aria("pressed", story.isRestored ? "true" : "false"),
                .aria("label", "\(Strings.showAnyway): \(story.row.title)"),
            ], into: &w)
    }
}

/// A note at the end of a story that the edition's lists keep back.
struct KeptBackNote {
    let scope: RequestScope
    let story: KeptBackStory?

    func write(into w: inout HTMLWriter) {
        guard let story else { return }
        w.element(.div, class: "also-in") { w in
            w.element(.p, text: Strings.isKeptBack(in: scope.edition.title, story.reasons))
            KeptBackButton.write(scope, story, into: &w)
        }
    }
}
