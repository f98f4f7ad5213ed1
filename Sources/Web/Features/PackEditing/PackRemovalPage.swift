import Library
import Markup
import News
import Packs

/// A page that asks before a page or a photograph is removed; script shows it as a sheet.
struct PackRemovalPage {
    /// The name of the sheet.
    static let sheet = "pack-removal"

    /// Returns the link that asks.
    static func path(of key: PackItem.Key, in scope: RequestScope) -> String {
        scope.path(.page(.packItemRemoval)) + "?" + (PackRevisionPage.query(of: key) ?? "")
    }

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        if let slug = scope.query["page"], let page = context.pack.pages[slug], page.page.parent != nil {
            let below = context.pack.tree.descendantCount(of: slug)
            let form = ActionForm(
                scope, .removePackPage, returnPath: scope.path(.page(.packEditor)), fields: [("slug", slug)],
                style: "native-submit")
            return Self.page(
                context, PackEditorStrings.removePageQuestion(page.page.title, below: below),
                form, back: .packEditorPage(slug))
        }
        guard let name = scope.query["photograph"], let photograph = context.pack.photographs[name] else {
            throw .notThere
        }
        let form = ActionForm(
            scope, .removePackPhotograph, returnPath: scope.path(.page(.packEditorPhotographs)),
            fields: [("name", name)], style: "native-submit")
        return Self.page(
            context, PackEditorStrings.removePhotographQuestion(PackItem.photograph(photograph).subject),
            form, back: .page(.packEditorPhotographs))
    }

    private static func page(
        _ context: PackEditingContext, _ question: String, _ form: ActionForm, back: Route
    ) -> HTMLPage {
        context.page(PackEditorStrings.removal, back: back) { w in
            w.element(.h1, class: "visually-hidden", text: PackEditorStrings.removal)
            w.element(.div, [.id("sheet-\(sheet)")]) { w in
                w.element(.div, class: "menu leave") { w in
                    w.element(.p, text: question)
                    w.element(.div, class: "button-row") { w in
                        form.writeButton(PackEditorStrings.removal, style: "button primary", into: &w)
                        w.element(
                            .a, class: "button", [.data(.close), .href(back.path(in: context.scope.edition.id))],
                            text: Strings.cancel)
                    }
                }
            }
        }
    }
}
