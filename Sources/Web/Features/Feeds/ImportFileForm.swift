import Library
import Markup

/// A form for the file that another reader exports: its feeds, or the stories that were saved there.
enum ImportFileForm {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        w.element(.h2, text: Strings.bringFeeds)
        w.element(.p, class: "hint", text: Strings.bringFeedsHint)
        let form = ActionForm(scope, .importOPML, returnPath: scope.path(Route.feeds), isMultipart: true)
        form.write(into: &w) { w in
            w.element(.div, class: "inline-form") { w in
                w.void(
                    .input, class: "input",
                    [.type("file"), .name("file"), .required(), .aria("label", Strings.exportedFile)])
                w.element(.button, class: "button", text: Strings.importFile)
            }
        }
    }
}
