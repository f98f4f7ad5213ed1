import Library
import Markup
import News
import Packs

/// The unpublished state in the reader's own views, as a phone and a tablet show it, side by side.
struct PackPreviewPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let slug = scope.query["page"].flatMap { context.pack.pages[$0]?.page }
        let start = Route.today
        let route = slug.flatMap { $0.parent == nil ? nil : Route.packPage($0.slug) } ?? start
        let preview = PackPreviews.id(of: scope.edition.id)
        var page = context.page(
            PackEditorStrings.previewGuide, back: slug.map { .packEditorPage($0.slug) } ?? .page(.packEditor)
        ) { w in
            w.element(.h1, class: "visually-hidden", text: PackEditorStrings.previewGuide)
            w.element(.p, class: "note", text: PackEditorStrings.previewNote)
            w.element(.div, class: "pack-previews") { w in
                for (style, title) in [
                    ("phone", PackEditorStrings.previewPhone), ("tablet", PackEditorStrings.previewTablet),
                ] {
                    w.element(.figure, [.data(.device, style)]) { w in
                        w.element(
                            .iframe,
                            [.src(route.path(in: preview)), .attribute("title", title), .loading("lazy")])
                        w.element(.figcaption, text: title)
                    }
                }
            }
        }
        page.framesOwnPages = true
        return page
    }
}
