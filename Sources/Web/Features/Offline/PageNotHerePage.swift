import Library
import Markup
import News

/// The page that a device shows, without a network, for pages of an edition that it does not have; script fills in what
/// is there.
struct PageNotHerePage {
    func page(for scope: RequestScope) -> HTMLPage {
        let layout = PageLayout(
            scope: scope, title: Strings.pageNotHere, actions: [.search],
            extras: [.stylesheet("offline.css")] + (scope.loadsOfflineScript ? [] : [.module("offline.js")]))
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column not-here", [.data(.notHere)]) { w in
                    w.element(.h1, text: Strings.pageNotHere)
                    Self.writeContents(Strings.pageNotHereHint, &w)
                }
            })
    }

    /// Writes a hint, the list of the device's contents, and a way to try again.
    static func writeContents(_ hint: String, _ w: inout HTMLWriter) {
        w.element(.p, text: hint)
        w.element(.p) { w in
            w.element(.a, class: "button primary", [.href("")], text: Strings.tryAgain)
        }
        w.element(.section, [.data(.guideSection), .hidden(), .aria("labelledby", "on-this-device")]) { w in
            w.element(.h2, [.id("on-this-device")], text: Strings.guidesHere)
            w.element(.ul, class: "device-contents", [.data(.guideList)])
        }
    }
}
