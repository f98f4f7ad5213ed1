import Library
import Markup
import News

/// The line at the end of a list that leads to the stories which are kept back.
enum KeptBackLine {
    /// Writes the line; nothing if no story is kept back.
    static func write(_ scope: RequestScope, _ count: KeptBackCount, of list: StoryList, into w: inout HTMLWriter) {
        guard count.hasEarlier else { return }
        w.element(.p, class: "kept-back") { w in
            w.element(.a, class: "quiet", [.href(scope.path(Route.keptBack(list)))]) { w in
                w.text(Strings.keptBackLine(count))
                Icon.chevron.write(scope, into: &w)
            }
        }
    }
}
